import { posix } from 'node:path'
import { quote, startOfFile } from '../../contract/problem.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { resolveImports } from '../../foreign_source/dialects/imported_files.ts'
import type {
  Generator,
  Recognition,
  Redirect,
  Site,
  SiteContext,
  SitePage,
} from '../../foreign_source/generator.ts'
import { writeHomePage } from '../../foreign_source/home_page.ts'
import { findMarker } from '../../foreign_source/marker_files.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import { keepLanguage, listPagesBelow } from '../../foreign_source/site_pages.ts'
import { choose } from '../../foreign_source/source/choice.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import { type ConfigValue, readConfigValue } from '../../foreign_source/source/config_values.ts'
import { readSourceFrontMatter } from '../../foreign_source/source/front_matter.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { readFace } from './_face.ts'
import { readStarlightPages } from './_pages.ts'
import { readSidebar } from './_sidebar.ts'

/** A site of Starlight: `starlight(…)` in `astro.config.*`, pages in `src/content/docs`. */
export const starlight: Generator = {
  name: 'Starlight',
  recognise: (source) => {
    return findMarker(source, /(?:^|\/)astro\.config\.[cm]?[jt]s$/, 3, (file) => {
      return source.read(file)?.includes('starlight(') === true
    })
  },
  readSite: readStarlight,
}

function readStarlight(
  source: SourceFolder,
  { marker, folder }: Recognition,
  context: SiteContext,
): Site {
  const { report } = context
  const config = readConfigFile(source, marker, report)
  const integrations = config.at('integrations').list()
  const options = integrations.find((each) => each.at('title').value !== undefined)
  const settings = options ?? readConfigValue(undefined)
  const shown = source.show(marker)
  const { language, folders, chosen } = chooseLanguage(settings, shown, context)
  const root = posix.join(folder, 'src/content/docs')
  const own = keepLanguage(listPagesBelow(source, root, isPart), folders, chosen)
  const pages = readStarlightPages(own, { source, report })
  const base = config.at('base').text() ?? '/'
  const title = settings.at('title')
  const aliases = { '~/': posix.join(folder, 'src'), '@/': posix.join(folder, 'src') }
  return {
    title: title.text() ?? title.at(language ?? 'en').text() ?? title.entries()[0]?.[1].text(),
    language,
    baseAddress: `${(config.at('site').text() ?? '').replace(/\/$/, '')}${base}`,
    pages,
    menu: readSidebar(settings.at('sidebar'), { pages, language: language ?? '', report, shown }),
    redirects: readRedirects(config.at('redirects'), shown),
    anchors: 'github',
    markup: 'guess',
    cutsNumbers: false,
    prepare: (lines, page) => {
      const hero = readHero(source, page, aliases)
      const body = resolveImports(lines, { aliases, source, report })
      const top = [
        ...writeBanner(source, page),
        ...(hero === undefined ? [] : writeHomePage({ hero }, page.file)),
      ]
      if (hero !== undefined) reportHeroKeys(hero, page, { source, report })
      return [...top, ...body]
    },
    knownKeys: [
      ...['sidebar', 'hero', 'template', 'head', 'editUrl', 'tableOfContents', 'banner', 'prev'],
      ...['next', 'pagefind'],
    ],
    face: readFace(settings, folder, source),
    fileRoots: [posix.join(folder, 'public')],
  }
}

/** What begins with a line is a part of other pages. */
function isPart(named: string): boolean {
  return /(?:^|\/)_/.test(named)
}

type Choice = {
  readonly language: string | undefined
  readonly folders: readonly string[]
  /** The folder of the language; the main one may have none. */
  readonly chosen: string
}

function chooseLanguage(
  options: ConfigValue,
  shown: string,
  { report, wishes }: SiteContext,
): Choice {
  const locales = options.at('locales').entries()
  const folders = locales.map(([key]) => key).filter((key) => key !== 'root')
  const tagOf = (key: string) => options.at('locales', key, 'lang').text() ?? key
  const main = options.at('defaultLocale').text() ?? 'root'
  const keys = locales.map(([key]) => key)
  const sorted = [...keys.filter((key) => key === main), ...keys.filter((key) => key !== main)]
  if (sorted.length === 0) return { language: undefined, folders, chosen: '' }
  const wished = sorted.find((key) => key === wishes.language)
  const wish = wished === undefined ? wishes.language : tagOf(wished)
  const found = sorted.map((key) => (key === 'root' && tagOf(key) === key ? 'en' : tagOf(key)))
  const language = choose({ what: 'language', found, shown }, wish, report)
  return { language, folders, chosen: sorted[found.indexOf(language ?? '')] ?? '' }
}

/** A banner stands above the text; its HTML is read like that of the page. */
function writeBanner(source: SourceFolder, { file }: SitePage): readonly SourceLine[] {
  const text = source.read(file) ?? ''
  if (!/^banner:/m.test(text)) return []
  const { fields } = readSourceFrontMatter(source.show(file), text)
  const content = readConfigValue(fields).at('banner', 'content').text()?.trim() ?? ''
  const line = lineOf(text, /^banner:/)
  return content === '' ? [] : [...content.split('\n'), ''].map((text) => ({ text, file, line }))
}

const HERO_KEYS = new Set(['title', 'tagline', 'image', 'actions'])

/** What a site adds to the hero is shown by a component of its own. */
function reportHeroKeys(
  hero: ConfigValue,
  { file }: SitePage,
  { source, report }: { readonly source: SourceFolder; readonly report: Report },
): void {
  for (const [key] of hero.entries()) {
    if (HERO_KEYS.has(key)) continue
    const text = source.read(file) ?? ''
    const line = lineOf(text, new RegExp(`^\\s+${RegExp.escape(key)}:`))
    const what = `the key ${quote(key)} of the hero is left out`
    report.addLoss({ file: source.show(file), line, column: 1 }, what, 'write it into the text')
  }
}

/** The first line that a pattern matches, from 1. */
function lineOf(text: string, pattern: RegExp): number {
  return (
    Math.max(
      0,
      text.split('\n').findIndex((line) => pattern.test(line)),
    ) + 1
  )
}

function readHero(
  source: SourceFolder,
  { file }: SitePage,
  aliases: Readonly<Record<string, string>>,
): ConfigValue | undefined {
  const text = source.read(file) ?? ''
  if (!/^hero:/m.test(text)) return undefined
  const { fields } = readSourceFrontMatter(source.show(file), text)
  const hero = readConfigValue(fields).at('hero')
  const picture = hero.at('image', 'file').text()
  const alias = Object.keys(aliases).find((each) => picture?.startsWith(each))
  if (picture === undefined || alias === undefined) return hero
  const path = posix.join(aliases[alias] ?? '', picture.slice(alias.length))
  const image = {
    ...Object(hero.at('image').value),
    file: posix.relative(posix.dirname(file), path),
  }
  return readConfigValue({ ...Object(hero.value), image })
}

function readRedirects(list: ConfigValue, shown: string): readonly Redirect[] {
  return list.entries().flatMap(([from, value]) => {
    const to = value.text() ?? value.at('destination').text()
    return to === undefined ? [] : [{ from, to, place: startOfFile(shown) }]
  })
}
