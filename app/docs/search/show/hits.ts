import { type KnownWord, MASKED_WORDS_MAX, type SearchFile } from '../file/search_file.ts'
import type { Marks } from '../match/marks.ts'
import { findHeading, findSection, type Phrase } from '../match/phrases.ts'
import { Blocks, findBlock, findWordOffset, readBodyText } from './_blocks.ts'
import { Density } from './_density.ts'
import { choosePieces, createSnippet, SNIPPET_CHARACTERS_MAX } from './_passages.ts'
import { KeptPieces, PIECES_CHARACTERS_MAX, splitPieces, splitRest } from './_text_pieces.ts'
import { WordPlaces } from './_word_places.ts'

/** A page that matches a query. */
export type SearchHit = {
  /** Position in the list of pages. */
  readonly page: number
  /** How much of the evidence for the best page this one has: 1 for pages that are as good. */
  readonly closeness: number
  /** The best section; looked up on access, so a hit that is never shown costs nothing. */
  readonly section?: Section | undefined
  /** What answers best on the page: whole sentences of one section, as Markdown. */
  quote(bytesMax: number): string
}

/** The section of a page that matches best. */
type Section = {
  readonly heading: string
  readonly anchor: string
  /** Plain text around the match. */
  readonly snippet: string
}

/** The best unit below a heading, and the best one of the lead. */
type Units = { readonly unit: number | undefined; readonly lead: number | undefined }

/** What a query found: its pages, best first, and its words. */
type FoundPages = {
  readonly pages: readonly (Pick<SearchHit, 'page' | 'closeness'> & Units)[]
  readonly words: readonly KnownWord[]
  readonly phrase: Phrase | undefined
}

/** Shows the pages of all queries. */
export class HitLists {
  readonly #file: SearchFile
  readonly #scratch: Scratch

  constructor(file: SearchFile, marks: Marks) {
    const blocks = new Blocks(file)
    this.#file = file
    this.#scratch = {
      marks,
      blocks,
      density: new Density(MASKED_WORDS_MAX),
      pieces: new KeptPieces(),
    }
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
  readonly #units: Units
  readonly #finder: SectionFinder
  #place: ShownPlace | undefined

  constructor({ page, closeness, ...units }: FoundPages['pages'][number], finder: SectionFinder) {
    this.page = page
    this.closeness = closeness
    this.#units = units
    this.#finder = finder
  }

  get section(): Section | undefined {
    return this.#finder.describe(this.page, this.#locate())
  }

  quote(bytesMax: number): string {
    return this.#finder.quote(this.page, this.#locate(), bytesMax)
  }

  #locate(): ShownPlace {
    this.#place ??= this.#finder.locate(this.page, this.#units)
    return this.#place
  }
}

/** In characters of a body. */
type TextRange = { readonly from: number; readonly to: number }

/** What of a page to show: a word of a section, or of the lead. */
type ShownPlace = { readonly section: number | undefined; readonly word: number }

/** Buffers that every query reuses; they do not grow. */
type Scratch = ConstructorParameters<typeof WordPlaces>[2] & { readonly pieces: KeptPieces }

/** Finds the places to show for one query. */
class SectionFinder {
  readonly #file: SearchFile
  readonly #phrase: Phrase | undefined
  readonly #scratch: Scratch
  readonly #places: WordPlaces

  constructor(file: SearchFile, { words, phrase }: Omit<FoundPages, 'pages'>, scratch: Scratch) {
    this.#file = file
    this.#phrase = phrase
    this.#scratch = scratch
    this.#places = new WordPlaces(file, words, scratch)
  }

  /**
   * The section whose heading is the query, else the one of the best unit, at the place with the
   * highest concentration of the query's words; else such a place of the lead, or its start.
   */
  locate(page: number, { unit, lead }: Units): ShownPlace {
    const { sectionWord } = this.#file
    const named = this.#phrase === undefined ? -1 : findHeading(this.#file, page, this.#phrase)
    if (named !== -1) return { section: named, word: sectionWord[named] ?? 0 }
    const word = unit === undefined ? -1 : this.#places.findDensest(page, unit)
    const section = word === -1 ? -1 : findSection(this.#file, page, word)
    if (section !== -1) return { section, word }
    const leading = lead === undefined ? -1 : this.#places.findDensest(page, lead)
    return { section: undefined, word: Math.max(0, leading) }
  }

  /** The section of a place; absent for the lead. */
  describe(page: number, { section, word }: ShownPlace): Section | undefined {
    if (section === undefined) return undefined
    const { headings, anchors } = this.#file
    const snippet = this.#snippet(page, section, word)
    return { heading: headings.at(section), anchor: anchors.at(section), snippet }
  }

  /** Whole sentences around a place, as Markdown; '' for a page without text. */
  quote(page: number, place: ShownPlace, bytesMax: number): string {
    const { sectionAt, sectionStart, sectionText, headings } = this.#file
    const end = sectionAt[page + 1] ?? 0
    const own = place.section ?? (sectionAt[page] ?? 0) - 1
    for (let at = own; at < end; at += 1) {
      const isLead = at < (sectionAt[page] ?? 0)
      const range = {
        from: isLead ? 0 : (sectionText[at] ?? 0),
        to: at + 1 < end ? (sectionStart[at + 1] ?? 0) : Number.POSITIVE_INFINITY,
      }
      const text = this.#quoteRange(page, range, at === own ? place.word : 0, bytesMax)
      // Below a heading without text stand headings with some.
      if (text !== '') return at === own ? text : `${headings.at(at)}:\n${text}`
    }
    return ''
  }

  #quoteRange(page: number, range: TextRange, word: number, bytesMax: number): string {
    const { blocks, pieces } = this.#scratch
    if (range.from >= range.to) return ''
    const offset = word === 0 ? 0 : findWordOffset(this.#file, blocks, page, word)
    const match = Math.max(0, offset - range.from)
    const whole = pieces.open(page, range.from, () =>
      readBodyText(this.#file, blocks, page, {
        from: range.from,
        to: Math.min(range.to, range.from + PIECES_CHARACTERS_MAX + 1),
      }),
    )
    if (whole !== undefined) return choosePieces(whole, match, bytesMax)
    const from = Math.max(0, match - bytesMax)
    // A character has a byte or more: a piece that the end of the range cuts off is too long.
    const to = Math.min(range.to, range.from + match + bytesMax + bytesMax / 4)
    const text = readBodyText(this.#file, blocks, page, { from: range.from + from, to })
    const cut = from === 0 ? splitPieces(text) : splitRest(text, match - from)
    return choosePieces(cut, match - from, bytesMax)
  }

  #snippet(page: number, section: number, word: number): string {
    const file = this.#file
    const textWord = (file.sectionWord[section] ?? 0) + (file.headingWords[section] ?? 0)
    const isLast = section + 1 >= (file.sectionAt[page + 1] ?? 0)
    const wanted = Math.max(word, textWord)
    if (!isLast && wanted >= (file.sectionWord[section + 1] ?? 0)) return ''
    const block = findBlock(file, page, wanted)
    if (block === -1) return ''
    const blockStart = file.blockStart[block] ?? 0
    const textStart = (file.sectionText[section] ?? 0) - blockStart
    const end = isLast
      ? Number.POSITIVE_INFINITY
      : (file.sectionStart[section + 1] ?? 0) - blockStart
    let text = this.#scratch.blocks.text(block)
    // Words are counted from the start of the section's text, or from the start of the block.
    const first = textStart >= 0 ? textWord : (file.blockWord[block] ?? 0)
    const start = Math.max(0, textStart)
    const { blocks } = this.#scratch
    const match = word < textWord ? start : blocks.findWordStart(block, start, wanted - first)
    if (match === -1) return ''
    // The text after the match may continue in the next block.
    const isShort = text.length < Math.min(end, match + SNIPPET_CHARACTERS_MAX)
    if (isShort && block + 1 < (file.blockAt[page + 1] ?? 0))
      text += this.#scratch.blocks.text(block + 1)
    return createSnippet(text, { start, match, end: Math.min(end, text.length) })
  }
}
