import { compare } from '../../contract/problem.ts'
import type { CorpusPage } from '../model/corpus.ts'
import type { Folder } from '../model/folder.ts'

/** A folder, a page, or a page that names its folder. */
export type Branch = {
  readonly path: string
  readonly children: Map<string, Branch>
  /** The children in list order, once the tree is complete. */
  sorted: readonly Branch[]
  page: CorpusPage | undefined
  title: string | undefined
  /** Title of its group in the folder above. */
  group: string | undefined
  /** Its place in the order that the author wrote for the folder above. */
  place: number
  rank: number
}

/** What navigation is built from; `kinds` are in the order in which readers should see them. */
export type NavigationSource = {
  readonly baseUrl: string
  readonly pages: readonly CorpusPage[]
  readonly folders: readonly Folder[]
  readonly kinds: readonly string[]
}

export function buildTree({ pages, folders, kinds }: NavigationSource): Branch {
  const rankOf = (kind: string) => (kinds.includes(kind) ? kinds.indexOf(kind) : kinds.length)
  const root = createBranch('')
  for (const page of pages) {
    let at = root
    const rank = rankOf(page.record.kind)
    for (const segment of splitPath(page.path)) {
      const path = at.path === '' ? segment : `${at.path}/${segment}`
      const child = at.children.get(segment) ?? createBranch(path)
      at.children.set(segment, child)
      at = child
      at.rank = Math.min(at.rank, rank)
    }
    at.page = page
  }
  for (const folder of folders) arrangeFolder(root, folder)
  sortChildren(root)
  return root
}

/** All pages in list order. */
export function listPages(of: Branch): readonly CorpusPage[] {
  const own = of.page === undefined ? [] : [of.page]
  return [...own, ...of.sorted.flatMap(listPages)]
}

/** The folders that no page names. */
export function listBareFolders(of: Branch): readonly Branch[] {
  const own = of.page === undefined && of.children.size > 0 ? [of] : []
  return [...own, ...of.sorted.flatMap(listBareFolders)]
}

export function nameFolder(of: Branch): string {
  if (of.title !== undefined) return of.title
  if (of.page !== undefined) return of.page.record.title
  const words = of.path.slice(of.path.lastIndexOf('/') + 1).replace(/[-_]+/g, ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

type Group = { readonly title: string | undefined; readonly branches: readonly Branch[] }

/** Neighbours with the same group together; without a title where they have none. */
export function groupBranches(branches: readonly Branch[]): readonly Group[] {
  const groups: { title: string | undefined; branches: Branch[] }[] = []
  for (const branch of branches) {
    const last = groups.at(-1)
    if (last !== undefined && last.title === branch.group) last.branches.push(branch)
    else groups.push({ title: branch.group, branches: [branch] })
  }
  return groups
}

function splitPath(path: string): readonly string[] {
  return path === '' ? [] : path.split('/')
}

function createBranch(path: string): Branch {
  const last = Number.POSITIVE_INFINITY
  const unset = { page: undefined, title: undefined, group: undefined }
  return { path, children: new Map(), sorted: [], ...unset, place: last, rank: last }
}

function arrangeFolder(root: Branch, { path, title, entries }: Folder): void {
  const start: Branch | undefined = root
  const branch = splitPath(path).reduce<Branch | undefined>(
    (at, segment) => at?.children.get(segment),
    start,
  )
  if (branch === undefined) return
  branch.title = title
  for (const [place, { name, group }] of entries.entries()) {
    const child = branch.children.get(name)
    if (child !== undefined) Object.assign(child, { place, group })
  }
}

/** The author's order first, then by the rank of the kind, then by path. */
function sortChildren(of: Branch): void {
  of.sorted = [...of.children.values()].sort((a, b) => {
    if (a.place !== b.place) return a.place < b.place ? -1 : 1
    return a.rank - b.rank || compare(a.path, b.path)
  })
  for (const child of of.sorted) sortChildren(child)
}
