import { posix } from 'node:path'
import { startOfFile } from '../../contract/problem.ts'
import type {
  Generator,
  Recognition,
  Site,
  SiteContext,
  SitePage,
} from '../../foreign_source/generator.ts'
import { writeHomePage } from '../../foreign_source/home_page.ts'
import { findMarker } from '../../foreign_source/marker_files.ts'
import { rewritePath } from '../../foreign_source/path_rewrites.ts'
import { indexPages } from '../../foreign_source/site_addresses.ts'
import { keepLanguage, listPagesBelow } from '../../foreign_source/site_pages.ts'
import { choose } from '../../foreign_source/source/choice.ts'
import { readComputedTitle } from '../../foreign_source/source/computed_title.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import { type ConfigValue, readConfigValue } from '../../foreign_source/source/config_values.ts'
import { readSourceFrontMatter } from '../../foreign_source/source/front_matter.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { readFace } from './_face.ts'
import { expandVitepressIncludes } from './_includes.ts'
import { readSidebar } from './_sidebar.ts'
import { reportVue } from './_vue.ts'

/** A site of VitePress: `.vitepress/config.*`, pages beside that folder. */
export const vitepress: Generator = {
  name: 'VitePress',
  recognise: (source) => {
    const found = findMarker(source, /(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/, 5)
    if (found === undefined) return undefined
    return { ...found, folder: found.marker.replace(/(?:^|\/)\.vitepress\/.*$/, '') }
  },
  readSite: readVitepress,
}

function readVitepress(
  source: SourceFolder,
  { marker, folder }: Recognition,
  context: SiteContext,
): Site {
  const { report } = context
  const config = readConfigFile(source, marker, report)
  const root = posix.join(folder, config.at('srcDir').text() ?? '.')
  const { language, locale, folders } = chooseLanguage(config, source.show(marker), context)
  const pages = readPages(source, { root, folders, chosen: locale, config }, context)
  const theme = findTheme(source, { root, locale, config }, context)
  const title =
    config.at('locales', locale, 'title').text() ??
    config.at('title').text() ??
    readComputedTitle(source, marker, report)
  const home = (page: SitePage) => readHome(source, page)
  return {
    title,
    language,
    baseAddress: config.at('base').text(),
    pagesFolder: root,
    pages: pages.map((page) => nameHome(page, home(page), title)),
    menu: readSidebar(theme.at('sidebar'), {
      find: indexPages(pages),
      names: listNavigation(theme.at('nav').list()),
      report,
      shown: source.show(marker),
    }),
    redirects: [],
    anchors: 'vitepress',
    markup: 'markdown',
    cutsNumbers: false,
    prepare: (lines, page) => {
      const body = expandVitepressIncludes(lines, { source, report, root })
      reportVue(body, { source, report })
      const shown = home(page)
      return shown === undefined ? body : [...writeHomePage(shown, page.file), ...body]
    },
    knownKeys: [
      ...['layout', 'hero', 'features', 'outline', 'sidebar', 'aside', 'navbar', 'footer', 'head'],
      ...['editLink', 'lastUpdated', 'prev', 'next', 'titleTemplate', 'pageClass', 'isHome'],
    ],
    face: readFace(config, theme, { source, folder }),
    fileRoots: [posix.join(root, 'public'), root],
  }
}

type Choice = {
  readonly language: string | undefined
  /** The key of the language, which is the name of its folder, or `root`. */
  readonly locale: string
  readonly folders: readonly string[]
}

function chooseLanguage(
  config: ConfigValue,
  shown: string,
  { report, wishes }: SiteContext,
): Choice {
  const main = config.at('lang').text()
  const locales = config.at('locales').entries()
  const folders = locales.map(([key]) => key).filter((key) => key !== 'root')
  const codeOf = (key: string) => config.at('locales', key, 'lang').text() ?? key
  const root = config.at('locales', 'root', 'lang').text() ?? main ?? 'root'
  const keys = locales.some(([key]) => key === 'root') ? ['root', ...folders] : folders
  const wished = folders.find((key) => key === wishes.language)
  const found = keys.map((key) => (key === 'root' ? root : codeOf(key)))
  const wish = wished === undefined ? wishes.language : codeOf(wished)
  const language = choose({ what: 'language', found, shown }, wish, report) ?? main
  const locale = keys[found.indexOf(language ?? '')] ?? 'root'
  return { language, locale, folders }
}

type Reading = {
  readonly root: string
  readonly folders: readonly string[]
  readonly chosen: string
  readonly config: ConfigValue
}

function readPages(
  source: SourceFolder,
  { root, folders, chosen, config }: Reading,
  { report }: SiteContext,
): readonly SitePage[] {
  const excluded = config
    .at('srcExclude')
    .list()
    .flatMap((each) => each.text() ?? [])
  const globs = excluded.map((pattern) => new Bun.Glob(pattern))
  const rewrites = config
    .at('rewrites')
    .entries()
    .flatMap(([from, to]) => {
      const target = to.text()
      return target === undefined ? [] : [[from, target] as const]
    })
  const isDynamic = (named: string) => /\[[^\]/]+\]/.test(named)
  const all = listPagesBelow(source, root, (named) => globs.some((glob) => glob.match(named)))
  for (const { file } of all.filter(({ named }) => isDynamic(named))) {
    const what = 'the pages that a program makes of this file are left out'
    report.addLoss(startOfFile(source.show(file)), what, 'write each of them as a file')
  }
  const moved = all
    .filter(({ named }) => !isDynamic(named))
    .map((page) => ({ ...page, named: rewritePath(page.named, rewrites) }))
  return keepLanguage(moved, folders, chosen).map((page) => {
    const address = page.named.replace(/\.\w+$/, '')
    return { ...page, oldAddress: `${address}.html` }
  })
}

type Theme = { readonly root: string; readonly locale: string; readonly config: ConfigValue }

/** The theme of a language: in the main configuration, or in a file of the language's folder. */
function findTheme(
  source: SourceFolder,
  { root, locale, config }: Theme,
  { report }: SiteContext,
): ConfigValue {
  const own = config.at('locales', locale, 'themeConfig')
  if (own.at('sidebar').value !== undefined) return own
  const main = config.at('themeConfig')
  const folders = locale === 'root' ? [root] : [posix.join(root, locale)]
  const files = folders.flatMap((folder) =>
    ['ts', 'mts', 'js', 'mjs'].map((ending) => posix.join(folder, `config.${ending}`)),
  )
  const file = files.find((each) => source.has(each))
  if (file === undefined) return main
  const theme = readConfigFile(source, file, report).at('themeConfig')
  return theme.at('sidebar').value === undefined ? main : theme
}

function listNavigation(
  items: readonly ConfigValue[],
): readonly (readonly [address: string, title: string])[] {
  return items.flatMap((item) => {
    const [title, link] = [item.at('text').text(), item.at('link').text()]
    return title === undefined || link === undefined ? [] : [[link, title] as const]
  })
}

type Home = {
  readonly title: string | undefined
  readonly hero: ConfigValue
  readonly features: ConfigValue
}

function readHome(source: SourceFolder, { file }: SitePage): Home | undefined {
  const text = source.read(file) ?? ''
  if (!/^layout:\s*['"]?home/m.test(text)) return undefined
  const front = readConfigValue(readSourceFrontMatter(source.show(file), text).fields)
  if (front.at('layout').text() !== 'home') return undefined
  const title = front.at('title').text()
  return { title, hero: front.at('hero'), features: front.at('features') }
}

/** The name in the hero is the title of a home page that has none of its own. */
function nameHome(page: SitePage, home: Home | undefined, site: string | undefined): SitePage {
  const isUnnamed = home !== undefined && home.title === undefined
  const name = isUnnamed ? (home.hero.at('name').text() ?? site) : undefined
  return name === undefined ? page : { ...page, title: name }
}
