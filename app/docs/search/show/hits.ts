import type { KnownWord, SearchFile } from '../file/search_file.ts'
import type { Marks } from '../match/marks.ts'
import { findHeading, type Phrase } from '../match/phrases.ts'
import { type AnsweringPlace, PlaceFinder } from './_answering_places.ts'
import { Blocks } from './_blocks.ts'
import { PassageMaker, type PassageSize } from './_passages.ts'
import { Pieces } from './_pieces.ts'
import { createSnippet, readWords, SNIPPET_CHARACTERS_MAX } from './_snippets.ts'
import { WordPlaces } from './_word_places.ts'

export type { PassageSize } from './_passages.ts'

/** A page that matches a query. */
export type SearchHit = {
  /** Position in the list of pages. */
  readonly page: number
  /** How much of the evidence for the best page this one has: 1 for pages that are as good. */
  readonly closeness: number
  /** The best section; looked up on access, so a hit that is never shown costs nothing. */
  readonly section?: Section | undefined
  /** What answers best on the page, as it stands in its Markdown. */
  quote(size: PassageSize): string
}

/** The section of a page that matches best. */
type Section = {
  readonly heading: string
  readonly anchor: string
  /** Plain text around the match. */
  readonly snippet: string
}

/** What a query found: its pages with their best units, best first, and its words. */
type FoundPages = {
  readonly pages: readonly (Pick<SearchHit, 'page' | 'closeness'> & {
    readonly units: readonly number[]
  })[]
  readonly words: readonly KnownWord[]
  readonly phrase: Phrase | undefined
}

/** Shows the pages of all queries. */
export class HitLists {
  readonly #file: SearchFile
  readonly #scratch: Scratch

  constructor(file: SearchFile, marks: Marks) {
    this.#file = file
    const pieces = new Pieces(file, new Blocks(file))
    this.#scratch = { marks, pieces, lines: new KeptLines() }
  }

  list(found: FoundPages): readonly SearchHit[] {
    const finder = new SectionFinder(this.#file, found, this.#scratch)
    return found.pages.map((page) => new Hit(page, finder))
  }
}

/** Looks up what it shows once. */
class Hit implements SearchHit {
  readonly page: number
  readonly closeness: number
  readonly #units: readonly number[]
  readonly #finder: SectionFinder
  #first: AnsweringPlace | undefined
  #isSought = false

  constructor({ page, closeness, units }: FoundPages['pages'][number], finder: SectionFinder) {
    this.page = page
    this.closeness = closeness
    this.#units = units
    this.#finder = finder
  }

  get section(): Section | undefined {
    const first = this.#findFirst()
    return first === undefined ? undefined : this.#finder.describe(this.page, first)
  }

  quote(size: PassageSize): string {
    const first = this.#findFirst()
    return this.#finder.quote({ page: this.page, units: this.#units, first }, size)
  }

  #findFirst(): AnsweringPlace | undefined {
    if (!this.#isSought) this.#first = this.#finder.findFirst(this.page, this.#units[0])
    this.#isSought = true
    return this.#first
  }
}

/** A page with its best units, and its best place, if anything on it answers. */
type ShownPage = {
  readonly page: number
  readonly units: readonly number[]
  readonly first: AnsweringPlace | undefined
}

/** Buffers that every query reuses; they do not grow. */
type Scratch = ConstructorParameters<typeof WordPlaces>[2] & { readonly lines: KeptLines }

/** A snippet is made of at most so many characters of Markdown, before and from the match. */
const SNIPPET_SOURCE = 5 * SNIPPET_CHARACTERS_MAX
/** How many of these are kept, as words on one line: some two megabytes. */
const LINES_MAX = 4096

/** The words from a piece on, for the pieces that were shown last. */
class KeptLines {
  readonly #kept = new Map<number, string>()

  open(piece: number, read: () => string): string {
    const known = this.#kept.get(piece)
    if (known !== undefined) return known
    const line = read()
    if (this.#kept.size >= LINES_MAX) this.#kept.clear()
    this.#kept.set(piece, line)
    return line
  }
}

/** A character of these languages is a word of others, and about as many tokens. */
const DENSE_LANGUAGES: ReadonlySet<string> = new Set(['ja', 'ko', 'zh'])
const DENSE_SHARE = 0.4

/** Finds the places to show for one query. */
class SectionFinder {
  readonly #file: SearchFile
  readonly #words: readonly KnownWord[]
  readonly #phrase: Phrase | undefined
  readonly #pieces: Pieces
  readonly #lines: KeptLines
  readonly #places: PlaceFinder

  constructor(file: SearchFile, { words, phrase }: Omit<FoundPages, 'pages'>, scratch: Scratch) {
    this.#file = file
    this.#words = words
    this.#phrase = phrase
    this.#pieces = scratch.pieces
    this.#lines = scratch.lines
    this.#places = new PlaceFinder(file, scratch.pieces, new WordPlaces(file, words, scratch))
  }

  findFirst(page: number, unit: number | undefined): AnsweringPlace | undefined {
    const named = this.#phrase === undefined ? -1 : findHeading(this.#file, page, this.#phrase)
    return this.#places.findFirst(page, unit, named)
  }

  /** The section of a place; absent for the lead. */
  describe(page: number, place: AnsweringPlace): Section | undefined {
    if (place.number === undefined) return undefined
    const { headings, anchors } = this.#file
    const snippet = this.#snippet(page, place)
    return { heading: headings.at(place.number), anchor: anchors.at(place.number), snippet }
  }

  quote({ page, units, first }: ShownPage, size: PassageSize): string {
    const share = DENSE_LANGUAGES.has(this.#file.language) ? DENSE_SHARE : 1
    const isAlone = first === undefined || size.places === 1
    const places = isAlone ? [first] : this.#places.findMore(page, units, first)
    const known = places.filter((place) => place !== undefined)
    return new PassageMaker(this.#pieces, page, share).make(known, size)
  }

  #snippet(page: number, { best, section }: AnsweringPlace): string {
    const from = best === section.from ? best + 1 : best
    if (from >= section.to) return ''
    const line = this.#lines.open(from, () =>
      readWords(this.#pieces.read(page, { from, to: section.to }, SNIPPET_SOURCE)),
    )
    return createSnippet(line, line.length <= SNIPPET_CHARACTERS_MAX ? 0 : this.#match(line))
  }

  /** Where the first word of the query stands in a line; its start if none does. */
  #match(line: string): number {
    const plain = line.toLowerCase()
    const places = this.#words.map(({ text }) => plain.indexOf(text)).filter((at) => at !== -1)
    return places.length === 0 ? 0 : Math.min(...places)
  }
}
