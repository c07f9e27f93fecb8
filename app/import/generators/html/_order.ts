import { posix } from 'node:path'
import { decodePercentLeniently } from '../../../contract/percent_encoding.ts'
import { readDay } from '../../html/page_rows.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import type { MenuEntry } from '../../source/generator.ts'
import type { HtmlPage } from './_pages.ts'

/** The menu that pages show; other pages in the order in which they lead on, or of the sitemap. */
export function findMenu(
  shown: readonly MenuEntry[],
  all: readonly HtmlPage[],
  kept: ReadonlySet<string>,
  sitemap: Sitemap,
): readonly MenuEntry[] {
  const menu = keepEntries(shown, kept)
  const listed = new Set(listPages(menu))
  if (listed.size === kept.size) return menu
  const chain = followPages(all)
  const order = chain.length * 2 >= kept.size ? chain : [...sitemap.keys()]
  // A menu may be that of one part: what leads to it comes before it.
  const start = order.findIndex((file) => kept.has(file) && listed.has(file))
  const list = (files: readonly string[]) => {
    const rest = files.filter((file) => kept.has(file) && !listed.has(file))
    return rest.map((file): MenuEntry => ({ kind: 'page', file }))
  }
  const at = order === chain ? Math.max(start, 0) : 0
  return [...list(order.slice(0, at)), ...menu, ...list(order.slice(at))]
}

/** Pages in the order in which each leads to the next, the way of the first page first. */
function followPages(all: readonly HtmlPage[]): readonly string[] {
  const next = new Map(all.map(({ file, next: after }) => [file, after]))
  const targets = new Set(next.values())
  const starts = all.filter(({ file, next: after }) => after !== undefined && !targets.has(file))
  const depthOf = (file: string) => file.split('/').length
  const chain = new Set<string>()
  for (const { file } of starts.toSorted((a, b) => depthOf(a.file) - depthOf(b.file))) {
    for (let at: string | undefined = file; at !== undefined && !chain.has(at); at = next.get(at)) {
      chain.add(at)
    }
  }
  return [...chain]
}

/** Pages in the order of the sitemap, and the day of the last change where it says one. */
export type Sitemap = ReadonlyMap<string, string | undefined>

export function readSitemap(
  source: SourceFolder,
  folder: string,
  files: readonly string[],
): Sitemap {
  const text = source.read(posix.join(folder, 'sitemap.xml')) ?? ''
  const known = new Map(files.map((file) => [keyOf(posix.relative(folder, file)), file]))
  const found = new Map<string, string | undefined>()
  for (const [, entry = ''] of text.matchAll(/<url>(.*?)<\/url>/gs)) {
    const [, loc = ''] = /<loc>\s*([^<\s]+)\s*<\/loc>/.exec(entry) ?? []
    let key = keyOf(decodePercentLeniently(loc.replace(/^[a-z]+:\/\/[^/]+/i, '')))
    // The site may lie below a path of its host.
    while (!known.has(key) && key.includes('/')) key = key.slice(key.indexOf('/') + 1)
    const file = known.get(key)
    if (file !== undefined && !found.has(file)) {
      found.set(file, readDay(/<lastmod>\s*([^<]*)/.exec(entry)?.[1] ?? ''))
    }
  }
  const days = new Set(found.values())
  // The same for all is the day on which the site was built.
  return days.size > 1 ? found : new Map([...found.keys()].map((file) => [file, undefined]))
}

function keepEntries(
  entries: readonly MenuEntry[],
  kept: ReadonlySet<string>,
): readonly MenuEntry[] {
  return entries.flatMap((entry): readonly MenuEntry[] => {
    if (entry.kind === 'link') return []
    if (entry.kind === 'page') return kept.has(entry.file) ? [entry] : []
    const { file, title } = entry
    const inner = keepEntries(entry.entries, kept)
    const isPage = file !== undefined && kept.has(file)
    if (inner.length === 0) return isPage ? [{ kind: 'page', file, title }] : []
    return [{ kind: 'group', title, entries: inner, ...(isPage ? { file } : {}) }]
  })
}

function listPages(entries: readonly MenuEntry[]): readonly string[] {
  return entries.flatMap((entry): readonly string[] => {
    if (entry.kind === 'link') return []
    if (entry.kind === 'page') return [entry.file]
    return [...(entry.file === undefined ? [] : [entry.file]), ...listPages(entry.entries)]
  })
}

export function orderPages(
  pages: readonly HtmlPage[],
  menu: readonly MenuEntry[],
): readonly HtmlPage[] {
  const places = new Map([...new Set(listPages(menu))].map((file, at) => [file, at]))
  const placeOf = ({ file }: HtmlPage) => places.get(file) ?? places.size
  return [...pages].sort((a, b) => placeOf(a) - placeOf(b))
}

/** The address of a page without its extension and the name of an index. */
export function keyOf(path: string): string {
  return (
    path
      .replace(/^\.?\/+|\/+$/g, '')
      .replace(/\.html?$/i, '')
      .replace(/(?:^|\/)index$/i, '') || '.'
  )
}
