import type { PieceKind } from '../../../contract/text_pieces.ts'
import type { Question } from './questions.ts'
import { BLOCK_CHARACTERS, type Standing } from './search_file.ts'
import type { Alias, Synonym } from './synonyms.ts'

/** A page as search reads it. */
export type SearchDocument = {
  readonly title: string
  readonly description: string
  /** Plain text: prose, headings and code, without link targets. */
  readonly body: string
  readonly kind: string
  readonly status: string
  /** Words that find the page as those of its description do, though no text shows them. */
  readonly keywords?: readonly string[]
  readonly questions?: readonly Question[]
  readonly standing?: Standing
  /** In order; `start` is the offset of the heading text in the body. */
  readonly sections: readonly SearchSection[]
  /** What passages are taken from; without it, they are lines of the body. */
  readonly shown?: ShownText
}

/** The Markdown of a page, and its pieces in order. */
export type ShownText = { readonly markdown: string; readonly pieces: readonly ShownPiece[] }

type ShownPiece = {
  readonly kind: PieceKind
  /** Where it starts in the body, and in the Markdown. */
  readonly start: number
  readonly at: number
}

export type SearchSection = {
  readonly heading: string
  readonly anchor: string
  readonly start: number
}

/** What writers say about the words of their readers. */
export type SearchMeans = {
  readonly synonyms: readonly Synonym[]
  readonly aliases: readonly Alias[]
}

/** Completes pages as they are indexed: one that is hidden has no words, an alias is a keyword. */
export function createCompletion(
  aliases: readonly Alias[],
): (document: SearchDocument, page: number) => SearchDocument {
  const phrases = Map.groupBy(aliases, ({ page }) => page)
  return (document, page) => {
    if (document.standing === 'hidden') {
      const text = { title: '', description: '', body: '', sections: [] }
      const nothing = { ...text, keywords: [], questions: [] }
      return { ...document, ...nothing, shown: { markdown: '', pieces: [] } }
    }
    const more = (phrases.get(page) ?? []).map(({ phrase }) => phrase)
    return { ...document, keywords: [...(document.keywords ?? []), ...more] }
  }
}

/** A low page is still what its own title asks for. */
export function nameLowPages(
  pages: readonly Pick<SearchDocument, 'title' | 'standing'>[],
): readonly Alias[] {
  const others = new Set(
    pages.flatMap(({ title, standing = 'normal' }) => (standing === 'normal' ? [title] : [])),
  )
  return pages.flatMap(({ title, standing }, page) =>
    standing === 'low' && !others.has(title) ? [{ phrase: title, page }] : [],
  )
}

type SectionStart = { readonly heading: string; readonly start: number }

/** A part of a body that is scanned in one go. */
type Piece<Section> = {
  readonly start: number
  readonly end: number
  /** Where the text after the heading line starts; may lie beyond this piece. */
  readonly headingEnd: number
  /** The section that starts here; the further pieces of a long section have none. */
  readonly section: Section | undefined
}

/** A space, or punctuation that ends a clause in scripts without spaces. */
const GAP = /[\s。、，；：！？]/

/** Splits a body into its lead and its sections, and cuts long ones into pieces. */
export function* splitBody<Section extends SectionStart>(
  body: string,
  sections: readonly Section[],
): Generator<Piece<Section>> {
  const first = sections[0]?.start ?? body.length
  const lead: Piece<Section> = { start: 0, end: first, headingEnd: 0, section: undefined }
  if (first > 0) yield* cutPieces(body, lead)
  for (const [at, section] of sections.entries()) {
    const { start } = section
    const end = sections[at + 1]?.start ?? body.length
    yield* cutPieces(body, { start, end, headingEnd: findHeadingEnd(body, section, end), section })
  }
}

function* cutPieces<Section>(body: string, whole: Piece<Section>): Generator<Piece<Section>> {
  const { end, headingEnd } = whole
  let { start, section } = whole
  while (start + BLOCK_CHARACTERS < end) {
    const cut = findCut(body, start + BLOCK_CHARACTERS, end)
    if (cut >= end) break
    yield { start, end: cut, headingEnd, section }
    start = cut
    section = undefined
  }
  yield { start, end, headingEnd, section }
}

/** The lines of a body, for a page that has no Markdown. */
export function showLines({ body, sections }: SearchDocument): ShownText {
  const headings = new Set(sections.map(({ start }) => start))
  const pieces: ShownPiece[] = []
  for (let at = 0; at < body.length; ) {
    pieces.push({ kind: headings.has(at) ? 'heading' : 'prose', start: at, at })
    const end = body.indexOf('\n', at)
    at = end === -1 ? body.length : end + 1
  }
  return { markdown: body, pieces }
}

/** After a line, else after a space, else between two characters, so that no piece is unbounded. */
function findCut(body: string, least: number, end: number): number {
  const most = Math.min(end, least + BLOCK_CHARACTERS)
  const within = body.slice(least, most)
  const line = within.indexOf('\n')
  if (line !== -1) return least + line + 1
  const gap = within.search(GAP)
  if (gap !== -1) return least + gap + 1
  return findSafeCut(body, most)
}

/** An empty heading has no line in the body; its text starts right away. */
function findHeadingEnd(body: string, { heading, start }: SectionStart, end: number): number {
  if (heading.trim() === '') return start
  const lineEnd = body.indexOf('\n', start)
  return lineEnd === -1 || lineEnd >= end ? end : lineEnd + 1
}

/** Stands for what was cut off. */
export const CUT = '…'

/** A text on one line, cut between words if it is too long. */
export function shorten(text: string, charactersMax: number): string {
  const line = joinLines(text)
  return line.length <= charactersMax ? line : cutAtWord(line, charactersMax - CUT.length) + CUT
}

/** White space but for single spaces, which are most of it and need no replacement. */
const GAPS = / \s+|[^\S ]\s*/g

export function joinLines(text: string): string {
  return text.replace(GAPS, ' ').trim()
}

/** The start of a line, up to a word if one ends near enough. */
export function cutAtWord(line: string, charactersMax: number): string {
  if (line.length <= charactersMax) return line
  const space = line.lastIndexOf(' ', charactersMax)
  return line.slice(0, space > charactersMax / 2 ? space : findSafeCut(line, charactersMax))
}

/** A position that does not split a surrogate pair. */
export function findSafeCut(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}
