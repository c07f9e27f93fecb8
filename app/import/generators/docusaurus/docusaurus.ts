import { posix } from 'node:path'
import { startOfFile } from '../../../contract/problem.ts'
import { resolveImports } from '../../source/dialects/imported_files.ts'
import { type Face, type FaceLink, readAccent, readFaceLinks } from '../../source/face.ts'
import { chooseFor, sortVersions } from '../../source/files/choice.ts'
import { readConfigFile } from '../../source/files/config_files.ts'
import type { ConfigValue } from '../../source/files/config_values.ts'
import { findFirst } from '../../source/files/source_files.ts'
import { readComputedTitle } from '../../source/files/titles.ts'
import type { Generator, Redirect, Site, SiteReading } from '../../source/generator.ts'
import { findMarker } from '../../source/marker_files.ts'
import { keyOf } from '../../source/site_addresses.ts'
import { type DocsPage, readDocsPages } from './_docs_pages.ts'
import { addFrontPage, readFrontPage } from './_front_page.ts'
import { readSidebars, writeDocCards } from './_sidebars.ts'

/** A site of Docusaurus: `docusaurus.config.*`, pages in `docs` or in the folder of a version. */
export const docusaurus: Generator = {
  name: 'Docusaurus',
  recognise: (source) => findMarker(source, /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/),
  readSite: readDocusaurus,
}

/** Keys that only decorate, or that are read elsewhere. */
const KNOWN_KEYS = (
  'id sidebar_label sidebar_position unlisted hide_title pagination_label hide_table_of_contents ' +
  'custom_edit_url displayed_sidebar pagination_next pagination_prev sidebar_class_name image ' +
  'keywords parse_number_prefixes'
).split(' ')

function readDocusaurus(reading: SiteReading): Site {
  const { source, marker, folder, report } = reading
  const config = readConfigFile(source, marker, report)
  const docs = findDocsOptions(config)
  const version = chooseVersion(reading, docs)
  const own = version === undefined ? (docs.at('path').text() ?? 'docs') : `version-${version}`
  const root = posix.join(folder, version === undefined ? '' : 'versioned_docs', own)
  const { language, translated } = chooseLanguage(reading, config, version)
  const mount = (docs.at('routeBasePath').text() ?? 'docs').replace(/^\/+|\/+$/g, '')
  const exclude = docs.at('exclude').texts()
  const pages = readDocsPages({ source, report, root, translated, exclude, mount })
  const written = docs.at('sidebarPath').text() ?? []
  const sidebars =
    version === undefined
      ? [written, 'sidebars.js', 'sidebars.ts', 'sidebars.json'].flat()
      : [`versioned_sidebars/version-${version}-sidebars.json`]
  const listed = findFirst(source, folder, sidebars)
  const { menu, tabs, redirects } = readSidebars(
    readConfigFile(source, listed ?? '', report),
    nameSidebars(config),
    {
      ...{ source, report, root, pages, mount, shown: source.show(listed ?? marker) },
    },
  )
  const [address, base] = [config.at('url').text() ?? '', config.at('baseUrl').text() ?? '/']
  const title = config.at('title').text() ?? readComputedTitle(source, marker, report)
  const front = { title: title ?? 'Documentation', tagline: config.at('tagline').text() ?? '' }
  return {
    title,
    language,
    baseAddress: `${address.replace(/\/$/, '')}${base.replace(/\/?$/, '/')}`,
    pagesFolder: root,
    pages: addFrontPage(pages, mount, readFrontPage(front, menu, { source, folder, report })),
    menu,
    tabs,
    redirects: [...readRedirects(config, reading), ...redirects],
    anchors: 'github',
    markup: 'guess',
    cutsNumbers: false,
    prepare: (lines, { file }) => {
      const cards = writeDocCards(lines, file, menu, source)
      return resolveImports(cards, { '@site/': folder, '@docs/': root }, reading)
    },
    knownKeys: KNOWN_KEYS,
    face: readFace(reading, { config, docs, pages }),
    linkRoots: [translated ?? [], root, folder].flat(),
    fileRoots: [posix.join(folder, 'static')],
  }
}

/** Options of the documentation: in the preset, `['classic', { docs: … }]`. */
function findDocsOptions(config: ConfigValue): ConfigValue {
  const presets = config.at('presets').list()
  const found = presets.find((preset) => preset.at(1, 'docs').value !== undefined)
  return found?.at(1, 'docs') ?? config.at('docs')
}

/** The name of a version; undefined for the pages that are not released. */
function chooseVersion(reading: SiteReading, docs: ConfigValue): string | undefined {
  const { source, folder, report } = reading
  const file = posix.join(folder, 'versions.json')
  const names = readConfigFile(source, file, report).texts()
  if (names.length === 0) return undefined
  const last = docs.at('lastVersion').text()
  // Versions that are no longer built still lie beside the others.
  const below = posix.join(folder, 'versioned_docs/version-')
  const kept = source.files
    .filter((path) => path.startsWith(below))
    .map((path) => path.slice(below.length).replace(/\/.*$/, ''))
  const old = sortVersions([...new Set(kept)].filter((name) => !names.includes(name)))
  const all = [...names, 'current', ...old]
  const found = last !== undefined && all.includes(last) ? [...new Set([last, ...all])] : all
  const version = chooseFor({ ...reading, shown: source.show(file) }, 'version', found)
  return version === 'current' ? undefined : version
}

/** Pages of another language lie in `i18n`; those that it does not have are in the default one. */
function chooseLanguage(reading: SiteReading, config: ConfigValue, version: string | undefined) {
  const main = config.at('i18n', 'defaultLocale').text()
  const below = version === undefined ? 'current' : `version-${version}`
  const folderOf = (name: string) =>
    posix.join(reading.folder, 'i18n', name, 'docusaurus-plugin-content-docs', below)
  const others = config
    .at('i18n', 'locales')
    .texts()
    .filter((name) => {
      return name !== main && reading.source.files.some((file) => file.startsWith(folderOf(name)))
    })
  const language = chooseFor(reading, 'language', [main ?? [], others].flat())
  const translated = language === undefined || language === main ? undefined : folderOf(language)
  return { language, translated }
}

/** What the bar at the top calls each sidebar. */
function nameSidebars(config: ConfigValue): ReadonlyMap<string, string> {
  const items = config.at('themeConfig', 'navbar', 'items').list()
  return new Map(
    items.flatMap((item) => {
      const [id, label] = [item.at('sidebarId').text(), item.at('label').text()]
      return id === undefined || label === undefined ? [] : [[id, label] as const]
    }),
  )
}

const REDIRECTS = /client-redirects$/

function readRedirects(config: ConfigValue, { shown, report }: SiteReading): readonly Redirect[] {
  const plugins = config.at('plugins').list()
  const options = plugins.find((plugin) => REDIRECTS.test(plugin.at(0).text() ?? ''))?.at(1)
  const place = startOfFile(shown)
  const named = plugins.some((plugin) => REDIRECTS.test(plugin.text() ?? ''))
  if (options?.at('redirects').value === undefined && (named || options !== undefined)) {
    const what = 'the redirects are computed by a program that is not run'
    report.addNote(place, what, 'list them in redirects.yaml')
  }
  return (options?.at('redirects').list() ?? []).flatMap((each) => {
    const to = each.at('to').text()
    return to === undefined
      ? []
      : each
          .at('from')
          .texts()
          .map((from) => ({ from, to, place }))
  })
}

type FaceSource = {
  readonly config: ConfigValue
  readonly docs: ConfigValue
  readonly pages: readonly DocsPage[]
}

/** Bar, footer and colours of a site of Docusaurus. */
function readFace({ source, folder }: SiteReading, { config, docs, pages }: FaceSource): Face {
  const show = (links: readonly FaceLink[]) =>
    links.map(({ title, href }) => {
      const page = pages.find(({ id }) => id === href)
      return { title, href: page === undefined ? href : `/${keyOf(page.named)}` }
    })
  const theme = config.at('themeConfig')
  const presets = config.at('presets').list()
  const custom = presets.flatMap((preset) => preset.at(1, 'theme', 'customCss').texts())
  const stylesheets = custom.map((path) => posix.join(folder, path))
  return {
    logo: theme.at('navbar', 'logo', 'src').text(),
    darkLogo: theme.at('navbar', 'logo', 'srcDark').text(),
    hidesTitle: theme.at('navbar', 'title').text() === undefined,
    favicon: config.at('favicon').text(),
    header: show(readFaceLinks(theme.at('navbar', 'items').list())),
    footer: show(readFaceLinks(theme.at('footer', 'links').list())),
    edit: docs.at('editUrl').text(),
    accent: readAccent(source, stylesheets, '--ifm-color-primary'),
    stylesheets,
  }
}
