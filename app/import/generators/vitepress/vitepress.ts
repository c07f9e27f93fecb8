import { posix } from 'node:path'
import { type Face, readAccent, readFaceLinks } from '../../source/face.ts'
import { chooseLocale } from '../../source/files/choice.ts'
import { readConfigFile } from '../../source/files/config_files.ts'
import { type ConfigValue, readConfigValue } from '../../source/files/config_values.ts'
import { readFront } from '../../source/files/front_matter.ts'
import { findFirst } from '../../source/files/source_files.ts'
import { readComputedTitle } from '../../source/files/titles.ts'
import type { Generator, Site, SitePage, SiteReading } from '../../source/generator.ts'
import { describeHome, writeHomePage } from '../../source/home_page.ts'
import { findMarker } from '../../source/marker_files.ts'
import { indexPages } from '../../source/site_addresses.ts'
import { keepLanguage, listPagesBelow } from '../../source/site_pages.ts'
import { readHomeComponent, writeHomeComponent } from './_home_component.ts'
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

function readVitepress(reading: SiteReading): Site {
  const { source, marker, folder, report, shown } = reading
  const config = readConfigFile(source, marker, report)
  const root = posix.join(folder, config.at('srcDir').text() ?? '.')
  const main = config.at('lang').text()
  const locales = config.at('locales')
  const tagOf = (key: string) => {
    return locales.at(key, 'lang').text() ?? (key === 'root' ? (main ?? key) : key)
  }
  const choice = chooseLocale(reading, { locales, main: 'root', tagOf })
  const { language = main, folders } = choice
  const locale = choice.locale || 'root'
  const pages = readPages(reading, config, root)
  const own = keepLanguage(pages, folders, locale)
  const theme = findTheme(reading, { root, locale, config })
  const title =
    config.at('locales', locale, 'title').text() ??
    config.at('title').text() ??
    readComputedTitle(source, marker, report)
  const names = theme
    .at('nav')
    .list()
    .flatMap((item) => {
      const [text, link] = [item.at('text').text(), item.at('link').text()]
      return text === undefined || link === undefined ? [] : [[link, text] as const]
    })
  return {
    title,
    language,
    baseAddress: config.at('base').text(),
    pagesFolder: root,
    pages: own.map((page) => {
      const oldAddress = `${page.named.replace(/\.\w+$/, '')}.html`
      return { ...page, oldAddress, ...describePage(page, title, reading) }
    }),
    menu: readSidebar(theme.at('sidebar'), { find: indexPages(own), names, report, shown }),
    tabs: names.map(([, text]) => text),
    redirects: [],
    anchors: 'vitepress',
    markup: 'markdown',
    cutsNumbers: false,
    prepare: (lines, page) => {
      const body = expandVitepressIncludes(lines, root, reading)
      reportVue(body, report)
      const home = readHome(reading, page)
      const component = readHomeComponent(page, reading)
      if (component !== undefined) return writeHomeComponent(component, page, report)
      if (home === undefined) return body
      const [hero, features] = [home.at('hero'), home.at('features')]
      const description = home.at('description').text()
      return [...writeHomePage({ hero, features, description }, page.file), ...body]
    },
    knownKeys: [
      ...['layout', 'hero', 'features', 'outline', 'sidebar', 'aside', 'navbar', 'footer', 'head'],
      ...['editLink', 'lastUpdated', 'prev', 'next', 'titleTemplate', 'pageClass', 'isHome'],
    ],
    face: readFace(config, theme, reading),
    fileRoots: [posix.join(root, 'public'), root],
  }
}

/** Title and description, where they are those of a home page. */
function describePage(page: SitePage, siteTitle: string | undefined, reading: SiteReading) {
  const home = readHome(reading, page)
  // The name in the hero is the title of a home page that has none of its own.
  const isUnnamed = home !== undefined && home.at('title').text() === undefined
  const title = isUnnamed ? (home.at('hero', 'name').text() ?? siteTitle) : undefined
  const below = describeHome(home?.at('hero')) ?? readHomeComponent(page, reading)?.front.tagline
  return { title, description: home?.at('description').text() ?? below }
}

function readPages(
  { source, report }: SiteReading,
  config: ConfigValue,
  root: string,
): readonly SitePage[] {
  const globs = config
    .at('srcExclude')
    .texts()
    .map((pattern) => new Bun.Glob(pattern))
  const rewrites = config
    .at('rewrites')
    .entries()
    .flatMap(([from, to]) => {
      const target = to.text()
      return target === undefined ? [] : [[from, target] as const]
    })
  const all = listPagesBelow(source, root, (named) => globs.some((glob) => glob.match(named)))
  return all.flatMap((page) => {
    const named = rewritePath(page.named, rewrites)
    if (!/\[[^\]/]+\]/.test(page.named)) return [{ ...page, named }]
    const what = 'the pages that a program makes of this file are left out'
    report.lose(page.file, what, 'write each of them as a file')
    return []
  })
}

type Theme = { readonly root: string; readonly locale: string; readonly config: ConfigValue }

/** The theme of a language: in the main configuration, or in a file of the language's folder. */
function findTheme({ source, report }: SiteReading, { root, locale, config }: Theme): ConfigValue {
  const own = config.at('locales', locale, 'themeConfig')
  if (own.at('sidebar').value !== undefined) return own
  const main = config.at('themeConfig')
  const folder = locale === 'root' ? root : posix.join(root, locale)
  const names = ['ts', 'mts', 'js', 'mjs'].map((ending) => `config.${ending}`)
  const file = findFirst(source, folder, names) ?? ''
  const theme = readConfigFile(source, file, report).at('themeConfig')
  return theme.at('sidebar').value === undefined ? main : theme
}

/** The front matter of a home page. */
function readHome({ source }: SiteReading, { file }: SitePage): ConfigValue | undefined {
  if (!/^layout:\s*['"]?home/m.test(source.read(file) ?? '')) return undefined
  const front = readConfigValue(readFront(source, file).fields)
  return front.at('layout').text() === 'home' ? front : undefined
}

/** Bar, footer and colours of a site of VitePress; a language may have its own. */
function readFace(config: ConfigValue, own: ConfigValue, { source, folder }: SiteReading): Face {
  const at = (...path: readonly string[]) => {
    const found = own.at(...path)
    return found.value === undefined ? config.at('themeConfig', ...path) : found
  }
  const tags = config.at('head').list()
  const icon = tags.find((tag) => tag.at(1, 'rel').text() === 'icon')
  const styles = posix.join(folder, '.vitepress/theme/')
  const stylesheets = source.files.filter((file) => {
    return file.startsWith(styles) && file.endsWith('.css')
  })
  return {
    logo: at('logo').text() ?? at('logo', 'light').text() ?? at('logo', 'src').text(),
    darkLogo: at('logo', 'dark').text(),
    hidesTitle: at('siteTitle').value === false,
    favicon: icon?.at(1, 'href').text(),
    header: readFaceLinks([...at('nav').list(), ...at('socialLinks').list()]),
    footer: readFaceLinks([...at('footer', 'nav').list(), ...at('footer', 'links').list()]),
    edit: at('editLink', 'pattern').text(),
    accent: readAccent(source, stylesheets, '--vp-c-brand-1'),
    stylesheets,
  }
}

/** Moves paths as patterns such as `packages/:name/docs/:rest*` say; the first that fits counts. */
function rewritePath(
  path: string,
  rewrites: readonly (readonly [from: string, to: string])[],
): string {
  for (const [from, to] of rewrites) {
    const found = toPattern(from).exec(path)
    if (found !== null) {
      return to.replace(/:(\w+)\*?/g, (_, name: string) => found.groups?.[name] ?? '')
    }
  }
  return path
}

function toPattern(from: string): RegExp {
  const source = from
    .replace(/\((?:\.\*|\[\^\/\]\+)\)/g, '')
    .split(/(:\w+\*?)/)
    .map((part) => {
      if (!part.startsWith(':')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      return part.endsWith('*') ? `(?<${part.slice(1, -1)}>.*)` : `(?<${part.slice(1)}>[^/]+)`
    })
    .join('')
  return new RegExp(`^${source}$`)
}
