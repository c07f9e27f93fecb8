import { posix } from 'node:path'
import { FOLDER_FILE, INDEX_NAME } from '../../../docs/model/folder.ts'
import { writeYaml } from '../../../text/source_text/yaml_text.ts'
import type { MenuEntry } from '../../source/generator.ts'
import { orderByMenu } from './_menu_orders.ts'
import {
  countByFolder,
  findCommonFolder,
  findIndexFolder,
  type Item,
  listMenuPages,
  type MenuPages,
} from './_menu_pages.ts'

type FolderText = { readonly path: string; readonly text: string }

/**
 * The menu of a source as `_folder.yaml` files: the order of pages and subfolders, titles of
 * folders, and titles of groups inside a folder. Pages of a folder that is no heading of the menu
 * are written with longer names into the folder above.
 */
export function writeFolderFiles(
  source: readonly MenuEntry[],
  written: WrittenPages,
): readonly FolderText[] {
  const top = findTop(source, written)
  const pages = cutTop(written, top)
  const menu = nameGroups(source, pages)
  // A tab is at the top: of a folder further down, its group is.
  const { items, titles } = orderByMenu(menu, pages, top.folder === '' ? [] : written.tabs)
  const paths = [...new Set([...items.keys(), ...titles.keys()])].sort()
  return paths.flatMap((path): FolderText[] => {
    const own = cutPlainIndex(items.get(path) ?? [], path)
    const order = groupItems(path === '' ? own.map((item) => addTop(item, top)) : own, 0)
    const title = path === '' ? undefined : titles.get(path)
    if (order.length === 0 && title === undefined) return []
    const tabs = path === '' ? listTabs(order, written.tabs ?? [], titles) : []
    const value = {
      ...(title === undefined ? {} : { title }),
      ...(order.length === 0 ? {} : { order }),
      ...(tabs.length === 0 ? {} : { tabs }),
    }
    const file = posix.join(path === '' ? '' : top.folder, path, FOLDER_FILE)
    return [{ path: file, text: writeYaml(value) }]
  })
}

type WrittenPages = Omit<MenuPages, 'addressOf'> & {
  /** Titles of the groups of the menu that are parts of the site. */
  readonly tabs?: readonly string[] | undefined
}

/** As many as a header has room for. */
const TABS_MAX = 12

/** The names of the parts as the site orders them: folders, or titles of groups; one is none. */
function listTabs(
  order: readonly Entry[],
  tabs: readonly string[],
  titles: ReadonlyMap<string, string>,
): readonly string[] {
  const names = order.flatMap((entry) => {
    const isGroup = typeof entry === 'object' && 'pages' in entry
    const title = typeof entry === 'string' ? titles.get(entry) : isGroup ? entry.title : undefined
    if (title === undefined || !tabs.includes(title)) return []
    return [{ name: typeof entry === 'string' ? entry : title, at: tabs.indexOf(title) }]
  })
  const found = [...new Set(names.sort((a, b) => a.at - b.at).map(({ name }) => name))]
  return found.length < 2 || found.length > TABS_MAX ? [] : found
}

/** The folder of all pages of a menu, and whether the front page is in the menu beside them. */
type Top = { readonly folder: string; readonly hasFront: boolean }

const FRONT = `${INDEX_NAME}.md`

function findTop(source: readonly MenuEntry[], { pageOf, titles }: WrittenPages): Top {
  const listed = source.flatMap((entry) => listMenuPages(entry, pageOf))
  const folder = findCommonFolder(listed.filter((page) => page !== FRONT)) ?? ''
  const hasFront = listed.includes(FRONT)
  // The only group of a menu may be the folder itself.
  const isHeading = source.length < 2 || (hasFront && titles.has(`${folder}/${FRONT}`))
  return { folder: isHeading ? '' : folder, hasFront }
}

/** The same pages by their paths below a folder; one beside the folder of its name is its index. */
function cutTop(
  { pageOf, titles, findAddress }: WrittenPages,
  { folder, hasFront }: Top,
): MenuPages {
  const folders = countByFolder(titles.keys())
  const above = folder === '' ? '' : `${folder}/`
  const cut = (page: string): readonly string[] => {
    if (hasFront && page === FRONT) return [FRONT]
    if (!page.startsWith(above)) return []
    const bare = page.replace(/\.md$/, '')
    return [(folders.has(bare) ? `${bare}/${FRONT}` : page).slice(above.length)]
  }
  return {
    pageOf: new Map([...pageOf].flatMap(([file, page]) => cut(page).map((own) => [file, own]))),
    titles: new Map([...titles].flatMap(([page, title]) => cut(page).map((own) => [own, title]))),
    findAddress,
    addressOf: (page) => {
      const path = findIndexFolder(page) ?? page.replace(/\.md$/, '')
      return posix.join('/', hasFront && path === '' ? '' : folder, path, '/')
    },
  }
}

function addTop(item: Item, { folder, hasFront }: Top): Item {
  const isFront = hasFront && item.name === INDEX_NAME
  return item.isLink === true || isFront ? item : { ...item, name: posix.join(folder, item.name) }
}

/** The page of a folder comes first without being named, if it is not alone. */
function cutPlainIndex(items: readonly Item[], folder: string): readonly Item[] {
  const [first, ...rest] = items
  const isPlain = first?.title === undefined && first?.groups.length === 0
  const isFirst = first?.name === INDEX_NAME && isPlain
  return isFirst && (rest.length > 0 || folder === '') ? rest : items
}

/**
 * A group without a title has that of its page; without a page it is no group. A page that is
 * listed in its group needs no link in the heading.
 */
function nameGroups(menu: readonly MenuEntry[], pages: MenuPages): readonly MenuEntry[] {
  return menu.flatMap((entry): readonly MenuEntry[] => {
    if (entry.kind !== 'group') return [entry]
    const entries = nameGroups(entry.entries, pages)
    const own = pages.titles.get(pages.pageOf.get(entry.file ?? '') ?? '')
    const title = entry.title.trim() || own
    if (title === undefined) return entries
    const isListed = entries.some((each) => each.kind === 'page' && each.file === entry.file)
    return [isListed ? { kind: 'group', title, entries } : { ...entry, title, entries }]
  })
}

type Entry =
  | string
  | { readonly title: string; readonly page: string }
  | { readonly title: string; readonly link: string }
  | { readonly title: string; readonly pages: readonly Entry[] }

/** Names in order; neighbours of one group stand below its title. */
function groupItems(items: readonly Item[], depth: number): readonly Entry[] {
  const runs: Item[][] = []
  for (const item of items) {
    const last = runs.at(-1)
    const title = item.groups[depth]
    if (title !== undefined && last?.[0]?.groups[depth] === title) last.push(item)
    else runs.push([item])
  }
  return runs.flatMap((run): readonly Entry[] => {
    const title = run[0]?.groups[depth]
    if (title !== undefined) return [{ title, pages: groupItems(run, depth + 1) }]
    return run.map(({ name, title: own, isLink }) => {
      if (own === undefined) return name
      return isLink === true ? { title: own, link: name } : { title: own, page: name }
    })
  })
}
