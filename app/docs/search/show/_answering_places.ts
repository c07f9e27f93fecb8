import { findUnitEnd, type SearchFile } from '../file/search_file.ts'
import { findSection } from '../match/phrases.ts'
import type { PieceRange, Pieces } from './_pieces.ts'
import type { WordPlaces } from './_word_places.ts'

/** Consecutive pieces of a section that answer. */
export type AnsweringPlace = PieceRange & {
  /** The piece among them that says most. */
  readonly best: number
  /** The section with its heading, and its number; without one before the first heading. */
  readonly section: PieceRange
  readonly number: number | undefined
}

/** A place has at most so many characters of Markdown, if it is not one piece alone. */
const PLACE_CHARACTERS = 300

/** As many as a passage shows. */
const PLACES_MAX = 4

/** A unit whose pieces compete, and the words of the query in each and in its heading. */
type MarkedUnit = Pick<AnsweringPlace, 'section' | 'number'> &
  PieceRange & { readonly masks: readonly number[]; readonly heading: number }

/**
 * The places of a page that hold most of a query, best first. Each is as many neighbouring pieces
 * as fit, wherever on the page; the words of its heading count for every place of a section, and
 * several places find more answers than one longer one (spec/decisions/search.md, "Passages").
 */
export class PlaceFinder {
  readonly #file: SearchFile
  readonly #pieces: Pieces
  readonly #places: WordPlaces

  constructor(file: SearchFile, pieces: Pieces, places: WordPlaces) {
    this.#file = file
    this.#pieces = pieces
    this.#places = places
  }

  /**
   * The place that answers best: what the query names, which is a section or the page itself, whose
   * beginning says what it is about; else the one of the best unit that says most.
   */
  findFirst(page: number, unit: number | undefined, named: number): AnsweringPlace | undefined {
    if (named !== -1) return this.#open(page, named)
    if (this.#places.areInTitle(page)) return this.#begin(page)
    return unit === undefined ? undefined : this.#findIn(page, unit)
  }

  /** That place, and others in some units. */
  findMore(
    page: number,
    units: readonly number[],
    first: AnsweringPlace,
  ): readonly AnsweringPlace[] {
    const marked = units.map((unit) => this.#mark(page, unit))
    const found = [first]
    while (found.length < PLACES_MAX) {
      const next = this.#findNext(marked, found)
      if (next === undefined) break
      found.push(next)
    }
    return found
  }

  #findIn(page: number, unit: number): AnsweringPlace {
    const marked = this.#mark(page, unit)
    const found = this.#findNext([marked], [])
    if (found !== undefined) return found
    const { section, number } = marked
    const best = this.#places.findText(page, marked) ?? marked.from
    return { from: best, to: best + 1, best, section, number }
  }

  #mark(page: number, unit: number): MarkedUnit {
    const word = this.#file.unitWord[unit] ?? 0
    const end = findUnitEnd(this.#file, page, unit)
    const found = findSection(this.#file, page, word)
    const number = found === -1 ? undefined : found
    const section = this.#pieces.section(page, number)
    const last = end > word ? this.#pieces.at(page, end - 1) : section.from
    const from = Math.max(section.from, this.#pieces.at(page, word))
    const to = Math.max(from, Math.min(last, section.to - 1)) + 1
    const masks = this.#places.markPieces(page, { unit, from, to })
    const heading = number === undefined ? 0 : this.#places.markHeading(page, number)
    return { from, to, masks, heading, section, number }
  }

  /** The start of a page that has any text: of its lead, or of its first section. */
  #begin(page: number): AnsweringPlace | undefined {
    const whole = this.#pieces.whole(page)
    if (whole.to === whole.from) return undefined
    const lead = this.#pieces.section(page, undefined)
    return this.#open(page, lead.to > lead.from ? undefined : this.#file.sectionAt[page])
  }

  /** The start of a section; of the lead for none. */
  #open(page: number, number: number | undefined): AnsweringPlace {
    const section = this.#pieces.section(page, number)
    const { from } = section
    const to = Math.min(section.to, from + 2)
    return { from, to, best: Math.max(from, to - 1), section, number }
  }

  /** The place that says most besides those that were found; of equal ones, the first. */
  #findNext(
    marked: readonly MarkedUnit[],
    found: readonly AnsweringPlace[],
  ): AnsweringPlace | undefined {
    let [best, most]: [AnsweringPlace | undefined, number] = [undefined, 0]
    for (const unit of marked) {
      for (let from = unit.from; from < unit.to; from++) {
        if ((unit.masks[from - unit.from] ?? 0) === 0) continue
        const place = this.#growPlace(unit, from, found)
        if (place === undefined || place.weight <= most) continue
        most = place.weight
        best = { ...place.range, best: place.best, section: unit.section, number: unit.number }
      }
    }
    return best
  }

  /** The shortest place from a piece on that says most, if no other place has that piece. */
  #growPlace(
    { masks, heading, from: first, to: end }: MarkedUnit,
    from: number,
    found: readonly AnsweringPlace[],
  ): { range: PieceRange; best: number; weight: number } | undefined {
    let [mask, weight, to] = [heading, 0, from]
    let [best, most] = [from, 0]
    for (let piece = from; piece < end; piece++) {
      if (found.some((other) => other.from <= piece && piece < other.to)) break
      if (piece > from && this.#pieces.size({ from, to: piece + 1 }) > PLACE_CHARACTERS) break
      const own = masks[piece - first] ?? 0
      mask |= own
      const all = this.#places.weigh(mask)
      const alone = this.#places.weigh(own)
      if (alone > most) [best, most] = [piece, alone]
      if (all > weight) [weight, to] = [all, piece + 1]
    }
    return to === from ? undefined : { range: { from, to }, best: Math.min(best, to - 1), weight }
  }
}
