import { posix } from 'node:path'
import { FOLDER_FILE, INDEX_NAME } from '../../corpus_build/model/folder.ts'
import type { MenuEntry } from '../../foreign_source/generator.ts'
import { writeYaml } from '../../source_text/yaml_text.ts'
import { orderByFolder } from './_folder_orders.ts'
import { orderByMenu } from './_menu_orders.ts'
import { type Item, listMenuPages, type MenuPages, type Orders } from './_menu_pages.ts'

type FolderText = { readonly path: string; readonly text: string }

/**
 * The menu of a source as `_folder.yaml` files: the order of pages and subfolders, titles of
 * folders, and titles of groups inside a folder. A menu that goes from folder to folder and back is
 * written with longer names into the folder above.
 */
export function writeFolderFiles(
  source: readonly MenuEntry[],
  pages: MenuPages,
): readonly FolderText[] {
  const menu = nameGroups(source, pages)
  const all = menu.flatMap((entry) => listMenuPages(entry, pages.pageOf))
  const wanted = [...new Set(['index.md', ...all])].filter((page) => all.includes(page))
  const byFolder = orderByFolder(menu, pages)
  const isSame = listInOrder(byFolder, new Set(all)).join('\n') === wanted.join('\n')
  const { items, titles } = isSame && byFolder.isWhole ? byFolder : orderByMenu(menu, pages)
  const paths = [...new Set([...items.keys(), ...titles.keys()])].sort()
  return paths.flatMap((path): FolderText[] => {
    const order = groupItems(cutPlainIndex(items.get(path) ?? [], path), 0)
    const title = path === '' ? undefined : titles.get(path)
    if (order.length === 0 && title === undefined) return []
    const value = {
      ...(title === undefined ? {} : { title }),
      ...(order.length === 0 ? {} : { order }),
    }
    return [{ path: path === '' ? FOLDER_FILE : `${path}/${FOLDER_FILE}`, text: writeYaml(value) }]
  })
}

/** The page of a folder comes first without being named, if it is not alone. */
function cutPlainIndex(items: readonly Item[], folder: string): readonly Item[] {
  const [first, ...rest] = items
  const isPlain = first?.title === undefined && first?.groups.length === 0
  const isFirst = first?.name === INDEX_NAME && isPlain
  return isFirst && (rest.length > 0 || folder === '') ? rest : items
}

/** A group without a title has that of its page; without a page it is no group. */
function nameGroups(menu: readonly MenuEntry[], pages: MenuPages): readonly MenuEntry[] {
  return menu.flatMap((entry): readonly MenuEntry[] => {
    if (entry.kind !== 'group') return [entry]
    const entries = nameGroups(entry.entries, pages)
    const own = pages.titles.get(pages.pageOf.get(entry.file ?? '') ?? '')
    const title = entry.title.trim() || own
    return title === undefined ? entries : [{ ...entry, title, entries }]
  })
}

/** The pages as orders list them that name what is right in their folders. */
function listInOrder({ items }: Orders, pages: ReadonlySet<string>): readonly string[] {
  const visit = (path: string): readonly string[] => {
    const listed = (items.get(path) ?? []).filter(({ isLink }) => isLink !== true)
    const index = posix.join(path, `${INDEX_NAME}.md`)
    const own = [`${path}.md`, ...(listed.some(({ name }) => name === INDEX_NAME) ? [] : [index])]
    const inner = listed.flatMap(({ name }) => visit(posix.join(path, name)))
    return [...own.filter((page) => pages.has(page)), ...inner]
  }
  return visit('')
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
