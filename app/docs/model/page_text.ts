import {
  type ParsedMarkdown,
  type PublishedMarkdown,
  parseMarkdown,
  publishMarkdown,
  type ResolveLink,
} from '../../text/source_text/markdown.ts'
import { readSearchText } from '../../text/source_text/search_text.ts'
import type { SearchDocument } from '../search/mod.ts'
import type { CorpusPage } from './corpus.ts'

/** Tags that Markdown here knows begin words; any other is JSX or HTML, which is no text. */
const TAG = /^(?:<(?!\/?(?:kbd|sub|sup|br|mark)\b)\/?[A-Za-z][\w.-]*[\s/>]|<>)/
const SCRIPT = /^(?:\{[/`{]|(?:import|export)\s+[\w{*])/

/**
 * Whether a paragraph can describe its page: one that ends in a colon announces what follows, and
 * markup says nothing. `source` is its Markdown.
 */
export function isDescriptive(text: string, source: string): boolean {
  const [words, markup] = [text.trim(), source.trim()]
  return !/[:：]$/.test(words) && !TAG.test(markup) && !SCRIPT.test(markup)
}

/** The body without empty lines around it and with one line end at its end. */
export function trimBody(markdown: string): string {
  return `${markdown.replace(/^(?:[ \t]*\n)+/, '').trimEnd()}\n`
}

/** A page as search indexes it; addresses in its Markdown are resolved. */
export function toSearchDocument(
  page: CorpusPage,
  parsed: ParsedMarkdown,
  { markdown, locate }: PublishedMarkdown,
): SearchDocument {
  const { title, description, kind, status } = page.record
  const { text, sections, pieces } = readSearchText(parsed)
  const shown = {
    markdown,
    pieces: pieces.map(({ kind, start, line }) => ({ kind, start, at: locate(line) })),
  }
  return { title, description, body: text, kind, status, sections, shown, ...page.search }
}

/**
 * The same for a caller that has not parsed the page. Without `resolve`, addresses stay as they are
 * written, which only passages show.
 */
export function readSearchDocument(
  page: CorpusPage,
  resolve: ResolveLink = (href) => href,
): SearchDocument {
  const body = trimBody(page.body)
  const parsed = parseMarkdown(body)
  return toSearchDocument(page, parsed, publishMarkdown(body, parsed, resolve))
}
