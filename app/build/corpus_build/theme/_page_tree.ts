import { compare } from '../../../contract/problem.ts'
import type { CorpusPage } from '../../../docs/model/corpus.ts'
import { type Folder, INDEX_NAME, type Tab } from '../../../docs/model/folder.ts'

/** A folder, a page, or a page that names its folder. */
export type Branch = {
  readonly path: string
  /** What is below it by address. */
  readonly children: Map<string, Branch>
  /** The branch below which it is listed: the one above it, or the one whose order names it. */
  above: Branch | undefined
  /** What is listed below it, in list order, once the tree is complete. */
  sorted: readonly Branch[]
  page: CorpusPage | undefined
  /** Where the page is listed, if that is a row of its own beside what is below it. */
  row: Branch | undefined
  /** Where a link beside the pages leads. */
  readonly href: string | undefined
  title: string | undefined
  /** Its title in the order that lists it. */
  label: string | undefined
  /** Titles of its groups in the order that lists it, the outer one first. */
  groups: readonly string[]
  /** Its place in the order that lists it. */
  place: number
  rank: number
}

/** What navigation is built from; `kinds` are in the order in which readers should see them. */
export type NavigationSource = {
  readonly baseUrl: string
  readonly pages: readonly CorpusPage[]
  readonly folders: readonly Folder[]
  readonly kinds: readonly string[]
  /** Language of the texts beside the pages. */
  readonly language: string
}

export function buildTree({ pages, folders, kinds }: NavigationSource): Branch {
  const rankOf = (kind: string) => (kinds.includes(kind) ? kinds.indexOf(kind) : kinds.length)
  const root = createBranch('')
  for (const page of pages) {
    let at = root
    const rank = rankOf(page.record.kind)
    for (const segment of splitPath(page.path)) {
      const path = at.path === '' ? segment : `${at.path}/${segment}`
      const child = at.children.get(segment) ?? createBranch(path, at)
      at.children.set(segment, child)
      at = child
      at.rank = Math.min(at.rank, rank)
    }
    at.page = page
  }
  const depthOf = ({ path }: Folder) => splitPath(path).length
  const placed = new Set<Branch>()
  // The order of a folder may list what is deeper below it, and then has precedence.
  const rows = [...folders]
    .sort((a, b) => depthOf(a) - depthOf(b))
    .flatMap((folder) => arrangeFolder(root, folder, placed))
  const listed = Map.groupBy([...listBranches(root), ...rows], ({ above }) => above)
  sortBranches(root, listed)
  return root
}

/** All pages in list order. */
export function listPages(of: Branch): readonly CorpusPage[] {
  const own = of.page === undefined || of.row !== undefined ? [] : [of.page]
  return [...own, ...of.sorted.flatMap(listPages)]
}

export function findFirstPage(of: Branch): CorpusPage | undefined {
  if (of.page !== undefined) return of.page
  for (const branch of of.sorted) {
    const page = findFirstPage(branch)
    if (page !== undefined) return page
  }
  return undefined
}

/** The branches between a path and the top by the order in which they are listed, and its own. */
export function findOpenBranches(root: Branch, path: string | undefined): ReadonlySet<Branch> {
  const open = new Set<Branch>()
  const found = path === undefined ? undefined : findBranch(root, splitPath(path))
  let at = found?.row ?? found
  for (; at !== undefined && !open.has(at); at = at.above) open.add(at)
  return open
}

export function nameFolder(of: Branch): string {
  if (of.label !== undefined) return of.label
  if (of.title !== undefined) return of.title
  if (of.page !== undefined) return of.page.record.title
  const words = of.path.slice(of.path.lastIndexOf('/') + 1).replace(/[-_]+/g, ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

type Group = { readonly title: string | undefined; readonly branches: readonly Branch[] }

/** Neighbours with the same title together; `titleOf` gives none for what is in no group. */
export function groupBranches(
  branches: readonly Branch[],
  titleOf: (branch: Branch) => string | undefined,
): readonly Group[] {
  const groups: { title: string | undefined; branches: Branch[] }[] = []
  for (const branch of branches) {
    const title = titleOf(branch)
    const last = groups.at(-1)
    if (last !== undefined && last.title === title) last.branches.push(branch)
    else groups.push({ title, branches: [branch] })
  }
  return groups
}

/** A part of the site: a tree of its own below a title in the header. */
export type TabTree = {
  readonly title: string
  readonly root: Branch
  /** How many titles of groups the tab itself stands for. */
  readonly depth: number
}

/** The parts of a site. What no tab names is in the first, so that every page is in one. */
export function splitIntoTabs(root: Branch, tabs: readonly Tab[]): readonly TabTree[] {
  const chosen = root.sorted.map((branch) => {
    const [top = ''] = splitPath((branch.href ?? branch.path).replace(/^\/|[?#].*$/g, ''))
    const has = (name: string | undefined) =>
      tabs.findIndex(({ names }) => names.includes(name ?? ''))
    const at = has(branch.groups[0])
    return { branch, at: Math.max(0, at === -1 ? has(top === '' ? INDEX_NAME : top) : at) }
  })
  return tabs.map(({ title, names: [first = ''], names }, place) => {
    const sorted = chosen.filter(({ at }) => at === place).map(({ branch }) => branch)
    const isGroup = names.length === 1 && sorted.every(({ groups }) => groups[0] === first)
    const folder = root.children.get(first)
    const name = folder === undefined || isGroup ? first : nameFolder(folder)
    const own = place === 0 ? { page: root.page, row: root.row } : {}
    const whole = { ...createBranch(''), sorted, ...own }
    const only = findOnlyFolder(whole)
    return { title: title ?? name, root: only ?? whole, depth: isGroup && !only ? 1 : 0 }
  })
}

/** A part that is one folder shows what is in it: its title is that of the part. */
function findOnlyFolder({ sorted, page, row }: Branch): Branch | undefined {
  const [only] = sorted
  if (only === undefined || sorted.length > 1 || only.sorted.length === 0) return undefined
  if (page === undefined || row !== undefined) return { ...only, path: '' }
  const isFree = only.page === undefined || only.row !== undefined
  return isFree ? { ...only, path: '', page, row } : undefined
}

function splitPath(path: string): readonly string[] {
  return path === '' ? [] : path.split('/')
}

function createBranch(path: string, above?: Branch, href?: string): Branch {
  const last = Number.POSITIVE_INFINITY
  const unset = { page: undefined, row: undefined, title: undefined, label: undefined, groups: [] }
  return { path, above, href, children: new Map(), sorted: [], ...unset, place: last, rank: last }
}

function findBranch(from: Branch, segments: readonly string[]): Branch | undefined {
  const start: Branch | undefined = from
  return segments.reduce<Branch | undefined>((at, segment) => at?.children.get(segment), start)
}

function listBranches(of: Branch): readonly Branch[] {
  return [...of.children.values()].flatMap((child) => [child, ...listBranches(child)])
}

/** Puts what an order names below its folder; the rows that are no branch of the tree come back. */
function arrangeFolder(
  root: Branch,
  { path, title, entries }: Folder,
  placed: Set<Branch>,
): readonly Branch[] {
  const branch = findBranch(root, splitPath(path))
  if (branch === undefined) return []
  branch.title = title
  return entries.flatMap(({ name, groups, title: label, isLink }, place) => {
    const own = { above: branch, place, groups, label }
    if (isLink) return [Object.assign(createBranch(path, branch, name), own)]
    const child = findBranch(branch, splitPath(name))
    if (child === undefined) return listIndex(branch, name, own)
    if (!placed.has(child)) Object.assign(child, own)
    placed.add(child)
    return []
  })
}

/** The page of a folder as a row of its own, unless an order further up has it. */
function listIndex(
  branch: Branch,
  name: string,
  own: Pick<Branch, 'above' | 'place' | 'groups' | 'label'>,
): readonly Branch[] {
  const segments = splitPath(name)
  const folder = segments.at(-1) === INDEX_NAME && findBranch(branch, segments.slice(0, -1))
  if (folder === false || folder?.page === undefined || folder.row !== undefined) return []
  folder.row = Object.assign(createBranch(folder.path), own, { page: folder.page })
  return [folder.row]
}

/** The author's order first, then by the rank of the kind, then by path. */
function sortBranches(
  of: Branch,
  listed: ReadonlyMap<Branch | undefined, readonly Branch[]>,
): void {
  const below = listed.get(of) ?? []
  for (const child of below) sortBranches(child, listed)
  of.sorted = below
    // A folder whose pages are listed elsewhere has nothing to show.
    .filter(({ page, row, href, sorted }) => {
      return (page !== undefined && row === undefined) || href !== undefined || sorted.length > 0
    })
    .sort((a, b) => {
      if (a.place !== b.place) return a.place < b.place ? -1 : 1
      return a.rank - b.rank || compare(a.path, b.path)
    })
}
