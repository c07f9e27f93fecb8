import type { MenuEntry } from '../../foreign_source/generator.ts'
import {
  addGroup,
  findCommonFolder,
  listMenuPages,
  type MenuPages,
  type Orders,
  titleOf,
} from './_menu_pages.ts'

/**
 * The menu as it is: an order lists what is deeper below its folder wherever the menu does. Only a
 * group that is all of a folder becomes that folder.
 */
export function orderByMenu(menu: readonly MenuEntry[], pages: MenuPages): Orders {
  const orders: Orders = { items: new Map(), titles: new Map(), isWhole: true }
  const all = [...new Set(menu.flatMap((entry) => listMenuPages(entry, pages.pageOf)))]
  place(menu, { folder: '', groups: [] }, { pages, all, placed: new Set(), orders })
  return orders
}

type Spot = { readonly folder: string; readonly groups: readonly string[] }

type Placing = {
  readonly pages: MenuPages
  readonly all: readonly string[]
  readonly placed: Set<string>
  readonly orders: Orders
}

function place(entries: readonly MenuEntry[], spot: Spot, placing: Placing): void {
  const { pages, orders } = placing
  for (const entry of entries) {
    if (entry.kind === 'link') continue
    if (entry.kind === 'page') {
      placePage(pages.pageOf.get(entry.file), spot, placing, titleOf(entry, pages))
      continue
    }
    const folder = findOwnFolder(entry, spot, placing)
    if (folder !== undefined) {
      orders.titles.set(folder, entry.title)
      addItem(folder, spot, placing, undefined)
    }
    const groups = addGroup(spot.groups, entry.title)
    const inner = folder === undefined ? { ...spot, groups } : { folder, groups: [] }
    if (entry.file !== undefined) {
      placePage(pages.pageOf.get(entry.file), inner, placing, undefined)
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

function placePage(
  page: string | undefined,
  spot: Spot,
  placing: Placing,
  title: string | undefined,
): void {
  if (page === undefined || placing.placed.has(page)) return
  placing.placed.add(page)
  addItem(page.replace(/\.md$/, '').replace(/(?:^|\/)index$/, ''), spot, placing, title)
}

function addItem(
  path: string,
  { folder, groups }: Spot,
  { orders: { items } }: Placing,
  title: string | undefined,
): void {
  // The page of the folder itself comes first without being named.
  if (path === folder) return
  const name = folder === '' ? path : path.slice(folder.length + 1)
  const listed = items.get(folder) ?? []
  items.set(folder, listed)
  if (!listed.some((item) => item.name === name)) listed.push({ name, groups, title })
}
