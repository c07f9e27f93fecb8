import { pageHref, prefixOf } from '../../../docs/model/addresses.ts'
import type { Corpus, CorpusPage } from '../../../docs/model/corpus.ts'
import { fillText, type SiteTexts } from '../../../docs/site/texts.ts'
import { escapeMarkup } from '../../../text/source_text/escape.ts'
import {
  type Branch,
  buildTree,
  findFirstPage,
  findOpenBranches,
  groupBranches,
  listPages,
  type NavigationSource,
  nameFolder,
} from './_page_tree.ts'

/** Up to this many pages, every page shows the whole tree. */
const WHOLE_TREE_PAGES_MAX = 150

/** Most entries of a folder on one page: pages of a large folder must not each list all of it. */
const FOLDER_ENTRIES_MAX = 60

export function navigationSourceOf({
  baseUrl,
  pages,
  folders,
  registry,
}: Corpus): NavigationSource {
  const kinds = registry.llms.sections.flatMap((section) => section.kinds)
  return { baseUrl, pages, folders, kinds }
}

/** A link to the previous or next page. */
export type Neighbour = { readonly href: string; readonly title: string }

/** A folder above a page; only one with a page of its own has an address. */
export type TrailFolder = { readonly href: string | undefined; readonly title: string }

type Navigation = {
  /** The list of links as HTML, with the page at this path marked; an error page has none. */
  readonly html: (path?: string) => string
  readonly neighbours: (current: CorpusPage) => {
    readonly previous: Neighbour | undefined
    readonly next: Neighbour | undefined
  }
  /** The folders above the page at this path, the topmost first. */
  readonly trail: (path: string) => readonly TrailFolder[]
}

/** All pages in reading order: folder by folder, as the author orders them. */
export function listInReadingOrder(site: NavigationSource): readonly CorpusPage[] {
  return listPages(buildTree(site))
}

/** The folders at the top, in list order. */
export function listSections(
  site: NavigationSource,
): readonly { readonly path: string; readonly title: string }[] {
  const folders = buildTree(site).sorted.filter(({ children }) => children.size > 0)
  return folders.map((folder) => ({ path: folder.path, title: nameFolder(folder) }))
}

/** Navigation by folder; without an order, that of the sections of llms.txt in the registry. */
export function createNavigation(site: NavigationSource, texts: SiteTexts): Navigation {
  const root = buildTree(site)
  const order = listPages(root)
  const places = new Map(order.map((page, at) => [page.path, at]))
  const whole = site.pages.length <= WHOLE_TREE_PAGES_MAX
  const prefix = prefixOf(site.baseUrl)
  const hrefOf = (page: CorpusPage) => pageHref(page, site.baseUrl)
  const links = new Map<Branch, string>()
  const neighbour = (at: number): Neighbour | undefined => {
    const page = order[at]
    return page && { href: hrefOf(page), title: page.record.title }
  }
  return {
    html: (path) => {
      const open = findOpenBranches(root, path)
      return renderList(root, { path, open, whole, hrefOf, prefix, texts, links })
    },
    neighbours: (current) => {
      const at = places.get(current.path) ?? 0
      return { previous: neighbour(at - 1), next: neighbour(at + 1) }
    },
    trail: (path) =>
      listAbove(root, path).map((of) => ({
        href: of.page && hrefOf(of.page),
        title: nameFolder(of),
      })),
  }
}

/** The branches between the front page and a path, both left out. */
function listAbove(root: Branch, path: string): readonly Branch[] {
  const above: Branch[] = []
  let at: Branch | undefined = root
  for (const segment of path.split('/').slice(0, -1)) {
    at = at?.children.get(segment)
    if (at !== undefined) above.push(at)
  }
  return above
}

type View = {
  /** Path of the current page. */
  readonly path: string | undefined
  /** Its branch and those above it. */
  readonly open: ReadonlySet<Branch>
  readonly whole: boolean
  readonly hrefOf: (page: CorpusPage) => string
  /** Before links that lead to the same site. */
  readonly prefix: string
  readonly texts: SiteTexts
  /** Links that other pages showed before: hundreds of pages show the same ones. */
  readonly links: Map<Branch, string>
}

function renderList(of: Branch, view: View): string {
  const children = of.sorted
  const at = children.findIndex((child) => view.open.has(child))
  const first = Math.max(
    0,
    Math.min(at - FOLDER_ENTRIES_MAX / 2, children.length - FOLDER_ENTRIES_MAX),
  )
  const visible = children.slice(first, first + FOLDER_ENTRIES_MAX)
  const more = (count: number) => {
    const text = escapeMarkup(fillText(view.texts['nav.more'], { count }))
    return count > 0 ? `<li class="more">${text}</li>\n` : ''
  }
  const items = renderGroups(visible, 0, view)
  const after = children.length - first - visible.length
  return `<ul>\n${renderOwnLink(of, view)}${more(first)}${items}${more(after)}</ul>\n`
}

/** Groups of one level; `depth` counts the titles above them. */
function renderGroups(branches: readonly Branch[], depth: number, view: View): string {
  return groupBranches(branches, ({ groups }) => groups[depth])
    .map((group) => {
      if (group.title !== undefined) {
        return renderGroup(group.title, renderGroups(group.branches, depth + 1, view))
      }
      return group.branches.map((child) => `<li>${renderBranch(child, view)}</li>\n`).join('')
    })
    .join('')
}

function renderGroup(title: string, entries: string): string {
  return `<li class="group"><p>${escapeMarkup(title)}</p>\n<ul>\n${entries}</ul>\n</li>\n`
}

function renderOwnLink({ page, row }: Branch, view: View): string {
  if (page === undefined || row !== undefined) return ''
  return `<li>${renderLink(page, page.record.title, view)}</li>\n`
}

function renderBranch(of: Branch, view: View): string {
  if (of.href !== undefined) {
    const href = of.href.replace(/^\//, `${view.prefix}/`)
    return `<a href="${escapeMarkup(href)}">${escapeMarkup(nameFolder(of))}</a>`
  }
  const open = view.open.has(of)
  if (!open && (of.sorted.length === 0 || !view.whole)) {
    const link = view.links.get(of) ?? renderClosedBranch(of, view)
    view.links.set(of, link)
    return link
  }
  const name = nameFolder(of)
  if (of.page !== undefined && of.sorted.length === 0) return renderLink(of.page, name, view)
  const title = escapeMarkup(name)
  const state = open ? ' open' : ''
  return `<details${state}><summary>${title}</summary>\n${renderList(of, view)}</details>`
}

/** One link for all of a folder: to its page, or else to the first page in it. */
function renderClosedBranch(of: Branch, view: View): string {
  const page = findFirstPage(of)
  if (page === undefined) return ''
  const name = nameFolder(of)
  if (of.sorted.length === 0) return renderLink(page, name, view)
  return `<a class="folder" href="${escapeMarkup(view.hrefOf(page))}">${escapeMarkup(name)}</a>`
}

function renderLink(page: CorpusPage, title: string, view: View): string {
  const mark = page.path === view.path ? ' aria-current="page"' : ''
  const name = `${renderMethod(page)}${escapeMarkup(title)}`
  return `<a href="${escapeMarkup(view.hrefOf(page))}"${mark}>${name}</a>`
}

function renderMethod({ api }: CorpusPage): string {
  if (api?.method === undefined) return ''
  const method = api.isDeprecated ? `<s>${api.method}</s>` : api.method
  return `<span class="method ${api.method}">${method}</span> `
}
