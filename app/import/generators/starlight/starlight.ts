import { posix } from 'node:path'
import { quote, startOfFile } from '../../../contract/problem.ts'
import type { Lines } from '../../markdown/source_line.ts'
import { resolveImports } from '../../source/dialects/imported_files.ts'
import { type Face, readAccent, readFaceLinks, readNamedLinks } from '../../source/face.ts'
import { chooseLocale } from '../../source/files/choice.ts'
import { readConfigFile } from '../../source/files/config_files.ts'
import { type ConfigValue, readConfigValue } from '../../source/files/config_values.ts'
import { readFront } from '../../source/files/front_matter.ts'
import type { Generator, Redirect, Site, SitePage, SiteReading } from '../../source/generator.ts'
import { describeHome, writeHomePage } from '../../source/home_page.ts'
import { findMarker } from '../../source/marker_files.ts'
import { isPart, keepLanguage, listPagesBelow } from '../../source/site_pages.ts'
import { readSidebar, readStarlightPages, type StarlightPage } from './_sidebar.ts'

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

function readStarlight(reading: SiteReading): Site {
  const { source, marker, folder, report, shown } = reading
  const config = readConfigFile(source, marker, report)
  const integrations = config.at('integrations').list()
  const options = integrations.find((each) => each.at('title').value !== undefined)
  const settings = options ?? readConfigValue(undefined)
  const locales = settings.at('locales')
  const { language, folders, locale } = chooseLocale(reading, {
    locales,
    main: settings.at('defaultLocale').text() ?? 'root',
    tagOf: (key) => locales.at(key, 'lang').text() ?? (key === 'root' ? 'en' : key),
  })
  const root = posix.join(folder, 'src/content/docs')
  const own = keepLanguage(listPagesBelow(source, root, isPart), folders, locale)
  const pages = placeFrontPage(readStarlightPages(own, reading), reading)
  const title = settings.at('title')
  const aliases = { '~/': posix.join(folder, 'src'), '@/': posix.join(folder, 'src') }
  const site = (config.at('site').text() ?? '').replace(/\/$/, '')
  const topics = findTopics(settings)
  const sidebar = topics ?? settings.at('sidebar')
  const menu = readSidebar(sidebar, { pages, language: language ?? '', report, shown })
  const hasTabs = topics !== undefined || showsTabs(settings, reading)
  return {
    title: title.text() ?? title.at(language ?? 'en').text() ?? title.entries()[0]?.[1].text(),
    language,
    baseAddress: `${site}${config.at('base').text() ?? '/'}`,
    pages,
    menu,
    tabs: hasTabs ? menu.flatMap((entry) => (entry.kind === 'group' ? [entry.title] : [])) : [],
    redirects: readRedirects(config.at('redirects'), shown),
    anchors: 'github',
    markup: 'guess',
    cutsNumbers: false,
    prepare: (lines, { file }) => {
      const front = readFields(reading, file)
      const hero = readHero(front.at('hero'), file, aliases)
      const description = front.at('description').text()
      const body = resolveImports(lines, aliases, reading)
      if (hero === undefined) return [...writeBanner(front, file, reading), ...body]
      reportHeroKeys(hero, file, reading)
      return [
        ...writeBanner(front, file, reading),
        ...writeHomePage({ hero, description }, file),
        ...body,
      ]
    },
    knownKeys: [
      ...['sidebar', 'hero', 'template', 'head', 'editUrl', 'tableOfContents', 'banner', 'prev'],
      ...['next', 'pagefind'],
    ],
    face: readFace(settings, reading),
    fileRoots: [posix.join(folder, 'public')],
  }
}

/** Topics of the plugin for several sidebars: each has a label and a list of its own. */
function findTopics(settings: ConfigValue): ConfigValue | undefined {
  return settings
    .at('plugins')
    .list()
    .find((plugin) => {
      const topics = plugin.list()
      return topics.length > 1 && topics.every((topic) => topic.at('items').list().length > 0)
    })
}

/** Whether a sidebar of the site's own shows the groups at the top as tabs. */
function showsTabs(settings: ConfigValue, { source, folder }: SiteReading): boolean {
  const file = settings.at('components', 'Sidebar').text()
  const text = file === undefined ? undefined : source.read(posix.join(folder, file))
  return /<\w{0,40}Tab\w{0,40}[\s>]/.test(text ?? '')
}

function readFields({ source }: SiteReading, file: string): ConfigValue {
  return readConfigValue(readFront(source, file).fields)
}

/** Without a page at the top, the only one with a hero is the front page. */
function placeFrontPage(
  pages: readonly StarlightPage[],
  reading: SiteReading,
): readonly StarlightPage[] {
  const isIndex = ({ named }: SitePage) => /^index\.\w+$/.test(named)
  const heroes = new Map(pages.map((page) => [page, readFields(reading, page.file).at('hero')]))
  const fronts = pages.filter((page) => heroes.get(page)?.value !== undefined)
  const isOnly = fronts.length === 1 && !pages.some(isIndex)
  return pages.map((page) => {
    const hero = heroes.get(page)
    if (hero?.value === undefined) return page
    const named = isOnly ? `index${posix.extname(page.named)}` : page.named
    const oldAddress = isOnly ? page.named.replace(/\.\w+$/, '/') : undefined
    const stated = readFields(reading, page.file).at('description').text()
    return { ...page, named, oldAddress, description: stated ?? describeHome(hero) }
  })
}

/** A banner stands above the text; its HTML is read like that of the page. */
function writeBanner(front: ConfigValue, file: string, { source }: SiteReading): Lines {
  const content = front.at('banner', 'content').text() ?? ''
  const line = lineOf(source.read(file) ?? '', /^banner:/)
  return content === '' ? [] : [...content.split('\n'), ''].map((text) => ({ text, file, line }))
}

const HERO_KEYS = new Set(['title', 'tagline', 'image', 'actions'])

/** What a site adds to the hero is shown by a component of its own. */
function reportHeroKeys(hero: ConfigValue, file: string, { source, report }: SiteReading): void {
  for (const [key] of hero.entries()) {
    if (HERO_KEYS.has(key)) continue
    const line = lineOf(source.read(file) ?? '', new RegExp(`^\\s+${RegExp.escape(key)}:`))
    const what = `the key ${quote(key)} of the hero is left out`
    report.lose({ file, line }, what, 'write it into the text')
  }
}

/** The first line that a pattern matches, from 1. */
function lineOf(text: string, pattern: RegExp): number {
  const at = text.split('\n').findIndex((line) => pattern.test(line))
  return Math.max(0, at) + 1
}

function readHero(
  hero: ConfigValue,
  file: string,
  aliases: Readonly<Record<string, string>>,
): ConfigValue | undefined {
  if (hero.value === undefined) return undefined
  const picture = hero.at('image', 'file').text()
  const alias = Object.keys(aliases).find((each) => picture?.startsWith(each))
  if (picture === undefined || alias === undefined) return hero
  const path = posix.join(aliases[alias] ?? '', picture.slice(alias.length))
  const own = posix.relative(posix.dirname(file), path)
  const image = { ...Object(hero.at('image').value), file: own }
  return readConfigValue({ ...Object(hero.value), image })
}

function readRedirects(list: ConfigValue, shown: string): readonly Redirect[] {
  return list.entries().flatMap(([from, value]) => {
    const to = value.text() ?? value.at('destination').text()
    return to === undefined ? [] : [{ from, to, place: startOfFile(shown) }]
  })
}

/** Logo, links and colours of a site of Starlight. */
function readFace(settings: ConfigValue, { source, folder }: SiteReading): Face {
  const [logo, social] = [settings.at('logo'), settings.at('social')]
  const stylesheets = settings
    .at('customCss')
    .texts()
    .filter((path) => path.startsWith('.') || path.startsWith('/'))
    .map((path) => posix.join(folder, path))
  const icon = source.has(posix.join(folder, 'public/favicon.svg')) ? '/favicon.svg' : undefined
  return {
    logo: logo.at('src').text() ?? logo.at('light').text(),
    darkLogo: logo.at('dark').text(),
    hidesTitle: logo.at('replacesTitle').value === true,
    favicon: settings.at('favicon').text() ?? icon,
    header: [...readFaceLinks(social.list()), ...readNamedLinks(social)],
    edit: settings.at('editLink', 'baseUrl').text(),
    accent: readAccent(source, stylesheets, '--sl-color-accent'),
    stylesheets,
  }
}
