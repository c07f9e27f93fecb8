import type { MenuEntry } from '../../foreign_source/generator.ts'
import {
  addGroup,
  findCommonFolder,
  type Item,
  listMenuPages,
  type MenuPages,
  type Orders,
  titleOf,
} from './_menu_pages.ts'

/** A group that is no folder: its titles stand in the folder that holds all its pages. */
type Group = { readonly titles: readonly string[]; readonly folder: string }

/**
 * The menu folder by folder: each page in its own folder, each folder in the one above it. The
 * order comes out as the menu has it where no folder is left and entered again.
 */
export function orderByFolder(menu: readonly MenuEntry[], pages: MenuPages): Orders {
  const orders: Orders = { items: new Map(), titles: new Map(), isWhole: true }
  collect(menu, undefined, pages, orders)
  return orders
}

function collect(
  entries: readonly MenuEntry[],
  group: Group | undefined,
  pages: MenuPages,
  orders: Orders,
): void {
  for (const entry of entries) {
    if (entry.kind === 'link') continue
    if (entry.kind === 'page') {
      addPage(pages.pageOf.get(entry.file), group, orders, titleOf(entry, pages))
      continue
    }
    const folder = findCommonFolder(listMenuPages(entry, pages.pageOf))
    if (folder === undefined) continue
    // A group that is a folder of its own becomes that folder; others are groups in a folder.
    const isFolder = folder !== '' && !orders.titles.has(folder)
    const isOwn = isFolder && !isShared(folder, entry, entries, pages.pageOf)
    if (isOwn) orders.titles.set(folder, entry.title)
    // A page with pages below it needs no heading of its own where there is one already.
    // Titles of a group stand in one folder alone.
    if (group !== undefined && !isOwn && group.folder !== folder) orders.isWhole = false
    const isBelow = entry.file !== undefined && group?.folder === folder
    const above = group?.folder === folder ? group.titles : []
    const inner = isOwn || isBelow ? group : { titles: addGroup(above, entry.title), folder }
    const own = entry.file === undefined ? undefined : pages.pageOf.get(entry.file)
    addPage(own, inner, orders, undefined)
    collect(entry.entries, inner, pages, orders)
  }
}

/** Adds a page to its folder, and each folder to the one above it. */
function addPage(
  page: string | undefined,
  group: Group | undefined,
  orders: Orders,
  title: string | undefined,
): void {
  if (page === undefined) return
  const segments = page.replace(/\.md$/, '').split('/')
  if (segments.at(-1) === 'index') segments.pop()
  for (const [at, name] of segments.entries()) {
    const folder = segments.slice(0, at).join('/')
    const items = orders.items.get(folder) ?? []
    orders.items.set(folder, items)
    const groups = group?.folder === folder ? group.titles : []
    const known = items.find((item) => item.name === name)
    if (known !== undefined) {
      // A folder stands below one title, though the menu has its pages below several.
      if (known.groups.join('\n') !== groups.join('\n')) orders.isWhole = false
      continue
    }
    const item: Item = { name, groups, title: at === segments.length - 1 ? title : undefined }
    items.push(item)
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
