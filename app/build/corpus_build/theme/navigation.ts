import { pageHref, prefixOf } from '../../../docs/model/addresses.ts'
import type { Corpus, CorpusPage } from '../../../docs/model/corpus.ts'
import { fillCount, type SiteTexts } from '../../../docs/site/texts.ts'
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
  splitIntoTabs,
  type TabTree,
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
  return { baseUrl, pages, folders, kinds, language: registry.service.language }
}

/** A link to the previous or next page. */
export type Neighbour = { readonly href: string; readonly title: string }

/** A folder above a page; only one with a page of its own has an address. */
export type TrailFolder = { readonly href: string | undefined; readonly title: string }

/** What leads from a page to others, as HTML. */
export type Lists = {
  /** Links to the parts of the site; empty where it has one. */
  readonly tabs: string
  /** The tree of the part that the page is in. */
  readonly tree: string
}

type Navigation = {
  /** The lists of links, with the page at this path marked; an error page has none. */
  readonly lists: (path?: string) => Lists
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
  const prefix = prefixOf(site.baseUrl)
  const hrefOf = (page: CorpusPage) => pageHref(page, site.baseUrl)
  const whole = { title: '', root, depth: 0 }
  const tabs = splitIntoTabs(root, site.folders.find(({ path }) => path === '')?.tabs ?? [])
  const places = new Map(
    (tabs.length === 0 ? [whole] : tabs).flatMap((part) => {
      const pages = listPages(part.root)
      return pages.map((page, at) => [page.path, { part, pages, at }] as const)
    }),
  )
  const links = new Map<Branch, string>()
  const neighbour = (page: CorpusPage | undefined): Neighbour | undefined =>
    page && { href: hrefOf(page), title: page.record.title }
  return {
    lists: (path) => {
      const place = path === undefined ? undefined : places.get(path)
      const { root: from, depth } = place?.part ?? whole
      const open = findOpenBranches(root, path)
      const isSmall = (place?.pages ?? site.pages).length <= WHOLE_TREE_PAGES_MAX
      const { language } = site
      const view = { path, open, whole: isSmall, hrefOf, prefix, texts, language, links }
      const listed = tabs.map((tab) => ({ ...tab, page: findFirstPage(tab.root) }))
      return {
        tabs: renderTabs(listed, place?.part.root, view),
        tree: renderList(from, depth, view),
      }
    },
    neighbours: (current) => {
      const { pages, at } = places.get(current.path) ?? { pages: listPages(root), at: 0 }
      return { previous: neighbour(pages[at - 1]), next: neighbour(pages[at + 1]) }
    },
    trail: (path) =>
      listAbove(root, path).map((of) => ({
        href: of.page && hrefOf(of.page),
        title: nameFolder(of),
      })),
  }
}

type ListedTab = TabTree & { readonly page: CorpusPage | undefined }

function renderTabs(
  tabs: readonly ListedTab[],
  current: Branch | undefined,
  { hrefOf, path, texts }: View,
): string {
  const items = tabs.flatMap(({ title, root, page }) => {
    if (page === undefined) return []
    const state = page.path === path ? 'page' : 'true'
    const mark = root === current ? ` aria-current="${state}"` : ''
    return `<a href="${escapeMarkup(hrefOf(page))}"${mark}>${escapeMarkup(title)}</a>\n`
  })
  if (items.length === 0) return ''
  const label = escapeMarkup(texts['nav.tabs'])
  return `<nav class="parts" aria-label="${label}">\n${items.join('')}</nav>\n`
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
  readonly language: string
  /** Links that other pages showed before: hundreds of pages show the same ones. */
  readonly links: Map<Branch, string>
}

/** `depth` counts the titles of groups that stand elsewhere, above the list. */
function renderList(of: Branch, depth: number, view: View): string {
  const children = of.sorted
  const at = children.findIndex((child) => view.open.has(child))
  const first = Math.max(
    0,
    Math.min(at - FOLDER_ENTRIES_MAX / 2, children.length - FOLDER_ENTRIES_MAX),
  )
  const visible = children.slice(first, first + FOLDER_ENTRIES_MAX)
  const more = (count: number) => {
    const text = escapeMarkup(fillCount(view.texts['nav.more'], view.language, { count }))
    return count > 0 ? `<li class="more">${text}</li>\n` : ''
  }
  const items = renderGroups(visible, depth, view)
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
  return `<details${state}><summary>${title}</summary>\n${renderList(of, 0, view)}</details>`
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
