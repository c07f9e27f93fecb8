import { TEXT_MARKS } from '../../contract/text_marks.ts'
import { BLOCK_CHARACTERS } from './layout.ts'

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
  while (skipText(body, start) < end) {
    const cut = findCut(body, skipText(body, start), end)
    if (cut >= end) break
    yield { start, end: cut, headingEnd, section }
    start = cut
    section = undefined
  }
  yield { start, end, headingEnd, section }
}

const { code, item, cell, wrap } = TEXT_MARKS
const MARKS = new RegExp(`[${code}${item}]|[${cell}${wrap}](?=\n)`, 'g')

/** The offset behind as much text as a piece has at least; marks are no text. */
function skipText(body: string, start: number): number {
  let end = start + BLOCK_CHARACTERS
  for (let from = start; from < end && from < body.length; ) {
    const marks = body.slice(from, end).match(MARKS)?.length ?? 0
    from = end
    end += marks
  }
  return end
}

/** After a line, else after a space, else between two characters, so that no piece is unbounded. */
function findCut(body: string, least: number, end: number): number {
  const most = Math.min(end, least + BLOCK_CHARACTERS)
  const within = body.slice(least, most)
  const line = within.indexOf('\n')
  if (line !== -1) return least + line + 1
  const gap = within.search(GAP)
  if (gap !== -1) return least + gap + 1
  const unit = body.charCodeAt(most)
  return unit >= 0xdc00 && unit <= 0xdfff ? most - 1 : most
}

/** An empty heading has no line in the body; its text starts right away. */
function findHeadingEnd(body: string, { heading, start }: SectionStart, end: number): number {
  if (heading.trim() === '') return start
  const lineEnd = body.indexOf('\n', start)
  return lineEnd === -1 || lineEnd >= end ? end : lineEnd + 1
}
