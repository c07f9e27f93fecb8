import { posix } from 'node:path'
import type { Report } from '../../foreign_source/report/report.ts'
import { hashWords } from '../../foreign_source/report/word_comparison.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { findContent } from '../../html_pages/content.ts'
import { type Metadata, readMetadata } from '../../html_pages/metadata.ts'
import { writePageText } from '../../html_pages/page_text.ts'
import { readPlainText } from '../../html_pages/plain_words.ts'
import { findFirst, parsePage } from '../../html_pages/tree.ts'
import { SOURCE_BYTES_MAX } from '../../source_text/source_file.ts'
import { type MenuItem, readChapters, readMenus } from './_menu.ts'

/** A page of a website, read once; its tree is not kept. */
export type HtmlPage = {
  readonly file: string
  readonly metadata: Metadata
  /** Markdown of what it says; '' for a page without text. */
  readonly text: string
  /** The line of the file for each line of it; as objects, they would be larger than the text. */
  readonly places: Uint32Array
  /** The words of its content, as the file has them. */
  readonly original: Uint32Array
  /** Whether the text has its title as a heading. */
  readonly hasTitle: boolean
  /** Made by a program for readers of the old site: its search, its page for errors. */
  readonly kind: 'page' | 'generated'
  /** Lists of links that may be the menu. */
  readonly menus: readonly (readonly MenuItem[])[]
  /** The file that comes after it. */
  readonly next: string | undefined
}

type PageReading = {
  readonly linked: ReadonlySet<string>
  readonly find: (href: string, from: string) => string | undefined
  /** The page at the root of the site. */
  readonly root: string
  readonly report: Report
}

/** Names at the root of a site that generators use for what only a browser needs. */
const GENERATED = /^(?:404|search|_?print|print_page)(?:\/index)?\.html?$/i

export function readHtmlPage(
  source: SourceFolder,
  file: string,
  { linked, find, root: home, report }: PageReading,
): HtmlPage | undefined {
  const root = parsePage(readHtml(source, file))
  if (root === undefined) return undefined
  const metadata = readMetadata(root)
  const isRoot = file === home
  const kind = GENERATED.test(posix.relative(posix.dirname(home), file)) ? 'generated' : 'page'
  const findHere = (href: string) => find(href, file)
  const isUsed = metadata.redirect === undefined && !metadata.isHidden && kind === 'page'
  const content = isUsed ? findContent(root) : undefined
  const reportLoss = (line: number, what: string, fix: string) => {
    report.addLoss({ file: source.show(file), line, column: 1 }, what, fix)
  }
  // Before the tree is written, which changes it.
  const original = hashWords(content === undefined ? '' : readPlainText(content))
  const lines = content === undefined ? [] : writePageText(content, { linked, reportLoss })
  const items = readChapters(root, findHere)
  const chapters = items.length === 0 ? [] : [isRoot ? items : [{ title: '', file, items }]]
  const next = metadata.next === undefined ? undefined : findHere(metadata.next)
  return {
    file,
    metadata,
    text: lines.map(({ text }) => text).join('\n'),
    places: Uint32Array.from(lines, ({ line }) => line),
    original,
    hasTitle: lines.some(({ text }) => text.startsWith('# ')),
    kind,
    menus: [...chapters, ...readMenus(root, findHere)],
    next: next === file ? undefined : (next ?? findNext(root, findHere)),
  }
}

/** The text of a file that nobody else will ask for: it is not kept. */
export function readHtml(source: SourceFolder, file: string): string {
  return source.read(file, SOURCE_BYTES_MAX) ?? ''
}

/** Pages without links in their head name the next one in their text. */
function findNext(
  root: Parameters<typeof findFirst>[0],
  find: (href: string) => string | undefined,
): string | undefined {
  const link = findFirst(root, ({ tagName, attrs }) => {
    const isNext = attrs.some(({ name, value }) => name === 'rel' && /\bnext\b/i.test(value))
    return tagName === 'a' && isNext
  })
  const href = link?.attrs.find(({ name }) => name === 'href')?.value
  return href === undefined ? undefined : find(href)
}
