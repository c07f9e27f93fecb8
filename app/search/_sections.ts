import { type Blocks, findBlock } from './_blocks.ts'
import {
  type CharacterWord,
  findCharacterWords,
  type PlacedWord,
  placeCharacterWords,
} from './_character_words.ts'
import type { Density } from './_density.ts'
import type { KnownWord } from './_lookup.ts'
import type { Marks } from './_marks.ts'
import { findHeading, findSection, type Phrase } from './_phrases.ts'
import { findBodyStart, findUnitEnd, type SearchFile } from './_search_file.ts'
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
type Scratch = { readonly marks: Marks; readonly density: Density; readonly blocks: Blocks }

/** Finds the places to show for one query. */
export class SectionFinder {
  readonly #file: SearchFile
  readonly #words: readonly KnownWord[]
  readonly #phrase: Phrase | undefined
  readonly #scratch: Scratch
  #characterWords: readonly CharacterWord[] | undefined
  readonly #scanner: TextScanner
  readonly #weights: readonly number[]

  constructor(
    file: SearchFile,
    words: readonly KnownWord[],
    phrase: Phrase | undefined,
    scratch: Scratch,
  ) {
    this.#file = file
    this.#words = words
    this.#phrase = phrase
    this.#scratch = scratch
    this.#scanner = new TextScanner(file, words, scratch.blocks)
    this.#weights = words.map(({ pageCount }) => Math.log(1 + (file.pages + 1) / (pageCount + 0.5)))
  }

  /**
   * The section whose heading is the query, else the one of the best unit, at the place with the
   * highest concentration of the query's words. Absent without a unit.
   */
  find(page: number, unit: number | undefined): Section | undefined {
    const { sectionAt: starts, sectionWord } = this.#file
    if (starts[page] === starts[page + 1]) return undefined
    const named = this.#phrase === undefined ? -1 : findHeading(this.#file, page, this.#phrase)
    if (named !== -1) return this.#toSection(page, named, sectionWord[named] ?? 0)
    const word = unit === undefined ? -1 : this.#findDensest(page, unit)
    const section = word === -1 ? -1 : findSection(this.#file, page, word)
    return section === -1 ? undefined : this.#toSection(page, section, word)
  }

  /** The word of a unit around which the query is most concentrated; -1 for none. */
  #findDensest(page: number, unit: number): number {
    const { marks, density } = this.#scratch
    const body = findBodyStart(this.#file, page)
    const from = this.#file.unitWord[unit] ?? 0
    const to = findUnitEnd(this.#file, page, unit)
    const section = findSection(this.#file, page, from)
    const headingEnd =
      (this.#file.sectionWord[section] ?? 0) + (this.#file.headingWords[section] ?? 0)
    marks.set(this.#words)
    density.weigh(this.#weights)
    density.clear()
    const note = (mark: number, place: number) => {
      if (mark > 0) density.see(mark, place, place < headingEnd)
    }
    this.#characterWords ??= findCharacterWords(this.#file, this.#words)
    const range = { from: body + from, to: body + to }
    if (this.#characterWords.length === 0) {
      marks.forEach(range.from, range.to, (mark, place) => note(mark, place - body))
    } else {
      for (const { mark, place } of this.#placeWords(range)) note(mark, place - body)
    }
    if (density.place === -1) this.#scanner.scan(page, from, to, note)
    return density.place
  }

  /** All words in a range, in order: words of CJK characters stand beside others. */
  #placeWords(range: { readonly from: number; readonly to: number }): readonly PlacedWord[] {
    const placed = [...placeCharacterWords(this.#file, range, this.#characterWords ?? [])]
    this.#scratch.marks.forEach(range.from, range.to, (mark, place) => {
      if (mark > 0) placed.push({ mark, place })
    })
    return placed.sort((one, other) => one.place - other.place || one.mark - other.mark)
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
