import { findSafeCut, type SearchDocument, type ShownText } from './documents.ts'

/** A paragraph with more characters is several pieces, of at least as many as the second says. */
const WHOLE_MOST = 500
const PART_LEAST = 200

/** Where a sentence ends: after a stop and white space, or after an ideographic stop. */
const STOPS = /[.!?…]["'”’)\]*_`]*\s+|[。！？]["”』」）]*/g
const ADDRESSES = /\]\([^()\s]*\)/g
const LETTERS = /[\p{L}\p{N}]/gu

/** Cuts long paragraphs between sentences, so that a passage can begin with any of them. */
export function splitParagraphs({ body }: SearchDocument, shown: ShownText): ShownText {
  const { markdown, pieces } = shown
  const split = pieces.flatMap((piece, at) => {
    const next = pieces[at + 1] ?? { start: body.length, at: markdown.length }
    const isProse = piece.kind === 'prose' || piece.kind === 'item'
    if (!isProse || next.at - piece.at <= WHOLE_MOST) return [piece]
    const source = markdown.slice(piece.at, next.at)
    const cuts = findCuts(source)
    const starts = findInText(body.slice(piece.start, next.start), source, cuts)
    const parts = cuts.map((cut, each) => ({
      kind: piece.kind,
      start: piece.start + (starts[each] ?? 0),
      at: piece.at + cut,
    }))
    return [piece, ...parts]
  })
  return { markdown, pieces: split }
}

/** Where to cut: after sentences, or after a word or character where no sentence ends. */
function findCuts(source: string): readonly number[] {
  const cuts: number[] = []
  let [from, stop] = [0, 0]
  const stops = source.matchAll(STOPS)
  while (source.length - from > WHOLE_MOST) {
    const most = from + WHOLE_MOST
    while (stop <= most && (stop - from < PART_LEAST || !isOutside(source.slice(from, stop)))) {
      const { value, done } = stops.next()
      stop = done === true ? source.length : value.index + value[0].length
    }
    from = stop <= most ? stop : findWordEnd(source, from, most)
    cuts.push(from)
  }
  return cuts
}

function findWordEnd(source: string, from: number, most: number): number {
  const space = source.slice(from, most).lastIndexOf(' ')
  return space > 0 ? from + space + 1 : findSafeCut(source, most)
}

/** Whether a text ends outside of code and of an address. */
function isOutside(text: string): boolean {
  return text.split('`').length % 2 === 1 && text.lastIndexOf('](') <= text.lastIndexOf(')')
}

/** The same places in the text, which has the same letters without addresses. */
function findInText(text: string, source: string, cuts: readonly number[]): readonly number[] {
  const letters = text.matchAll(LETTERS)
  let [from, place] = [0, 0]
  return cuts.map((cut) => {
    const part = source.slice(from, cut).replace(ADDRESSES, '')
    from = cut
    for (const _ of part.matchAll(LETTERS)) {
      const { value, done } = letters.next()
      place = done === true ? text.length : value.index + value[0].length
    }
    return place
  })
}
