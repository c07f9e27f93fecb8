import { findBlock, findWordStart, unpackBlock } from './_blocks.ts'
import type { Density } from './_density.ts'
import type { KnownWord } from './_lookup.ts'
import type { Marks } from './_marks.ts'
import { findPairs, forEachPair, type Pair } from './_pairs.ts'
import { findHeading, findSection, type Phrase } from './_phrases.ts'
import { findBodyStart, type SearchFile } from './_search_file.ts'
import { createSnippet, SNIPPET_CHARACTERS_MAX } from './_snippets.ts'
import { TextScanner } from './_text_scanner.ts'

/** The section of a page that matches best. */
export type Section = {
  readonly heading: string
  readonly anchor: string
  /** Plain text around the match. */
  readonly snippet: string
}

/** Buffers that every query reuses; they do not grow. */
type Scratch = { readonly marks: Marks; readonly density: Density }

/** A section that scores less than this share of the lead would be misleading. */
const LEAD_SHARE = 0.25

/** A query of at least this many words drops those that occur on this share of all pages. */
const LONG_QUERY_WORDS = 4
const COMMON_SHARE = 0.5
const WORDS_LEFT_MIN = 2

/** Finds the best sections for one query. */
export class SectionFinder {
  readonly #file: SearchFile
  readonly #words: readonly KnownWord[]
  readonly #phrase: Phrase | undefined
  readonly #scratch: Scratch
  #pairs: readonly Pair[] | undefined
  readonly #scanner: TextScanner
  readonly #weights: readonly number[]

  constructor(
    file: SearchFile,
    words: readonly KnownWord[],
    phrase: Phrase | undefined,
    scratch: Scratch,
  ) {
    this.#file = file
    this.#words = dropCommonWords(file, words)
    this.#phrase = phrase
    this.#scratch = scratch
    this.#scanner = new TextScanner(file, this.#words)
    this.#weights = this.#words.map(({ pageCount }) =>
      Math.log(1 + (file.pages + 1) / (pageCount + 0.5)),
    )
  }

  /**
   * The section whose heading is the query, else the one with the highest concentration of its
   * words. Absent for a page without headings, and when only the lead holds the words.
   */
  find(page: number): Section | undefined {
    const { sectionAt: starts, sectionWord } = this.#file
    if (starts[page] === starts[page + 1]) return undefined
    const named = this.#phrase === undefined ? -1 : findHeading(this.#file, page, this.#phrase)
    if (named !== -1) return this.#toSection(page, named, sectionWord[named] ?? 0)
    const word = this.#densest(page)
    const section = word === -1 ? -1 : findSection(this.#file, page, word)
    return section === -1 ? undefined : this.#toSection(page, section, word)
  }

  /** The word of the body around which the query is most concentrated; -1 for none. */
  #densest(page: number): number {
    const { marks, density } = this.#scratch
    const { streamAt, sectionAt: starts, sectionWord } = this.#file
    marks.set(this.#words)
    density.weigh(this.#weights)
    const from = findBodyStart(this.#file, page)
    const end = streamAt[page + 1] ?? from
    const lead = Math.min(sectionWord[starts[page] ?? 0] ?? 0, end - from)
    const tracker = new HeadingTracker(this.#file, page, density)
    const note = (mark: number, place: number) => tracker.note(mark, place - from)
    marks.forEach(from, from + lead, note)
    const leadScore = density.score
    density.clear()
    marks.forEach(from + lead, end, note)
    const inSections = (mark: number, place: number) => {
      if (place >= lead) tracker.note(mark, place)
    }
    if (density.place === -1 && leadScore === 0) {
      this.#pairs ??= findPairs(this.#file, this.#words, this.#phrase)
      forEachPair(this.#file, page, this.#pairs, inSections)
      if (density.place === -1) this.#scanner.scan(page, lead, inSections)
    }
    return density.score >= leadScore * LEAD_SHARE ? density.place : -1
  }

  #toSection(page: number, section: number, word: number): Section {
    return {
      heading: this.#file.headings.at(section),
      anchor: this.#file.anchors.at(section),
      snippet: this.#snippet(page, section, word),
    }
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
    let text = unpackBlock(file, block)
    // Words are counted from the start of the section's text, or from the start of the block.
    const first = textStart >= 0 ? textWord : (file.blockWord[block] ?? 0)
    const start = Math.max(0, textStart)
    const match = word < textWord ? start : findWordStart(text, start, wanted - first)
    if (match === -1) return ''
    // The text after the match may continue in the next block.
    const isShort = text.length < Math.min(end, match + SNIPPET_CHARACTERS_MAX)
    if (isShort && block + 1 < (file.blockAt[page + 1] ?? 0)) text += unpackBlock(file, block + 1)
    return createSnippet(text, { start, match, end: Math.min(end, text.length) })
  }
}

/** Words that occur almost everywhere say little about a place, and cost the most to find. */
function dropCommonWords(file: SearchFile, words: readonly KnownWord[]): readonly KnownWord[] {
  if (words.length < LONG_QUERY_WORDS) return words
  const rarer = words.filter(({ pageCount }) => pageCount < file.pages * COMMON_SHARE)
  return rarer.length < WORDS_LEFT_MIN ? words : rarer
}

/** Tracks headings for the density. Words arrive in the order of the body. */
class HeadingTracker {
  readonly #file: SearchFile
  readonly #density: Density
  readonly #end: number
  /** The next section, its first word, and the end of the current heading. */
  #next: number
  #nextWord = 0
  #headingEnd = 0

  constructor(file: SearchFile, page: number, density: Density) {
    this.#file = file
    this.#density = density
    this.#next = file.sectionAt[page] ?? 0
    this.#end = file.sectionAt[page + 1] ?? 0
    this.#nextWord = file.sectionWord[this.#next] ?? 0
    density.clear()
  }

  note(mark: number, place: number): void {
    if (mark === 0) return
    while (place >= this.#nextWord) this.#enter()
    this.#density.see(mark, place, place < this.#headingEnd)
  }

  #enter(): void {
    const { sectionWord, headingWords } = this.#file
    this.#headingEnd = this.#nextWord + (headingWords[this.#next] ?? 0)
    this.#next += 1
    this.#nextWord =
      this.#next < this.#end ? (sectionWord[this.#next] ?? 0) : Number.POSITIVE_INFINITY
    this.#density.leave()
  }
}
