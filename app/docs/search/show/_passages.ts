import { CUT_LINE } from '../../../contract/text_pieces.ts'
import { cutAtWord } from '../file/documents.ts'
import type { AnsweringPlace } from './_answering_places.ts'
import type { PieceRange, Pieces } from './_pieces.ts'

/** How much of a page a passage has. */
export type PassageSize = {
  /** Characters of all that is quoted. */
  readonly most: number
  /** At most so many places. */
  readonly places: number
}

/** What introduces an item or code is shown if it has at most so many characters. */
const INTRODUCTION_MOST = 240

/** Ranges that are closer than this are one: a line that stands for the gap would say less. */
const GAP_LEAST = 40

/** A row of a table is cut only if it is so many times too long: much of it may be padding. */
const ROW_TIMES = 4

type QuotedPlace = Pick<AnsweringPlace, 'from' | 'to' | 'section'>

/** A place and what introduces it, while a passage grows. */
type PlacedText = {
  readonly before: readonly PieceRange[]
  own: PieceRange
  readonly section: PieceRange
}

/** Makes the passages of one page. */
export class PassageMaker {
  readonly #page: number
  readonly #pieces: Pieces
  readonly #share: number

  /** A piece has this share of the characters that it may have in other languages. */
  constructor(pieces: Pieces, page: number, share: number) {
    this.#page = page
    this.#pieces = pieces
    this.#share = share
  }

  /**
   * The places that answer best, in the order of the page, and what stands around them in their
   * sections; how the page begins where there are none. Each range is as it stands in the Markdown;
   * a line between two of them stands for what is left out.
   */
  make(places: readonly AnsweringPlace[], size: PassageSize): string {
    const whole = this.#pieces.whole(this.#page)
    if (whole.to === whole.from) return ''
    const most = size.most * this.#share
    const quoted: PlacedText[] = []
    let left = most
    const shown =
      places.length === 0 ? [{ from: whole.from, to: whole.from + 1, section: whole }] : places
    for (const place of shown.slice(0, size.places)) {
      const next = this.#quote(place, quoted)
      const cost = this.#sum([...next.before, next.own], most)
      if (quoted.length > 0 && cost > left) continue
      quoted.push(next)
      left -= cost
    }
    for (const each of quoted) left -= this.#extend(each, quoted, { left, limit: most })
    return this.#render(
      quoted.flatMap(({ before, own }) => [...before, own]),
      most,
    )
  }

  #isHeading(piece: number): boolean {
    return this.#pieces.kind(piece) === 'heading'
  }

  /** A place with the heading of its section, if nothing else has it, and what introduces it. */
  #quote({ from, to, section }: QuotedPlace, quoted: readonly PlacedText[]): PlacedText {
    const before = [section.from, this.#introduce(from)]
      .filter((piece) => piece !== undefined && piece < from && !isQuoted(piece, quoted))
      .filter((piece, at) => at > 0 || (piece !== undefined && this.#isHeading(piece)))
      .map((piece = from) => ({ from: piece, to: piece + 1 }))
    // A heading alone says nothing.
    let end = to
    while (end < section.to && this.#isHeading(end - 1)) end += 1
    return { before, own: { from, to: end }, section }
  }

  /** Adds what stands around a place in its section, as much as is left; returns what that has. */
  #extend(
    place: PlacedText,
    quoted: readonly PlacedText[],
    { left, limit }: { readonly left: number; readonly limit: number },
  ): number {
    const { own, section } = place
    let { from, to } = own
    let rest = left
    const take = (piece: number) => {
      const cost = this.#measure(piece, limit)
      if (isQuoted(piece, quoted) || cost > rest) return false
      rest -= cost
      return true
    }
    // A piece that is cut has to be the last of its range.
    while (to < section.to && !this.#isLong({ from, to }, limit) && take(to)) to += 1
    while (to > own.to && this.#isHeading(to - 1)) to -= 1
    const isWhole = (piece: number) => !this.#isLong({ from: piece, to: piece + 1 }, limit)
    while (from > section.from && isWhole(from - 1) && take(from - 1)) from -= 1
    place.own = { from, to }
    return left - rest
  }

  #sum(ranges: readonly PieceRange[], limit: number): number {
    let sum = 0
    for (const { from, to } of ranges) {
      for (let piece = from; piece < to; piece++) sum += this.#measure(piece, limit)
    }
    return sum
  }

  /** How many characters of a piece are shown. */
  #measure(piece: number, limit: number): number {
    return Math.min(this.#pieces.size({ from: piece, to: piece + 1 }), this.#limitOf(piece, limit))
  }

  #limitOf(piece: number, limit: number): number {
    const kind = this.#pieces.kind(piece)
    return kind === 'head' || kind === 'row' ? ROW_TIMES * limit : limit
  }

  /** The head of the table of a row, or the sentence before a list or before code. */
  #introduce(piece: number): number | undefined {
    const kind = this.#pieces.kind(piece)
    if (kind !== 'row' && kind !== 'item' && kind !== 'code') return undefined
    const { from } = this.#pieces.whole(this.#page)
    let before = piece - 1
    while (before > from && this.#pieces.kind(before) === kind) before -= 1
    if (before < from) return undefined
    if (kind === 'row') return this.#pieces.kind(before) === 'head' ? before : undefined
    const isShort = this.#pieces.size({ from: before, to: before + 1 }) <= INTRODUCTION_MOST
    return isShort && this.#pieces.kind(before) === 'prose' ? before : undefined
  }

  #render(ranges: readonly PieceRange[], limit: number): string {
    const joined = this.#join(ranges, limit)
    const texts = joined.map((range) => this.#read(range, limit)).filter((text) => text !== '')
    // A piece that was cut within a sentence has this line already.
    return texts
      .join(`\n${CUT_LINE}\n`)
      .replaceAll(`\n${CUT_LINE}\n${CUT_LINE}\n`, `\n${CUT_LINE}\n`)
  }

  /** Ranges in order, those that touch as one; a piece that has to be shortened ends its range. */
  #join(ranges: readonly PieceRange[], limit: number): readonly PieceRange[] {
    const sorted = ranges.toSorted((one, other) => one.from - other.from)
    const joined: PieceRange[] = []
    for (const range of sorted) {
      const last = joined.at(-1)
      const gap = last === undefined ? undefined : { from: last.to, to: range.from }
      const touches = gap !== undefined && (gap.to <= gap.from || this.#isNarrow(gap))
      if (last === undefined || !touches || (gap.to >= gap.from && this.#isLong(last, limit))) {
        joined.push(range)
      } else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
    }
    return joined
  }

  #isNarrow(gap: PieceRange): boolean {
    return this.#pieces.size(gap) < GAP_LEAST
  }

  /** Whether the last piece of a range is too long alone. */
  #isLong({ to }: PieceRange, limit: number): boolean {
    return this.#pieces.size({ from: to - 1, to }) > this.#limitOf(to - 1, limit)
  }

  #read(range: PieceRange, limit: number): string {
    if (!this.#isLong(range, limit)) return this.#pieces.read(this.#page, range)
    const last = { from: range.to - 1, to: range.to }
    const before = this.#pieces.size({ from: range.from, to: last.from })
    const text = this.#pieces.read(this.#page, range, before + limit)
    const isCode = this.#pieces.kind(last.from) === 'code'
    return text.slice(0, before) + shorten(text.slice(before), isCode)
  }
}

function isQuoted(piece: number, quoted: readonly PlacedText[]): boolean {
  return quoted.some(
    ({ before, own }) =>
      before.some(({ from }) => from === piece) || (own.from <= piece && piece < own.to),
  )
}

const FENCE = /^[\s>]*(?:`{3,}|~{3,})/
/** Where a sentence ends: a stop before a space, or an ideographic one. */
const STOPS = /[.!?…]["'”’)\]*_`]*(?=\s)|[。！？]["”』」）]*/g
/** A sentence that ends before this share of the text is not worth the rest. */
const SENTENCE_SHARE = 0.4

/** The start of a piece that was cut: whole lines of code in its fence, else whole sentences. */
function shorten(text: string, isCode: boolean): string {
  if (isCode) {
    const [fence] = FENCE.exec(text) ?? ['']
    const lines = text.slice(0, Math.max(0, text.lastIndexOf('\n')))
    if (fence.trim() === '') return lines
    return lines === '' ? '' : `${lines}\n${CUT_LINE}\n${fence.replace(/^\n+/, '')}`
  }
  const end = [...text.matchAll(STOPS)].reduce((_, { index, 0: stop }) => index + stop.length, 0)
  if (end > text.length * SENTENCE_SHARE) return text.slice(0, end)
  return `${cutAtWord(text, text.length - 1).trimEnd()}\n${CUT_LINE}`
}
