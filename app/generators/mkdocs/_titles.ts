import { posix } from 'node:path'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'
import type { MenuEntry } from '../../foreign_source/generator.ts'
import { wordsOf } from '../../foreign_source/site_addresses.ts'

/** Titles that a menu gives to pages; the first one counts. */
export function readMenuTitles(menu: readonly MenuEntry[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  const visit = (entry: MenuEntry) => {
    if (entry.kind === 'group') entry.entries.forEach(visit)
    if (entry.kind !== 'page' || entry.title === undefined || titles.has(entry.file)) return
    titles.set(entry.file, entry.title)
  }
  menu.forEach(visit)
  return titles
}

/** What puts another file in, which may begin with a title. */
const INCLUDE = /-8<-|include-markdown|\{[!*] /

/** The title above a page that writes none: that of the menu, or else its name. */
export function findOwnTitle(body: string, named: string, inMenu?: string): string | undefined {
  const isCode = createFenceFollower()
  const lines = body.split('\n').map((line) => (isCode(line) ? '' : line))
  const isTop = lines.some((line, at) => {
    const isUnderlined = /^=+[ \t]*$/.test(lines[at + 1] ?? '') && line.trim() !== ''
    return isUnderlined || /^ {0,3}#(?!#)[ \t]*\S|<h1\b/.test(line) || INCLUDE.test(line)
  })
  if (isTop) return undefined
  const name = posix.basename(named).replace(/\.\w+$/, '')
  return inMenu ?? (/^(?:index|README)$/.test(name) ? undefined : wordsOf(name))
}
