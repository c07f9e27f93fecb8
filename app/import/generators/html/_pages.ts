import { posix } from 'node:path'
import { type Problem, problemAt, startOfFile } from '../../../contract/problem.ts'
import { findContent, isMostlyLinks } from '../../html/content.ts'
import { type Metadata, readMetadata } from '../../html/metadata.ts'
import { writePageText } from '../../html/page_text.ts'
import { readPlainText } from '../../html/plain_words.ts'
import { type Element, findFirst, parsePage } from '../../html/tree.ts'
import { stripMarkdown } from '../../markdown/plain_text.ts'
import type { SourceFolder } from '../../source/files/source_files.ts'
import { hashWords } from '../../source/report/word_comparison.ts'
import type { AroundText } from './_around_text.ts'
import { readHtml } from './_html_file.ts'
import { isListing } from './_kinds.ts'
import { type MergedMenu, readChapters, readMenus } from './_menu.ts'

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
  /** Its first title of the highest level, '' where its text has none. */
  readonly heading: string
  /** Whether it lists other pages by tag, month or author. */
  readonly isList: boolean
  /** The file that comes after it. */
  readonly next: string | undefined
  /** Where its source can be changed. */
  readonly editAddress: string | undefined
  readonly losses: readonly Problem[]
}

type PageReading = {
  readonly linked: ReadonlySet<string>
  readonly find: (href: string, from: string) => string | undefined
  /** The page at the root of the site. */
  readonly root: string
  readonly around: AroundText
  readonly menus: MergedMenu
  /** Each walk of a large tree leaves as much garbage as the tree takes. */
  readonly collect: () => void
}

export function readHtmlPage(
  source: SourceFolder,
  file: string,
  { linked, find, root: home, around, menus, collect }: PageReading,
): HtmlPage | undefined {
  const root = parsePage(readHtml(source, file))
  if (root === undefined) return undefined
  const metadata = readMetadata(root)
  const findHere = (href: string) => find(href, file)
  const next = metadata.next === undefined ? undefined : findHere(metadata.next)
  const after = next === file ? undefined : (next ?? findNext(root, findHere))
  const items = readChapters(root, findHere)
  const chapters = items.length === 0 ? [] : [file === home ? items : [{ title: '', file, items }]]
  for (const menu of [...chapters, ...readMenus(root, findHere)]) menus.add(menu)
  const isMoved = metadata.redirect !== undefined
  const rows = isMoved ? undefined : around.takeFrom(root, file)
  collect()
  const content = isMoved ? undefined : findContent(root)
  const losses: Problem[] = []
  const reportLoss = (line: number, what: string, fix: string) => {
    losses.push(problemAt({ ...startOfFile(source.show(file)), line }, what, fix))
  }
  const path = posix.relative(posix.dirname(home), file)
  const isList = content !== undefined && isListing(path) && isMostlyLinks(content)
  const isUsed = content !== undefined && !isList
  // Before the tree is written, which changes it.
  const original = hashWords(isUsed ? readPlainText(content) : '')
  collect()
  const written = isUsed ? writePageText(content, { linked, reportLoss }) : undefined
  const { lines = [], title = '' } = written ?? {}
  return {
    file,
    metadata: { ...metadata, updated: metadata.updated ?? rows?.updated },
    text: lines.map(({ text }) => text).join('\n'),
    places: Uint32Array.from(lines, ({ line }) => line),
    original,
    heading: stripMarkdown(title.slice(2).replace(/ \{#[^{}]*\}$/, '')),
    isList,
    next: after,
    editAddress: rows?.editAddress,
    losses,
  }
}

/** Pages without links in their head name the next one in their text. */
function findNext(root: Element, find: (href: string) => string | undefined): string | undefined {
  const link = findFirst(root, ({ tagName, attrs }) => {
    const isNext = attrs.some(({ name, value }) => name === 'rel' && /\bnext\b/i.test(value))
    return tagName === 'a' && isNext
  })
  const href = link?.attrs.find(({ name }) => name === 'href')?.value
  return href === undefined ? undefined : find(href)
}
