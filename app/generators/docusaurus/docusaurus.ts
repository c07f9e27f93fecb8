import { posix } from 'node:path'
import { startOfFile } from '../../contract/problem.ts'
import { resolveImports } from '../../foreign_source/dialects/imported_files.ts'
import type {
  Generator,
  Recognition,
  Redirect,
  Site,
  SiteContext,
} from '../../foreign_source/generator.ts'
import { findMarker } from '../../foreign_source/marker_files.ts'
import { choose, sortVersions } from '../../foreign_source/source/choice.ts'
import { readComputedTitle } from '../../foreign_source/source/computed_title.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import { type ConfigValue, readConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { writeDocCards } from './_doc_cards.ts'
import { readDocsPages } from './_docs_pages.ts'
import { readFace } from './_face.ts'
import { addFrontPage, readFrontPage } from './_front_page.ts'
import { readSidebars } from './_sidebars.ts'

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

function readDocusaurus(
  source: SourceFolder,
  { marker, folder }: Recognition,
  context: SiteContext,
): Site {
  const { report } = context
  const config = readConfigFile(source, marker, report)
  const docs = findDocsOptions(config)
  const version = chooseVersion(source, folder, docs, context)
  const root =
    version === undefined
      ? posix.join(folder, docs.at('path').text() ?? 'docs')
      : posix.join(folder, 'versioned_docs', `version-${version}`)
  const { language, translated } = chooseLanguage(
    source,
    { marker, folder },
    config,
    version,
    context,
  )
  const exclude = docs
    .at('exclude')
    .list()
    .flatMap((each) => each.text() ?? [])
  const mount = (docs.at('routeBasePath').text() ?? 'docs').replace(/^\/+|\/+$/g, '')
  const pages = readDocsPages({ source, report, root, translated, exclude, mount })
  const sidebars = findSidebars(source, folder, docs, version)
  const menu = readSidebars(
    sidebars === undefined ? readConfigValue(undefined) : readConfigFile(source, sidebars, report),
    nameSidebars(config),
    { source, report, root, pages, shown: source.show(sidebars ?? marker) },
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
    redirects: readRedirects(config, source.show(marker), context),
    anchors: 'github',
    markup: 'guess',
    cutsNumbers: false,
    prepare: (lines, { file }) => {
      const cards = writeDocCards(lines, file, menu, source)
      const aliases = { '@site/': folder, '@docs/': root }
      return resolveImports(cards, { aliases, source, report })
    },
    knownKeys: KNOWN_KEYS,
    face: readFace(config, docs, folder, source, pages),
    linkRoots: [...(translated === undefined ? [] : [translated]), root, folder],
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
function chooseVersion(
  source: SourceFolder,
  folder: string,
  docs: ConfigValue,
  { report, wishes }: SiteContext,
): string | undefined {
  const file = posix.join(folder, 'versions.json')
  const listed = readConfigFile(source, file, report).list()
  const names = listed.flatMap((each) => each.text() ?? [])
  if (names.length === 0) return undefined
  const last = docs.at('lastVersion').text()
  // Versions that are no longer built still lie beside the others.
  const below = posix.join(folder, 'versioned_docs/')
  const kept = source.files
    .filter((path) => path.startsWith(`${below}version-`))
    .map((path) => path.slice(below.length + 'version-'.length).replace(/\/.*$/, ''))
  const old = sortVersions([...new Set(kept)].filter((name) => !names.includes(name)))
  const all = [...names, 'current', ...old]
  const found = last !== undefined && all.includes(last) ? [...new Set([last, ...all])] : all
  const shown = source.show(file)
  const version = choose({ what: 'version', found, shown }, wishes.version, report)
  return version === 'current' ? undefined : version
}

type Language = { readonly language: string | undefined; readonly translated: string | undefined }

/** Pages of another language lie in `i18n`; those that it does not have are in the default one. */
function chooseLanguage(
  source: SourceFolder,
  { marker, folder }: Recognition,
  config: ConfigValue,
  version: string | undefined,
  { report, wishes }: SiteContext,
): Language {
  const main = config.at('i18n', 'defaultLocale').text()
  const folderOf = (name: string) => {
    const below = version === undefined ? 'current' : `version-${version}`
    return posix.join(folder, 'i18n', name, 'docusaurus-plugin-content-docs', below)
  }
  const listed = config.at('i18n', 'locales').list()
  const others = listed
    .flatMap((each) => each.text() ?? [])
    .filter((name) => name !== main && source.files.some((file) => file.startsWith(folderOf(name))))
  const found = [...(main === undefined ? [] : [main]), ...others]
  const shown = source.show(marker)
  const language = choose({ what: 'language', found, shown }, wishes.language, report)
  const translated = language === undefined || language === main ? undefined : folderOf(language)
  return { language, translated }
}

function findSidebars(
  source: SourceFolder,
  folder: string,
  docs: ConfigValue,
  version: string | undefined,
): string | undefined {
  const written = docs.at('sidebarPath').text()
  const candidates =
    version === undefined
      ? [...(written === undefined ? [] : [written]), 'sidebars.js', 'sidebars.ts', 'sidebars.json']
      : [`versioned_sidebars/version-${version}-sidebars.json`]
  return candidates.map((path) => posix.join(folder, path)).find((file) => source.has(file))
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

function readRedirects(
  config: ConfigValue,
  shown: string,
  { report }: SiteContext,
): readonly Redirect[] {
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
    const from = each.at('from')
    const froms = [from, ...from.list()].flatMap((one) => one.text() ?? [])
    return to === undefined ? [] : froms.map((one) => ({ from: one, to, place }))
  })
}
