import { posix } from 'node:path'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import { listNames, quote } from '../../contract/problem.ts'
import { stripMarkdown } from '../markdown/plain_text.ts'
import { isMarkdownName, type SourceFolder } from './files/source_files.ts'
import type { MenuEntry } from './generator.ts'
import type { Report } from './report/report.ts'

type Item = {
  readonly depth: number
  readonly title: string
  /** Absent for a draft, `[Title]()`. */
  readonly file: string | undefined
  /** The address of what is no page. */
  readonly href?: string
  readonly inner: Item[]
}

const LINK = new RegExp(
  '^([ \\t]*)([-*+][ \\t]+)?\\[((?:\\\\.|\\](?!\\()|[^\\]\\\\])*)\\]' +
    '\\(\\s*(?:<([^>]*)>|((?:\\\\.|[^)>\\\\])*?))(?:\\s+"([^"]*)")?\\s*\\)$',
)
const PART = /^#+[ \t]+(.+?)[ \t]*#*$/

/** Reads `SUMMARY.md`: prefix pages, parts, nested chapters; what it does not list is no page. */
export function readSummary(
  source: SourceFolder,
  summary: string,
  report: Report,
): readonly MenuEntry[] {
  const text = source.read(summary)
  if (text === undefined) {
    report.lose(summary, 'the documentation has no SUMMARY.md, which lists its pages', 'write one')
    return []
  }
  const parts = [newPart(undefined)]
  let isTitle = true
  for (const [at, line] of removeComments(text).split('\n').entries()) {
    const part = PART.exec(line)?.[1]
    // The first heading is the title of the summary itself.
    if (part !== undefined && !isTitle)
      parts.push(newPart(stripMarkdown(part.replace(/<[^<>]*>/g, '')).trim()))
    if (line.trim() !== '') isTitle = false
    const found = LINK.exec(line.trimEnd())
    if (found === null) {
      const [, words] = /^\s*[-*+]\s+(.+)$/.exec(line) ?? []
      if (words === undefined) continue
      const what = `the entry ${quote(words)} of the menu is no link to a page, and is left out`
      report.lose({ file: summary, line: at + 1 }, what, 'write it as "[title](page.md)"')
      continue
    }
    const [, indent = '', bullet, name = '', angled, bare = '', short] = found
    const [title, href] = [short ?? name, (angled ?? bare).replace(/\\([!-/:-@[-`{-~])/g, '$1')]
    // A link that is no item of a list stands outside all parts.
    if (bullet === undefined && parts.at(-1)?.title !== undefined) parts.push(newPart(undefined))
    const place = { file: source.show(summary), line: at + 1, column: indent.length + 1 }
    const depth = columnsOf(indent)
    if (/^[a-z][a-z0-9+.-]*:/i.test(href)) {
      const link = { depth, title: stripMarkdown(title), file: undefined, href, inner: [] }
      addItem(parts.at(-1)?.items ?? [], link)
      continue
    }
    const file = locate(href, summary, source)
    if (file !== undefined && !source.has(file)) {
      const what = `the menu names ${quote(href)}, which is not in the folder`
      report.addLoss(place, what, 'add the file, or remove the entry')
      continue
    }
    if (file === undefined) {
      const what = `the chapter ${quote(title)} has no file yet and is left out`
      report.addNote(place, what, 'write its page')
    }
    const item = { depth, title: stripMarkdown(title), file, inner: [] }
    addItem(parts.at(-1)?.items ?? [], item)
  }
  return parts.flatMap(({ title, items }): readonly MenuEntry[] => {
    const entries = items.flatMap(toEntry)
    return title === undefined ? entries : [{ kind: 'group', title, entries }]
  })
}

/** The files of a menu in its order, each once. */
export function listFiles(menu: readonly MenuEntry[]): readonly string[] {
  return menu.flatMap((entry) => {
    if (entry.kind === 'link') return []
    const own = entry.file === undefined ? [] : [entry.file]
    return entry.kind === 'group' ? [...own, ...listFiles(entry.entries)] : own
  })
}

type SummaryPlace = {
  readonly source: SourceFolder
  readonly report: Report
  /** The folder of the pages. */
  readonly root: string
  readonly summary: string
}

/** Notes Markdown files of a book that are not among those listed. */
export function noteUnlisted(
  { source, report, root, summary }: SummaryPlace,
  listed: readonly string[],
): void {
  const below = root === '' ? '' : `${root}/`
  const known = new Set(listed)
  const names = source.files.filter((file) => {
    const isOwn = file.startsWith(below) && !/(?:^|\/)\.gitbook\//.test(file)
    return isOwn && isMarkdownName(file) && !known.has(file)
  })
  if (names.length === 0) return
  const list = listNames(names.map((each) => each.slice(below.length)))
  const what = `files that SUMMARY.md does not list are not imported: ${list}`
  report.note(summary, what, 'add to the list what should be a page')
}

type SummaryPart = { readonly title: string | undefined; readonly items: Item[] }

function newPart(title: string | undefined): SummaryPart {
  return { title, items: [] }
}

function removeComments(text: string): string {
  return text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''))
}

function locate(href: string, summary: string, source: SourceFolder): string | undefined {
  const path = decodePercentLeniently(href.replace(/#.*$/s, ''))
  if (path === '') return undefined
  const file = posix.join(posix.dirname(summary), path)
  const index = posix.join(file, 'README.md')
  return !source.has(file) && source.has(index) ? index : file
}

function columnsOf(indent: string): number {
  return indent.replaceAll('\t', '    ').length
}

function addItem(items: Item[], item: Item): void {
  const last = items.at(-1)
  if (last === undefined || item.depth <= last.depth) items.push(item)
  else addItem(last.inner, item)
}

function toEntry({ title, file, href, inner }: Item): readonly MenuEntry[] {
  const entries = inner.flatMap(toEntry)
  if (href !== undefined && entries.length === 0) return [{ kind: 'link', title, href }]
  if (entries.length === 0) return file === undefined ? [] : [{ kind: 'page', file, title }]
  return [{ kind: 'group', title, entries, ...(file === undefined ? {} : { file }) }]
}
