import { INDEX_NAME } from '../../../docs/model/folder.ts'
import type { MenuEntry } from '../../source/generator.ts'
import {
  addGroup,
  addItem,
  addLink,
  countByFolder,
  findCommonFolder,
  findIndexFolder,
  findUnlisted,
  listMenuPages,
  type MenuPages,
  type Orders,
  titleOf,
} from './_menu_pages.ts'

/** A group that is no folder: its titles stand in the folder that holds all its pages. */
type Group = { readonly titles: readonly string[]; readonly folder: string }

/** Where entries are in the order: below the headings of a group, and in a folder for links. */
type Spot = { readonly group: Group | undefined; readonly folder: string }

type Collecting = {
  readonly pages: MenuPages
  readonly listed: ReadonlyMap<string, number>
  readonly unlisted: ReadonlyMap<string, number>
  readonly orders: Orders
}

/**
 * The menu folder by folder: each page in its own folder, each folder in the one above it. The
 * order comes out as the menu has it where no folder is left and entered again.
 */
export function orderByFolder(menu: readonly MenuEntry[], pages: MenuPages): Orders {
  const orders: Orders = { items: new Map(), titles: new Map(), isWhole: true }
  const all = menu.flatMap((entry) => listMenuPages(entry, pages.pageOf))
  // A page has one place in its folder.
  if (new Set(all).size < all.length) orders.isWhole = false
  const [listed, unlisted] = [countByFolder(all), findUnlisted(pages, all)]
  collect(menu, { group: undefined, folder: '' }, { pages, listed, unlisted, orders })
  return orders
}

function collect(entries: readonly MenuEntry[], spot: Spot, collecting: Collecting): void {
  const { pages, orders } = collecting
  const { group } = spot
  for (const entry of entries) {
    if (entry.kind === 'link') {
      const groups = group?.folder === spot.folder ? group.titles : []
      addLink(entry, { folder: spot.folder, groups }, pages, orders)
      continue
    }
    if (entry.kind === 'page') {
      addEntry(pages.pageOf.get(entry.file), group, collecting, titleOf(entry, pages))
      continue
    }
    const common = findCommonFolder(listMenuPages(entry, pages.pageOf))
    const folder = common ?? spot.folder
    // A group that is a folder of its own becomes that folder; others are groups in a folder.
    const isFolder = common !== undefined && folder !== '' && !orders.titles.has(folder)
    const isOwn = isFolder && !isShared(folder, entry, entries, pages.pageOf)
    if (isOwn) orders.titles.set(folder, entry.title)
    // A page with pages below it needs no heading of its own where there is one already.
    // Titles of a group stand in one folder alone.
    if (group !== undefined && !isOwn && group.folder !== folder) orders.isWhole = false
    const isBelow = entry.file !== undefined && group?.folder === folder
    const above = group?.folder === folder ? group.titles : []
    const inner = isOwn || isBelow ? group : { titles: addGroup(above, entry.title), folder }
    const own = pages.pageOf.get(entry.file ?? '')
    if (own !== undefined) addPage(own, inner, orders, undefined)
    collect(entry.entries, { group: inner, folder }, collecting)
  }
}

/** The page of a folder that is no heading is a row beside others; else it is a row in it. */
function addEntry(
  page: string | undefined,
  group: Group | undefined,
  { listed, unlisted, orders }: Collecting,
  title: string | undefined,
): void {
  if (page === undefined) return
  const folder = findIndexFolder(page)
  if (folder === undefined) addPage(page, group, orders, title)
  else if (folder === '' || folder === group?.folder || orders.titles.has(folder)) {
    addPage(page, group, orders, undefined)
    const groups = group?.folder === folder ? group.titles : []
    addItem(orders, folder, { name: INDEX_NAME, groups, title })
  } else {
    // With others of its folder in the menu, the folder would be a heading.
    if ((listed.get(folder) ?? 0) > 1) orders.isWhole = false
    addPage(page, group, orders, title, unlisted.has(folder) ? `/${INDEX_NAME}` : '')
  }
}

/** Adds a page to its folder, and each folder to the one above it. */
function addPage(
  page: string,
  group: Group | undefined,
  orders: Orders,
  title: string | undefined,
  ending = '',
): void {
  const segments = page.replace(/\.md$/, '').split('/')
  if (segments.at(-1) === INDEX_NAME) segments.pop()
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1
    const name = isLast ? `${segment}${ending}` : segment
    const folder = segments.slice(0, at).join('/')
    const items = orders.items.get(folder) ?? []
    const groups = group?.folder === folder ? group.titles : []
    const known = items.find((item) => item.name === name)
    if (known !== undefined) {
      // A folder stands below one title, though the menu has its pages below several.
      if (known.groups.join('\n') !== groups.join('\n')) orders.isWhole = false
      continue
    }
    addItem(orders, folder, { name, groups, title: isLast ? title : undefined })
  }
}

function isShared(
  folder: string,
  group: MenuEntry,
  entries: readonly MenuEntry[],
  pageOf: ReadonlyMap<string, string>,
): boolean {
  return entries.some((entry) => entry !== group && hasPageBelow(entry, `${folder}/`, pageOf))
}

/** Asked for each group of each entry beside it, so it makes no lists. */
function hasPageBelow(
  entry: MenuEntry,
  folder: string,
  pageOf: ReadonlyMap<string, string>,
): boolean {
  if (entry.kind === 'link') return false
  const own = entry.file === undefined ? undefined : pageOf.get(entry.file)
  if (own?.startsWith(folder) === true) return true
  return (
    entry.kind === 'group' && entry.entries.some((inner) => hasPageBelow(inner, folder, pageOf))
  )
}
