import { CUT_LINE } from '../../../contract/text_pieces.ts'
import { cutAtWord } from '../file/documents.ts'
import type { PieceRange, Pieces } from './_pieces.ts'

/** How much of a page a passage has. */
export type PassageSize = {
  /** Characters of its beginning, and of what is quoted from elsewhere. */
  readonly lead: number
  readonly rest: number
  /** At most so many places are quoted beside the beginning. */
  readonly places: number
}

/** A place of a page that answers: the pieces of a unit, and the one that says most. */
export type AnsweringPlace = {
  readonly unit: PieceRange
  readonly best: number | undefined
  /** Whether the heading of its section has a word of the query. */
  readonly isNamed: boolean
  /** Its section, the heading included. */
  readonly section: PieceRange
}

/** What introduces an item or code is shown if it has at most so many characters. */
const INTRODUCTION_MOST = 240

/** Code right behind a range is shown if the two have so many times as much as fits. */
const CODE_TIMES = 1.6

/** Ranges that are closer than this are one: a line that stands for the gap would say less. */
const GAP_LEAST = 40

/** A row of a table is cut only if it is so many times too long: much of it may be padding. */
const ROW_TIMES = 4

/** How many characters a piece may have. */
type LimitOf = (piece: number) => number

/** Makes the passages of one page. */
export class PassageMaker {
  readonly #page: number
  readonly #pieces: Pieces

  constructor(pieces: Pieces, page: number) {
    this.#page = page
    this.#pieces = pieces
  }

  /**
   * How a page begins and the places that answer best, in the order of the page. Each range is as
   * it stands in the Markdown; a line between two of them stands for what is left out.
   */
  make(places: readonly AnsweringPlace[], size: PassageSize): string {
    const whole = this.#pieces.whole(this.#page)
    if (whole.to === whole.from) return ''
    const start = this.#findLead(whole)
    const lead = this.#grow(start, whole.to, size.lead)
    const chosen = places
      .filter(({ unit, best = unit.from }) => best >= lead.to)
      .slice(0, size.places)
    const [best, ...others] = chosen
    if (best === undefined) {
      const most = size.lead + size.rest
      return this.#render([this.#grow(start, whole.to, most)], () => most)
    }
    // The best place has as much as two others.
    const share = Math.floor(size.rest / (chosen.length + 1))
    const first = best.isNamed
      ? [this.#open(best, share), ...this.#quote(best, share)]
      : this.#quote(best, 2 * share)
    const ranges = [lead, ...first, ...others.flatMap((place) => this.#quote(place, share))]
    const isBest = (piece: number) => first.some(({ from, to }) => from <= piece && piece < to)
    const limitOf = (piece: number) => (isBest(piece) ? 2 * share : share)
    return this.#render(ranges, (piece) => (piece < lead.to ? size.lead : limitOf(piece)))
  }

  /** The beginning of a page, with its heading if there is nothing before it. */
  #findLead({ from, to }: PieceRange): PieceRange {
    let text = from
    while (text < to - 1 && this.#isHeading(text)) text += 1
    return { from, to: text + 1 }
  }

  #isHeading(piece: number): boolean {
    return this.#pieces.kind(piece) === 'heading'
  }

  /** A range and what follows it, as much as fits; a heading alone at the end says nothing. */
  #grow({ from, to: least }: PieceRange, end: number, most: number): PieceRange {
    let to = least
    while (to < end && this.#pieces.size({ from, to: to + 1 }) <= most) to += 1
    // A sentence before code says little without it.
    const isCode = to < end && this.#pieces.kind(to) === 'code'
    if (isCode && this.#pieces.size({ from, to: to + 1 }) <= CODE_TIMES * most) to += 1
    while (to > least && this.#isHeading(to - 1)) to -= 1
    return { from, to }
  }

  /** The start of a section. */
  #open({ section: { from, to } }: AnsweringPlace, most: number): PieceRange {
    return this.#grow({ from, to: Math.min(to, from + 2) }, to, most)
  }

  /** The start of a unit, if the best piece is near enough; else that, and what introduces it. */
  #quote({ unit, best = unit.from, section }: AnsweringPlace, most: number): readonly PieceRange[] {
    const isNear = this.#pieces.size({ from: unit.from, to: best + 1 }) <= most
    const own = { from: isNear ? unit.from : best, to: best + 1 }
    const before = [section.from, this.#introduce(own.from)]
      .filter((piece) => piece !== undefined && piece < own.from)
      .filter((piece, at) => at > 0 || (piece !== undefined && this.#isHeading(piece)))
      .map((piece = own.from) => ({ from: piece, to: piece + 1 }))
    const taken = before.reduce((sum, range) => sum + this.#pieces.size(range), 0)
    return [...before, this.#grow(own, section.to, most - taken)]
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

  #render(ranges: readonly PieceRange[], limit: LimitOf): string {
    const joined = this.#join(ranges, limit)
    const texts = joined.map((range) => this.#read(range, limit)).filter((text) => text !== '')
    // A piece that was cut within a sentence has this line already.
    return texts
      .join(`\n${CUT_LINE}\n`)
      .replaceAll(`\n${CUT_LINE}\n${CUT_LINE}\n`, `\n${CUT_LINE}\n`)
  }

  /** Ranges in order, those that touch as one; a piece that has to be shortened ends its range. */
  #join(ranges: readonly PieceRange[], limit: LimitOf): readonly PieceRange[] {
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
  #isLong({ to }: PieceRange, limit: LimitOf): boolean {
    const kind = this.#pieces.kind(to - 1)
    const times = kind === 'head' || kind === 'row' ? ROW_TIMES : 1
    return this.#pieces.size({ from: to - 1, to }) > times * limit(to - 1)
  }

  #read(range: PieceRange, limit: LimitOf): string {
    if (!this.#isLong(range, limit)) return this.#pieces.read(this.#page, range)
    const last = { from: range.to - 1, to: range.to }
    const before = this.#pieces.size({ from: range.from, to: last.from })
    const text = this.#pieces.read(this.#page, range, before + limit(last.from))
    const isCode = this.#pieces.kind(last.from) === 'code'
    return text.slice(0, before) + shorten(text.slice(before), isCode)
  }
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
