import { posix } from 'node:path'
import { mapText } from '../../foreign_markup/line_classes.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import type { MenuEntry } from '../../foreign_source/generator.ts'
import { readPageTitle } from '../../foreign_source/source/page_title.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

/** Cards of the menu around the page; with `items`, a program chooses them. */
const CARDS = /^[ \t]*<DocCardList[ \t]*\/>[ \t]*$/

/** `<DocCardList />` as the list of links that it shows. */
export function writeDocCards(
  lines: readonly SourceLine[],
  file: string,
  menu: readonly MenuEntry[],
  source: SourceFolder,
): readonly SourceLine[] {
  return mapText(lines, (line) => {
    if (!CARDS.test(line.text)) return line
    const cards = (findCards(file, menu) ?? []).flatMap((entry) => {
      const target = findTarget(entry)
      if (entry.kind === 'link') return [`- [${entry.title}](${entry.href})`]
      if (target === undefined || target === file) return []
      const title = entry.title || readPageTitle(source, target)
      const address = posix.relative(posix.dirname(file), target)
      return [`- [${title}](${encodeURI(address)})`]
    })
    // Without a card, the component stays, and the report names it.
    return cards.length === 0 ? line : cards.map((text) => replaceText(line, text))
  })
}

/** What stands below the group of a page, or beside the page. */
function findCards(file: string, entries: readonly MenuEntry[]): readonly MenuEntry[] | undefined {
  for (const entry of entries) {
    if (entry.kind === 'group' && entry.file === file) return entry.entries
    const inner = entry.kind === 'group' ? findCards(file, entry.entries) : undefined
    if (inner !== undefined) return inner
  }
  return entries.some((entry) => entry.kind === 'page' && entry.file === file) ? entries : undefined
}

function findTarget(entry: MenuEntry): string | undefined {
  if (entry.kind === 'link') return undefined
  if (entry.kind === 'page' || entry.file !== undefined) return entry.file
  return entry.entries.map(findTarget).find((file) => file !== undefined)
}
