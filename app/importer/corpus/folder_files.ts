import { FOLDER_FILE } from '../../corpus_build/model/folder.ts'
import { writeYaml } from '../../source_text/yaml_text.ts'
import type { MenuEntry } from '../generators/generator.ts'

/** A name of a folder in its order, and the title of the group that it belongs to. */
type Item = { readonly name: string; readonly group: string | undefined }

type FolderText = { readonly path: string; readonly text: string }

/**
 * The menu of a source as one `_folder.yaml` for each folder of pages, as far as folders can show
 * it: the order of pages and subfolders, titles of folders, and titles of groups inside a folder.
 */
export function writeFolderFiles(
  menu: readonly MenuEntry[],
  pageOf: ReadonlyMap<string, string>,
): readonly FolderText[] {
  const folders = new Map<string, Item[]>()
  const titles = new Map<string, string>()
  collect(menu, undefined, { pageOf, folders, titles })
  const paths = [...new Set([...folders.keys(), ...titles.keys()])].sort()
  return paths.flatMap((path): FolderText[] => {
    const order = groupItems(folders.get(path) ?? [])
    const title = path === '' ? undefined : titles.get(path)
    if (order.length === 0 && title === undefined) return []
    const value = {
      ...(title === undefined ? {} : { title }),
      ...(order.length === 0 ? {} : { order }),
    }
    return [{ path: path === '' ? FOLDER_FILE : `${path}/${FOLDER_FILE}`, text: writeYaml(value) }]
  })
}

/** A group that is no folder: its title stands in the folder that holds all its pages. */
type Group = { readonly title: string; readonly folder: string }

type FolderMenus = {
  readonly pageOf: ReadonlyMap<string, string>
  readonly folders: Map<string, Item[]>
  readonly titles: Map<string, string>
}

function collect(
  entries: readonly MenuEntry[],
  group: Group | undefined,
  collected: FolderMenus,
): void {
  for (const entry of entries) {
    if (entry.kind === 'link') continue
    if (entry.kind === 'page') {
      addPage(collected.pageOf.get(entry.file), group, collected)
      continue
    }
    const folder = findCommonFolder(listPages(entry, collected.pageOf))
    if (folder === undefined) continue
    // A group that is a folder of its own becomes that folder; others are groups in a folder.
    const isFolder = folder !== '' && !collected.titles.has(folder)
    const isOwn = isFolder && !isShared(folder, entry, entries, collected.pageOf)
    if (isOwn) collected.titles.set(folder, entry.title)
    // A page with pages below it needs no heading of its own where there is one already.
    const isBelow = entry.file !== undefined && group?.folder === folder
    const inner = isOwn || isBelow ? group : { title: entry.title, folder }
    const own = entry.file === undefined ? undefined : collected.pageOf.get(entry.file)
    addPage(own, inner, collected)
    collect(entry.entries, inner, collected)
  }
}

/** Adds a page to its folder, and each folder to the one above it. */
function addPage(
  page: string | undefined,
  group: Group | undefined,
  { folders }: FolderMenus,
): void {
  if (page === undefined) return
  const segments = page.replace(/\.md$/, '').split('/')
  if (segments.at(-1) === 'index') segments.pop()
  for (const [at, name] of segments.entries()) {
    const folder = segments.slice(0, at).join('/')
    const items = folders.get(folder) ?? []
    folders.set(folder, items)
    if (items.some((item) => item.name === name)) continue
    items.push({ name, group: group?.folder === folder ? group.title : undefined })
  }
}

function listPages(entry: MenuEntry, pageOf: ReadonlyMap<string, string>): readonly string[] {
  if (entry.kind === 'link') return []
  const own = entry.file === undefined ? undefined : pageOf.get(entry.file)
  const inner =
    entry.kind === 'group' ? entry.entries.flatMap((each) => listPages(each, pageOf)) : []
  return [...(own === undefined ? [] : [own]), ...inner]
}

/** The folder that holds all these pages; undefined where there are none. */
function findCommonFolder(pages: readonly string[]): string | undefined {
  const folders = pages.map((page) => page.split('/').slice(0, -1))
  const [first] = folders
  if (first === undefined) return undefined
  const same = first.findIndex((name, at) => folders.some((folder) => folder[at] !== name))
  return (same === -1 ? first : first.slice(0, same)).join('/')
}

function isShared(
  folder: string,
  group: MenuEntry,
  entries: readonly MenuEntry[],
  pageOf: ReadonlyMap<string, string>,
): boolean {
  return entries.some((entry) => {
    return entry !== group && listPages(entry, pageOf).some((page) => page.startsWith(`${folder}/`))
  })
}

/** Names in order; neighbours of one group stand below its title. */
function groupItems(items: readonly Item[]): readonly unknown[] {
  const order: (string | { readonly title: string; readonly pages: string[] })[] = []
  for (const { name, group } of items) {
    const last = order.at(-1)
    if (group === undefined) order.push(name)
    else if (typeof last === 'object' && last.title === group) last.pages.push(name)
    else order.push({ title: group, pages: [name] })
  }
  return order
}
