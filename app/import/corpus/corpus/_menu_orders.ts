import { posix } from 'node:path'
import { INDEX_NAME } from '../../../docs/model/folder.ts'
import type { MenuEntry } from '../../source/generator.ts'
import {
  addGroup,
  addItem,
  addLink,
  findCommonFolder,
  findIndexFolder,
  findUnlisted,
  listMenuPages,
  type MenuPages,
  type Orders,
  titleOf,
} from './_menu_pages.ts'

/**
 * The menu as it is: an order lists what is deeper below its folder wherever the menu does. Only a
 * group that is all of a folder becomes that folder.
 */
export function orderByMenu(
  menu: readonly MenuEntry[],
  pages: MenuPages,
  groups: readonly string[] = [],
): Orders {
  const orders: Orders = { items: new Map(), titles: new Map() }
  const all = [...new Set(menu.flatMap((entry) => listMenuPages(entry, pages.pageOf)))]
  const unlisted = findUnlisted(pages, all)
  place(
    menu,
    { folder: '', groups: [] },
    { pages, all, groups, unlisted, placed: new Set(), orders },
  )
  return orders
}

type Spot = { readonly folder: string; readonly groups: readonly string[] }

type Placing = {
  readonly pages: MenuPages
  readonly all: readonly string[]
  /** Titles of groups at the top that stay groups. */
  readonly groups: readonly string[]
  readonly unlisted: ReadonlyMap<string, number>
  readonly placed: Set<string>
  readonly orders: Orders
}

function place(entries: readonly MenuEntry[], spot: Spot, placing: Placing): void {
  const { pages, orders } = placing
  for (const entry of entries) {
    if (entry.kind === 'link') {
      addLink(entry, spot, pages, orders)
      continue
    }
    const page = pages.pageOf.get(entry.file ?? '')
    if (entry.kind === 'page') {
      if (page !== undefined) placePage(page, spot, placing, titleOf(entry, pages))
      continue
    }
    const isTop = spot.folder === '' && spot.groups.length === 0
    const staysGroup = isTop && placing.groups.includes(entry.title)
    const folder = staysGroup ? undefined : findOwnFolder(entry, spot, placing)
    if (folder !== undefined) {
      orders.titles.set(folder, entry.title)
      addItem(orders, spot.folder, {
        ...{ name: nameIn(spot.folder, folder), groups: spot.groups, title: undefined },
      })
    }
    const groups = addGroup(spot.groups, entry.title)
    const inner = folder === undefined ? { ...spot, groups } : { folder, groups: [] }
    // The page of the folder itself comes first without being named.
    const isIndex = folder !== undefined && findIndexFolder(page ?? '') === folder
    if (page !== undefined && isIndex) placing.placed.add(page)
    else if (page !== undefined && !placing.placed.has(page)) {
      placePage(page, inner, placing, undefined)
    }
    place(entry.entries, inner, placing)
  }
}

/** The folder below the spot whose pages are those of the group, its index first. */
function findOwnFolder(entry: MenuEntry, { folder }: Spot, placing: Placing): string | undefined {
  const own = new Set(listMenuPages(entry, placing.pages.pageOf))
  const common = findCommonFolder([...own])
  if (common === undefined || common === folder || placing.orders.titles.has(common)) {
    return undefined
  }
  const inside = placing.all.filter((page) => page.startsWith(`${common}/`))
  const isWhole = inside.length === own.size && inside.every((page) => !placing.placed.has(page))
  const isFirst = [...own].indexOf(`${common}/index.md`) <= 0
  return isWhole && isFirst ? common : undefined
}

/** A page that the menu lists again is a link there. */
function placePage(page: string, spot: Spot, placing: Placing, title: string | undefined): void {
  const { pages, unlisted, placed, orders } = placing
  const index = findIndexFolder(page)
  const path = index ?? page.replace(/\.md$/, '')
  if (placed.has(page)) {
    const again = {
      title: title ?? pages.titles.get(page) ?? '',
      href: pages.addressOf(page),
    }
    addLink(again, spot, { ...pages, findAddress: (href) => href }, orders)
    return
  }
  placed.add(page)
  const isRow = index !== undefined && (index === spot.folder || unlisted.has(index))
  const shown = isRow ? posix.join(path, INDEX_NAME) : path
  addItem(orders, spot.folder, { name: nameIn(spot.folder, shown), groups: spot.groups, title })
}

function nameIn(folder: string, path: string): string {
  return folder === '' ? path : path.slice(folder.length + 1)
}
