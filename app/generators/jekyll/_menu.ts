import { quote } from '../../contract/problem.ts'
import type { MenuEntry } from '../../foreign_source/generator.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import { readTextField } from '../../foreign_source/source/front_matter.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import type { JekyllPage } from './_pages.ts'

type MenuContext = {
  readonly config: ConfigValue
  readonly source: SourceFolder
  readonly report: Report
}

/**
 * The menu of Just the Docs: pages below the page whose title they name as `parent`. Collections
 * have menus of their own, in the order of the configuration.
 */
export function makeMenu(pages: readonly JekyllPage[], context: MenuContext): readonly MenuEntry[] {
  const listed = listMenuCollections(context.config)
  const own = makeTree(
    pages.filter(({ label }) => label === ''),
    context,
  )
  const groups = listed.flatMap(({ label, title }): readonly MenuEntry[] => {
    const entries = makeTree(
      pages.filter((page) => page.label === label),
      context,
    )
    if (entries.length === 0) return []
    return title === undefined ? entries : [{ kind: 'group', title, entries }]
  })
  return [...own, ...groups]
}

type MenuCollection = { readonly label: string; readonly title: string | undefined }

/** Themes keep the table below `just_the_docs`, and forks below keys of their own. */
function listMenuCollections(config: ConfigValue): readonly MenuCollection[] {
  const tables = config.entries().flatMap(([key, value]) => {
    return key === 'just_the_docs' || key.endsWith('_collection') ? [value.at('collections')] : []
  })
  const listed = tables.flatMap((table) => table.entries())
  return listed
    .filter(([, options]) => options.at('nav_exclude').value !== true)
    .map(([label, options]) => ({ label, title: options.at('name').text() }))
}

type Node = { readonly page: JekyllPage; readonly title: string; readonly children: Node[] }

function makeTree(pages: readonly JekyllPage[], context: MenuContext): readonly MenuEntry[] {
  const sorted = sortPages(pages, context)
  const nodes = sorted.flatMap((page): Node[] => {
    const title = readTextField(page.fields, ['title'])
    if (title === undefined || page.fields.nav_exclude === true) return []
    return [{ page, title, children: [] }]
  })
  const byTitle = Map.groupBy(nodes, ({ title }) => title)
  const roots: Node[] = []
  const above = new Map<Node, Node>()
  for (const node of nodes) {
    const wanted = readTextField(node.page.fields, ['parent'])
    if (wanted === undefined) roots.push(node)
    else findParent(node, wanted, byTitle, above, context)
  }
  for (const node of nodes) above.get(node)?.children.push(node)
  return roots.map(toEntry)
}

/** Finds the page with the title of a parent, whose own parent is the grandparent. */
function findParent(
  node: Node,
  wanted: string,
  byTitle: ReadonlyMap<string, readonly Node[]>,
  above: Map<Node, Node>,
  { source, report }: MenuContext,
): void {
  const grand = readTextField(node.page.fields, ['grand_parent'])
  const ancestor = readTextField(node.page.fields, ['ancestor'])
  const all = (byTitle.get(wanted) ?? []).filter((each) => each !== node)
  const parentOf = (each: Node) => readTextField(each.page.fields, ['parent'])
  const fitting = all.filter((each) => {
    if (grand !== undefined && parentOf(each) !== grand) return false
    return ancestor === undefined || isBelow(each, ancestor, byTitle)
  })
  const place = { file: source.show(node.page.file), line: 1, column: 1 }
  const [found] = fitting.filter((each) => !listAbove(each, above).includes(node))
  if (found === undefined) {
    const what = `the menu has no page ${quote(wanted)}, the parent of this one`
    report.addNote(place, `${what}, so it is in no menu`, 'correct "parent" and "grand_parent"')
    return
  }
  above.set(node, found)
  if (fitting.length < 2) return
  const what = `the menu has ${fitting.length} pages ${quote(wanted)}; this one goes below`
  report.addNote(place, `${what} ${quote(found.page.path)}`, 'name its "grand_parent"')
}

const DEPTH_MAX = 20

function isBelow(
  node: Node,
  ancestor: string,
  byTitle: ReadonlyMap<string, readonly Node[]>,
): boolean {
  let current: Node | undefined = node
  for (let depth = 0; current !== undefined && depth < DEPTH_MAX; depth += 1) {
    if (current.title === ancestor) return true
    const parent = readTextField(current.page.fields, ['parent'])
    current = parent === undefined ? undefined : byTitle.get(parent)?.[0]
  }
  return false
}

function listAbove(node: Node, above: ReadonlyMap<Node, Node>): readonly Node[] {
  const found = [node]
  for (let up = above.get(node); up !== undefined; up = above.get(up)) found.push(up)
  return found
}

function toEntry({ page: { file }, title, children }: Node): MenuEntry {
  if (children.length === 0) return { kind: 'page', file, title }
  return { kind: 'group', title, file, entries: children.map(toEntry) }
}

/** Numbers by value come first; then words, which are the titles of pages without an order. */
function sortPages(
  pages: readonly JekyllPage[],
  { config, source }: MenuContext,
): readonly JekyllPage[] {
  const isSensitive = config.at('nav_sort').text() === 'case_sensitive'
  const keyed = pages.map((page) => {
    const order = page.fields.nav_order
    const text = typeof order === 'string' || typeof order === 'number' ? String(order) : ''
    // The reader of front matter gives numbers as they are written, and quotes are gone.
    const isQuoted = /^nav_order:[ \t]*["']/m.test(source.read(page.file)?.slice(0, 2000) ?? '')
    const number = isQuoted || text === '' ? Number.NaN : Number(text)
    const word = text === '' ? (readTextField(page.fields, ['title']) ?? '') : text
    return { page, number, word: isSensitive ? word : word.toLowerCase() }
  })
  const numbered = keyed.filter(({ number }) => !Number.isNaN(number))
  const others = keyed.filter(({ number }) => Number.isNaN(number))
  return [
    ...numbered.sort((a, b) => a.number - b.number),
    ...others.sort((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : 0)),
  ].map(({ page }) => page)
}
