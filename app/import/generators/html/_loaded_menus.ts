import { attributeOf, findAll, parsePage } from '../../html/tree.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import { readHtml } from './_html_file.ts'
import { type MenuItem, readBox } from './_menu.ts'
import type { FindFile } from './_moves.ts'

/** Whether a file is a piece of a page, as docfx keeps the menu of each folder. */
export function isLoadedMenu(name: string, read: () => string): boolean {
  return /(?:^|\/)toc\.html$/i.test(name) && !/<(?:html|body|title)[\s>]/i.test(read())
}

/** The menus of such files, that of the site first: its entries name the files of their parts. */
export function readLoadedMenus(
  source: SourceFolder,
  files: ReadonlySet<string>,
  find: FindFile,
): readonly (readonly MenuItem[])[] {
  const waiting = new Set(files)
  const read = (file: string): readonly MenuItem[] => {
    const root = waiting.delete(file) ? parsePage(readHtml(source, file)) : undefined
    if (root === undefined) return []
    const parts = new Map<string, string>()
    for (const link of findAll(root, ({ tagName }) => tagName === 'a')) {
      const target = find(attributeOf(link, 'href') ?? '', file)
      const part = find(attributeOf(link, 'name') ?? '', file)
      if (target !== undefined && part !== undefined) parts.set(target, part)
    }
    return readBox(root, (href) => find(href, file)).map((item) => {
      const part = parts.get(item.file ?? '')
      if (part === undefined) return item
      // The entry leads to any page of the part, which stands in its own place there.
      return { title: item.title, file: undefined, items: [...item.items, ...read(part)] }
    })
  }
  const depthOf = (file: string) => file.split('/').length
  return [...files].sort((a, b) => depthOf(a) - depthOf(b)).map(read)
}
