import { BLOCK_CHARACTERS } from './_layout.ts'

type Start = { readonly heading: string; readonly start: number }

/** A run of a body that is scanned at once. */
export type Piece<Section> = {
  readonly start: number
  readonly end: number
  /** Where the text begins behind the heading's line, maybe behind this piece. */
  readonly headingEnd: number
  /** The section that begins here; a long one goes on in pieces without. */
  readonly section: Section | undefined
}

/** A space, or a sign that ends a clause where none is written. */
const GAP = /[\s。、，；：！？]/

/** A body in pieces: what leads, then section by section, long ones cut. */
export function* splitBody<Section extends Start>(
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
  while (end - start > BLOCK_CHARACTERS) {
    const cut = findCut(body, start + BLOCK_CHARACTERS, end)
    if (cut >= end) break
    yield { start, end: cut, headingEnd, section }
    start = cut
    section = undefined
  }
  yield { start, end, headingEnd, section }
}

/** Behind a line, else behind a space, else between two characters: no piece has no bound. */
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

/** A heading without a text has no line: what stands there is the text below it. */
function findHeadingEnd(body: string, { heading, start }: Start, end: number): number {
  if (heading.trim() === '') return start
  const lineEnd = body.indexOf('\n', start)
  return lineEnd === -1 || lineEnd >= end ? end : lineEnd + 1
}
