import { posix } from 'node:path'
import { startOfFile } from '../../../contract/problem.ts'
import { choose } from '../../source/choice.ts'
import { readConfigFile } from '../../source/config_files.ts'
import type { ConfigValue } from '../../source/config_values.ts'
import type { SourceFolder } from '../../source/source_files.ts'
import type {
  Generator,
  MenuEntry,
  Recognition,
  Redirect,
  Site,
  SiteContext,
} from '../generator.ts'
import { findMarker } from '../marker_files.ts'
import { listPagesBelow } from '../site_pages.ts'

/** A site of Mintlify: `docs.json` with its navigation. */
export const mintlify: Generator = {
  name: 'Mintlify',
  recognise: (source) => {
    const found = findMarker(source, /(?:^|\/)(?:docs|mint)\.json$/)
    const text = found === undefined ? undefined : source.read(found.marker)
    return text?.includes('"navigation"') === true ? found : undefined
  },
  readSite: readMintlify,
}

function readMintlify(
  source: SourceFolder,
  { marker, folder }: Recognition,
  context: SiteContext,
): Site {
  const config = readConfigFile(source, marker, context.report)
  const shown = source.show(marker)
  const chosen = chooseBranches(config.at('navigation'), shown, context)
  const menu = chosen.navigation.flatMap((each) => readEntries(each, source, folder))
  const isOther = (named: string) =>
    /^snippets\//.test(named) || chosen.others.some((other) => named.startsWith(`${other}/`))
  return {
    title: config.at('name').text(),
    language: chosen.language,
    pages: listPagesBelow(source, folder, isOther),
    menu,
    redirects: readRedirects(config.at('redirects'), shown),
    anchors: 'github',
    markup: 'guess',
    cutsNumbers: false,
    fileRoots: [folder],
  }
}

type Branches = {
  readonly navigation: readonly ConfigValue[]
  readonly language: string | undefined
  /** Folders of the languages that are left out. */
  readonly others: readonly string[]
}

/** Languages and versions stand above everything else in a navigation, in any order. */
function chooseBranches(
  navigation: ConfigValue,
  shown: string,
  { wishes, report }: SiteContext,
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
    const inner = chooseBranches(branch, shown, { wishes, report })
    const others = found.filter((each) => each !== name)
    return {
      navigation: inner.navigation,
      language: what === 'language' ? name : inner.language,
      others: [...others, ...inner.others],
    }
  }
  return { navigation: [navigation], language: undefined, others: [] }
}

const PARTS = ['tabs', 'anchors', 'dropdowns', 'products', 'menu', 'groups', 'pages'] as const
const TITLES = ['tab', 'anchor', 'dropdown', 'product', 'item', 'group'] as const

function readEntries(
  value: ConfigValue,
  source: SourceFolder,
  folder: string,
): readonly MenuEntry[] {
  const list = value.list()
  if (list.length > 0) return list.flatMap((each) => readEntry(each, source, folder))
  return PARTS.flatMap((part) =>
    value
      .at(part)
      .list()
      .flatMap((each) => readEntry(each, source, folder)),
  )
}

function readEntry(entry: ConfigValue, source: SourceFolder, folder: string): readonly MenuEntry[] {
  const path = entry.text()
  if (path !== undefined) return listPage(path, source, folder)
  const entries = readEntries(entry, source, folder)
  const title = TITLES.map((key) => entry.at(key).text()).find((text) => text !== undefined)
  const root = entry.at('root').text()
  const file = root === undefined ? undefined : findPage(root, source, folder)
  if (title === undefined) return entries
  if (entries.length === 0 && file === undefined) return []
  return [{ kind: 'group', title, entries, ...(file === undefined ? {} : { file }) }]
}

function listPage(path: string, source: SourceFolder, folder: string): readonly MenuEntry[] {
  const file = findPage(path, source, folder)
  return file === undefined ? [] : [{ kind: 'page', file }]
}

function findPage(path: string, source: SourceFolder, folder: string): string | undefined {
  const bare = posix.join(folder, path.replace(/^\//, ''))
  return [`${bare}.mdx`, `${bare}.md`, bare].find((file) => source.has(file))
}

function readRedirects(list: ConfigValue, shown: string): readonly Redirect[] {
  return list.list().flatMap((each) => {
    const [from, to] = [each.at('source').text(), each.at('destination').text()]
    if (from === undefined || to === undefined) return []
    return [{ from, to, place: startOfFile(shown) }]
  })
}
