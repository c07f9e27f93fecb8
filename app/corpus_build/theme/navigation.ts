import { compare } from '../../contract/problem.ts'
import { escapeMarkup } from '../../source_text/escape.ts'
import { pageHref } from '../model/addresses.ts'
import type { Corpus, CorpusPage } from '../model/corpus.ts'

/** Up to this many pages, every page shows the whole tree. */
const WHOLE_TREE_PAGES_MAX = 150

/** Most entries of a folder on one page: pages of a large folder must not each list all of it. */
const FOLDER_ENTRIES_MAX = 60

/** A folder, a page, or a page that names its folder. */
type Branch = {
  readonly path: string
  readonly children: Map<string, Branch>
  /** The children in list order, once the tree is complete. */
  sorted: readonly Branch[]
  page: CorpusPage | undefined
  rank: number
}

/** What navigation is built from; `kinds` are in the order in which readers should see them. */
type NavigationSource = {
  readonly baseUrl: string
  readonly pages: readonly CorpusPage[]
  readonly kinds: readonly string[]
}

export function navigationSourceOf({ baseUrl, pages, registry }: Corpus): NavigationSource {
  const kinds = registry.llms.sections.flatMap((section) => section.kinds)
  return { baseUrl, pages, kinds }
}

/** A link to the previous or next page. */
export type Neighbour = { readonly href: string; readonly title: string }

type Navigation = {
  /** The list of links as HTML, with the current page marked; an error page has none. */
  readonly html: (current?: CorpusPage) => string
  readonly neighbours: (current: CorpusPage) => {
    readonly previous: Neighbour | undefined
    readonly next: Neighbour | undefined
  }
}

/** All pages in reading order: folder by folder, introductions first. */
export function listInReadingOrder(site: NavigationSource): readonly CorpusPage[] {
  return listPages(buildTree(site))
}

/** Navigation by folder, in the order of the sections of llms.txt in the registry. */
export function createNavigation(site: NavigationSource): Navigation {
  const root = buildTree(site)
  const order = listPages(root)
  const places = new Map(order.map((page, at) => [page.path, at]))
  const whole = site.pages.length <= WHOLE_TREE_PAGES_MAX
  const hrefOf = (page: CorpusPage) => escapeMarkup(pageHref(page, site.baseUrl))
  const neighbour = (at: number): Neighbour | undefined => {
    const page = order[at]
    return page && { href: pageHref(page, site.baseUrl), title: page.record.title }
  }
  return {
    html: (current) => renderList(root, { current, whole, hrefOf }),
    neighbours: (current) => {
      const at = places.get(current.path) ?? 0
      return { previous: neighbour(at - 1), next: neighbour(at + 1) }
    },
  }
}

type View = {
  readonly current: CorpusPage | undefined
  readonly whole: boolean
  readonly hrefOf: (page: CorpusPage) => string
}

function buildTree({ pages, kinds }: NavigationSource): Branch {
  const rankOf = (kind: string) => (kinds.includes(kind) ? kinds.indexOf(kind) : kinds.length)
  const root = createBranch('')
  for (const page of pages) {
    let at = root
    const rank = rankOf(page.record.kind)
    for (const segment of page.path === '' ? [] : page.path.split('/')) {
      const path = at.path === '' ? segment : `${at.path}/${segment}`
      const child = at.children.get(segment) ?? createBranch(path)
      at.children.set(segment, child)
      at = child
      at.rank = Math.min(at.rank, rank)
    }
    at.page = page
  }
  sortChildren(root)
  return root
}

function createBranch(path: string): Branch {
  return { path, children: new Map(), sorted: [], page: undefined, rank: Number.POSITIVE_INFINITY }
}

function sortChildren(of: Branch): void {
  of.sorted = [...of.children.values()].sort((a, b) => a.rank - b.rank || compare(a.path, b.path))
  for (const child of of.sorted) sortChildren(child)
}

function listPages(of: Branch): readonly CorpusPage[] {
  const own = of.page === undefined ? [] : [of.page]
  return [...own, ...of.sorted.flatMap(listPages)]
}

function findFirstPage(of: Branch): CorpusPage | undefined {
  if (of.page !== undefined) return of.page
  const child = of.sorted[0]
  return child && findFirstPage(child)
}

function renderList(of: Branch, view: View): string {
  const own = of.page === undefined ? '' : `<li>${renderLink(of.page, view)}</li>\n`
  const children = of.sorted
  const at = children.findIndex((child) => isWithin(child, view.current))
  const first = Math.max(
    0,
    Math.min(at - FOLDER_ENTRIES_MAX / 2, children.length - FOLDER_ENTRIES_MAX),
  )
  const visible = children.slice(first, first + FOLDER_ENTRIES_MAX)
  const more = (count: number) => (count > 0 ? `<li class="more">${count} more</li>\n` : '')
  const items = visible.map((child) => `<li>${renderBranch(child, view)}</li>\n`).join('')
  const after = children.length - first - visible.length
  return `<ul>\n${own}${more(first)}${items}${more(after)}</ul>\n`
}

function renderBranch(of: Branch, view: View): string {
  if (of.children.size === 0) return of.page === undefined ? '' : renderLink(of.page, view)
  const open = isWithin(of, view.current)
  const title = escapeMarkup(nameFolder(of))
  if (!open && !view.whole) {
    const first = findFirstPage(of)
    return first === undefined ? '' : `<a class="folder" href="${view.hrefOf(first)}">${title}</a>`
  }
  const state = open ? ' open' : ''
  return `<details${state}><summary>${title}</summary>\n${renderList(of, view)}</details>`
}

function renderLink(page: CorpusPage, view: View): string {
  const mark = page === view.current ? ' aria-current="page"' : ''
  return `<a href="${view.hrefOf(page)}"${mark}>${escapeMarkup(page.record.title)}</a>`
}

function isWithin(of: Branch, page: CorpusPage | undefined): boolean {
  if (page === undefined) return false
  return page.path === of.path || page.path.startsWith(`${of.path}/`)
}

function nameFolder(of: Branch): string {
  if (of.page !== undefined) return of.page.record.title
  const words = of.path.slice(of.path.lastIndexOf('/') + 1).replace(/[-_]+/g, ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
