import { posix } from 'node:path'
import { quote } from '../../../contract/problem.ts'
import { chooseFor } from '../../source/files/choice.ts'
import type { ConfigValue } from '../../source/files/config_values.ts'
import { readFront, readTextField } from '../../source/files/front_matter.ts'
import type { MenuEntry, SitePage, SiteReading } from '../../source/generator.ts'
import { reportAbsent } from '../../source/site_addresses.ts'

/** A page with its title in the menu. */
type MintlifyPage = SitePage & { readonly label: string | undefined }

/** Pages with what their front matter says of the menu; hidden ones are left out. */
export function readMintlifyPages(
  pages: readonly SitePage[],
  { source, report }: SiteReading,
): readonly MintlifyPage[] {
  return pages.flatMap((page): readonly MintlifyPage[] => {
    const { fields } = readFront(source, page.file)
    if (fields.hidden === true) {
      report.note(page.file, 'the page is hidden and is left out', 'remove "hidden" to import it')
      return []
    }
    const tag = readTextField(fields, ['tag'])
    const status = fields.deprecated === true ? 'deprecated' : tag?.toLowerCase()
    return [{ ...page, label: readTextField(fields, ['sidebarTitle']), status }]
  })
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
export function chooseBranches(navigation: ConfigValue, reading: SiteReading): Branches {
  for (const what of ['language', 'version'] as const) {
    const branches = navigation.at(`${what}s`).list()
    if (branches.length === 0) continue
    const isDefault = (branch: ConfigValue) => branch.at('default').value === true
    const sorted = [...branches.filter(isDefault), ...branches.filter((each) => !isDefault(each))]
    const found = sorted.flatMap((branch) => branch.at(what).text() ?? [])
    const name = chooseFor(reading, what, found)
    const branch = sorted.find((each) => each.at(what).text() === name)
    if (branch === undefined) continue
    const inner = chooseBranches(branch, reading)
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
  const parts = PARTS.flatMap((part) => value.at(part).list())
  const inner = [...value.list(), ...parts].flatMap(listPaths)
  return path === undefined ? inner : [bareOf(path), ...inner]
}

export function bareOf(path: string): string {
  return path.replace(/^\/+|\.mdx?$|\/+$/g, '').replace(/\/index$/, '')
}

/** Languages and versions may also stand within a part; then all of them are imported. */
const PARTS = 'tabs anchors dropdowns products menu languages versions groups pages'.split(' ')
const TITLES = 'tab anchor dropdown product item group version language'.split(' ')

type Place = SiteReading & { readonly pages: readonly MintlifyPage[] }

export function readEntries(value: ConfigValue, place: Place): readonly MenuEntry[] {
  const list = value.list()
  const items = list.length > 0 ? list : PARTS.flatMap((part) => value.at(part).list())
  return items.flatMap((each) => readEntry(each, place))
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
    place.report.note(place.marker, what, 'remove those that nobody needs')
  }
  if (entries.length > 0 || file !== undefined) return [{ kind: 'group', title, entries, file }]
  return href === undefined ? [] : [{ kind: 'link', title, href }]
}

/** `GET /pets` names an operation, whose page is made from a description of the interface. */
const OPERATION = /^(?:\S+ )?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|WEBHOOK|TRACE) \S/i

function listPage(path: string, place: Place): readonly MenuEntry[] {
  const { source, folder, report, marker, shown } = place
  const page = findPage(path, place)
  if (page !== undefined) return [{ kind: 'page', file: page.file, title: page.label }]
  if (OPERATION.test(path)) {
    const what = `the page of the operation ${quote(path)} is made by a program and is left out`
    report.note(marker, what, 'import the OpenAPI document')
    // A page that is there and was left out has its own note.
  } else if (!listCandidates(path, folder).some((file) => source.has(file))) {
    reportAbsent(report, shown, path)
  }
  return []
}

function findPage(path: string, { folder, pages }: Place): MintlifyPage | undefined {
  const candidates = listCandidates(path, folder)
  return pages.find(({ file }) => candidates.includes(file))
}

function listCandidates(path: string, folder: string): readonly string[] {
  const bare = posix.join(folder, path.replace(/^\/+|\/+$/g, ''))
  return [`${bare}.mdx`, `${bare}.md`, bare, `${bare}/index.mdx`, `${bare}/index.md`]
}
