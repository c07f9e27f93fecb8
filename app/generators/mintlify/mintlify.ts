import { posix } from 'node:path'
import { quote, startOfFile } from '../../contract/problem.ts'
import { resolveImports } from '../../foreign_source/dialects/imported_files.ts'
import type {
  Generator,
  MenuEntry,
  Recognition,
  Redirect,
  Site,
  SiteContext,
} from '../../foreign_source/generator.ts'
import { findMarker } from '../../foreign_source/marker_files.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import { reportAbsent } from '../../foreign_source/site_addresses.ts'
import { listPagesBelow } from '../../foreign_source/site_pages.ts'
import { choose } from '../../foreign_source/source/choice.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import { type ConfigValue, readConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { readFace } from './_face.ts'
import { type MintlifyPage, readMintlifyPages } from './_pages.ts'
import { resolveReferences } from './_references.ts'
import { readVariables, writeVariables } from './_variables.ts'

/** A site of Mintlify: `docs.json` with its navigation. */
export const mintlify: Generator = {
  name: 'Mintlify',
  recognise: (source) => {
    return findMarker(source, /(?:^|\/)(?:docs|mint)\.json$/, 2, (file) => {
      return source.read(file)?.includes('"navigation"') === true
    })
  },
  readSite: readMintlify,
}

/** Keys that only decorate, or that a reader does not see. */
const KNOWN_KEYS = (
  'icon iconType tag deprecated hidden noindex mode groups keywords public og:image og:title ' +
  'og:description canonical rss boost version'
).split(' ')

function readMintlify(
  source: SourceFolder,
  { marker, folder }: Recognition,
  context: SiteContext,
): Site {
  const { report } = context
  const written = readConfigFile(source, marker, report)
  const config = readConfigValue(resolveReferences(written.value, marker, source, report, 0))
  const shown = source.show(marker)
  const chosen = chooseBranches(config.at('navigation'), shown, context)
  const isOther = (named: string) =>
    /^snippets\//.test(named) ||
    chosen.othersPages.has(bareOf(named)) ||
    chosen.others.some((other) => named.startsWith(`${other}/`))
  const pages = readMintlifyPages(listPagesBelow(source, folder, isOther), { source, report })
  const place = { source, folder, report, shown, pages }
  const menu = chosen.navigation.flatMap((each) => readEntries(each, place))
  const variables = readVariables(config.at('variables'))
  return {
    title: config.at('name').text(),
    language: chosen.language,
    pages,
    menu,
    redirects: readRedirects(config.at('redirects'), shown).filter(({ from }) => {
      return !chosen.others.some((other) => from.startsWith(`/${other}/`))
    }),
    anchors: 'github',
    markup: 'guess',
    cutsNumbers: false,
    prepare: (lines) => {
      const named = writeVariables(lines, variables)
      return resolveImports(named, { aliases: { '/': folder }, source, report })
    },
    knownKeys: KNOWN_KEYS,
    face: readFace(config),
    fileRoots: [folder],
  }
}

type Branches = {
  readonly navigation: readonly ConfigValue[]
  readonly language: string | undefined
  /** Folders of the languages that are left out. */
  readonly others: readonly string[]
  /** Pages that only the languages and versions that are left out name. */
  readonly othersPages: ReadonlySet<string>
}

/** Languages and versions stand above everything else in a navigation, in any order. */
function chooseBranches(
  navigation: ConfigValue,
  shown: string,
  { wishes, report, today }: SiteContext,
): Branches {
  for (const what of ['language', 'version'] as const) {
    const branches = navigation.at(`${what}s`).list()
    if (branches.length === 0) continue
    const isDefault = (branch: ConfigValue) => branch.at('default').value === true
    const sorted = [...branches.filter(isDefault), ...branches.filter((each) => !isDefault(each))]
    const found = sorted.flatMap((branch) => branch.at(what).text() ?? [])
    const name = choose({ what, found, shown }, wishes[what], report)
    const branch = sorted.find((each) => each.at(what).text() === name)
    if (branch === undefined) continue
    const inner = chooseBranches(branch, shown, { wishes, report, today })
    const others = found.filter((each) => each !== name)
    const named = sorted.filter((each) => each !== branch).flatMap(listPaths)
    const own = new Set(inner.navigation.flatMap(listPaths))
    return {
      othersPages: new Set([...named, ...inner.othersPages]).difference(own),
      navigation: inner.navigation,
      language: what === 'language' ? name : inner.language,
      others: [...others, ...inner.others],
    }
  }
  const othersPages = new Set<string>()
  return { navigation: [navigation], language: undefined, others: [], othersPages }
}

/** Pages that a navigation names at any depth, without their endings. */
function listPaths(value: ConfigValue): readonly string[] {
  const path = value.text() ?? value.at('root').text()
  const own = path === undefined ? [] : [bareOf(path)]
  const parts = PARTS.flatMap((part) => value.at(part).list())
  return [...own, ...[...value.list(), ...parts].flatMap(listPaths)]
}

function bareOf(path: string): string {
  return path.replace(/^\/+|\.mdx?$|\/+$/g, '').replace(/\/index$/, '')
}

/** Languages and versions may also stand within a part; then all of them are imported. */
const PARTS = 'tabs anchors dropdowns products menu languages versions groups pages'.split(' ')
const TITLES = 'tab anchor dropdown product item group version language'.split(' ')

type Place = {
  readonly source: SourceFolder
  readonly folder: string
  readonly report: Report
  readonly shown: string
  readonly pages: readonly MintlifyPage[]
}

function readEntries(value: ConfigValue, place: Place): readonly MenuEntry[] {
  const list = value.list()
  if (list.length > 0) return list.flatMap((each) => readEntry(each, place))
  return PARTS.flatMap((part) => {
    return value
      .at(part)
      .list()
      .flatMap((each) => readEntry(each, place))
  })
}

function readEntry(entry: ConfigValue, place: Place): readonly MenuEntry[] {
  const path = entry.text()
  if (path !== undefined) return listPage(path, place)
  const entries = readEntries(entry, place)
  const title = TITLES.map((key) => entry.at(key).text()).find((text) => text !== undefined)
  const root = entry.at('root').text()
  const file = root === undefined ? undefined : findPage(root, place)?.file
  const href = entry.at('href').text()
  if (title === undefined) return entries
  if (entry.at('versions').list().length > 0) {
    const what = `all versions of ${quote(title)} are imported, as it has versions of its own`
    place.report.addNote(startOfFile(place.shown), what, 'remove those that nobody needs')
  }
  if (entries.length === 0 && file === undefined) {
    return href === undefined ? [] : [{ kind: 'link', title, href }]
  }
  return [{ kind: 'group', title, entries, ...(file === undefined ? {} : { file }) }]
}

/** `GET /pets` names an operation, whose page is made from a description of the interface. */
const OPERATION = /^(?:\S+ )?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|WEBHOOK|TRACE) \S/i

function listPage(path: string, place: Place): readonly MenuEntry[] {
  const page = findPage(path, place)
  if (page !== undefined) {
    const { file, label } = page
    return [{ kind: 'page', file, ...(label === undefined ? {} : { title: label }) }]
  }
  if (OPERATION.test(path)) {
    const what = `the page of the operation ${quote(path)} is made by a program and is left out`
    place.report.addNote(startOfFile(place.shown), what, 'import the OpenAPI document')
  } else if (!isLeftOut(path, place)) reportAbsent(place.report, place.shown, path)
  return []
}

/** A page that is there and was left out has its own note. */
function isLeftOut(path: string, { source, folder }: Place): boolean {
  return listCandidates(path, folder).some((file) => source.has(file))
}

function findPage(path: string, { folder, pages }: Place): MintlifyPage | undefined {
  const candidates = listCandidates(path, folder)
  return pages.find(({ file }) => candidates.includes(file))
}

function listCandidates(path: string, folder: string): readonly string[] {
  const bare = posix.join(folder, path.replace(/^\/+|\/+$/g, ''))
  return [`${bare}.mdx`, `${bare}.md`, bare, `${bare}/index.mdx`, `${bare}/index.md`]
}

function readRedirects(list: ConfigValue, shown: string): readonly Redirect[] {
  return list.list().flatMap((each) => {
    const [from, to] = [each.at('source').text(), each.at('destination').text()]
    if (from === undefined || to === undefined) return []
    return [{ from, to, place: startOfFile(shown) }]
  })
}
