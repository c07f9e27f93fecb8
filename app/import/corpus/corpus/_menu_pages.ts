import { INDEX_NAME } from '../../../docs/model/folder.ts'
import { cleanLine } from '../../source/files/front_matter.ts'
import type { MenuEntry } from '../../source/generator.ts'

/** A name in the order of a folder, with the groups and the title that it has there. */
export type Item = {
  /** For a link, its address. */
  readonly name: string
  readonly isLink?: boolean
  readonly groups: readonly string[]
  readonly title: string | undefined
}

/** What `_folder.yaml` files say, by folder. */
export type Orders = {
  readonly items: Map<string, Item[]>
  readonly titles: Map<string, string>
}

/** The pages that menus name by their files. */
export type MenuPages = {
  readonly pageOf: ReadonlyMap<string, string>
  /** Titles of the written pages. */
  readonly titles: ReadonlyMap<string, string>
  /** Where a link of the menu leads now; undefined where that is not known. */
  readonly findAddress: (href: string) => string | undefined
  /** The address of a page. */
  readonly addressOf: (page: string) => string
}

/** As many as the order of a folder takes. */
const GROUP_LEVELS_MAX = 3

/** What fits into a menu; a title in the order of a folder may be twice as long. */
const GROUP_TITLE_MAX = 100

export function addGroup(above: readonly string[], title: string): readonly string[] {
  if (above.length < GROUP_LEVELS_MAX) return [...above, title]
  const joined = `${above.at(-1)}: ${title}`
  return [...above.slice(0, -1), joined.length > GROUP_TITLE_MAX ? title : joined]
}

/** The title of an entry, where it is not that of its page. */
export function titleOf(
  entry: Extract<MenuEntry, { kind: 'page' }>,
  { pageOf, titles }: MenuPages,
): string | undefined {
  const page = pageOf.get(entry.file)
  const title = cleanLine(entry.title ?? '')
  if (page === undefined || title === '') return undefined
  return title === titles.get(page) ? undefined : title
}

/** The folder whose page it is; undefined for a page that is none of a folder. */
export function findIndexFolder(page: string): string | undefined {
  if (page === `${INDEX_NAME}.md`) return ''
  return page.endsWith(`/${INDEX_NAME}.md`) ? page.slice(0, -INDEX_NAME.length - 4) : undefined
}

/** How many of the pages are in each folder and below it. */
export function countByFolder(pages: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const page of pages) {
    const parts = page.split('/')
    for (let length = 1; length < parts.length; length++) {
      const folder = parts.slice(0, length).join('/')
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  }
  return counts
}

/** Folders with pages that the menu does not list. */
export function findUnlisted(
  { titles }: MenuPages,
  all: readonly string[],
): ReadonlyMap<string, number> {
  return countByFolder(new Set(titles.keys()).difference(new Set(all)))
}

/** Adds an item to the order of a folder. */
export function addItem({ items }: Orders, folder: string, item: Item): void {
  const listed = items.get(folder) ?? []
  items.set(folder, listed)
  listed.push(item)
}

/** Adds a link, if it is known where it leads. */
export function addLink(
  { title, href }: { readonly title: string; readonly href: string },
  { folder, groups }: { readonly folder: string; readonly groups: readonly string[] },
  { findAddress }: MenuPages,
  orders: Orders,
): void {
  const name = findAddress(href)
  const shown = cleanLine(title)
  if (name === undefined || shown === '') return
  addItem(orders, folder, { name, groups, title: shown, isLink: true })
}

/** The pages of an entry, in the order of the menu. */
export function listMenuPages(
  entry: MenuEntry,
  pageOf: ReadonlyMap<string, string>,
): readonly string[] {
  if (entry.kind === 'link') return []
  const own = entry.file === undefined ? undefined : pageOf.get(entry.file)
  const inner =
    entry.kind === 'group' ? entry.entries.flatMap((each) => listMenuPages(each, pageOf)) : []
  return [...(own === undefined ? [] : [own]), ...inner]
}

/** The folder that holds all these pages; undefined where there are none. */
export function findCommonFolder(pages: readonly string[]): string | undefined {
  const folders = pages.map((page) => page.split('/').slice(0, -1))
  const [first] = folders
  if (first === undefined) return undefined
  const same = first.findIndex((name, at) => folders.some((folder) => folder[at] !== name))
  return (same === -1 ? first : first.slice(0, same)).join('/')
}
