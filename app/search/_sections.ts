import { RARE } from './_layout.ts'
import type { KnownWord } from './_lookup.ts'
import { sectionAt } from './_phrases.ts'
import type { SearchFile } from './_reader.ts'
import { snippetOf } from './_snippets.ts'
import { bodyAt } from './_tally.ts'
import { scanWords } from './_words.ts'

/** The place of a page that answers best. */
export type Section = {
  readonly heading: string
  readonly anchor: string
  /** Plain text around the match. */
  readonly snippet: string
}

/** Words that stand this near to each other count as one place. */
const NEARBY_WORDS = 40

/** Finds sections for the words of one query; `marks` is lent by the searcher. */
export class SectionFinder {
  readonly #file: SearchFile
  readonly #words: readonly KnownWord[]
  readonly #marks: Marks

  constructor(file: SearchFile, words: readonly KnownWord[], marks: Marks) {
    this.#file = file
    this.#words = words
    this.#marks = marks
  }

  /** The section where the words stand most densely; absent before the first heading. */
  find(page: number): Section | undefined {
    this.#marks.set(this.#file, this.#words)
    const word = this.#densest(page)
    const section = word === -1 ? -1 : sectionAt(this.#file, page, word)
    if (section === -1) return undefined
    return {
      heading: this.#file.headings.at(section),
      anchor: this.#file.anchors.at(section),
      snippet: this.#snippet(page, section, word),
    }
  }

  /** The word of the body around which most is found of what was asked; -1 when nothing is. */
  #densest(page: number): number {
    const { stream, streamAt } = this.#file
    const from = bodyAt(this.#file, page)
    const end = streamAt[page + 1] ?? from
    const marks = this.#marks.words
    const { weights } = this.#marks
    const lastSeen = weights.map(() => -1)
    let [best, bestScore] = [-1, 0]
    for (let at = from; at < end; at++) {
      const mark = marks[stream[at] ?? RARE] ?? 0
      if (mark === 0) continue
      lastSeen[mark - 1] = at
      let score = 0
      let first = at
      for (let word = 0; word < weights.length; word++) {
        const seen = lastSeen[word] ?? -1
        if (seen === -1 || at - seen > NEARBY_WORDS) continue
        // Near words count a little more, so that a phrase beats words that are spread out.
        score += (weights[word] ?? 0) * (1 - (at - seen) / (4 * NEARBY_WORDS))
        if (seen < first) first = seen
      }
      if (score <= bestScore) continue
      bestScore = score
      best = first - from
    }
    return best
  }

  #snippet(page: number, section: number, word: number): string {
    const file = this.#file
    const start = (file.sectionWord[section] ?? 0) + (file.headingWords[section] ?? 0)
    const isLast = section + 1 >= (file.sectionAt[page + 1] ?? 0)
    const end = isLast ? Number.POSITIVE_INFINITY : (file.sectionWord[section + 1] ?? 0)
    const wanted = Math.max(word, start)
    if (wanted >= end) return ''
    const block = blockAt(file, page, wanted)
    if (block === -1) return ''
    const packed = file.blocks.slice(file.blockBytes[block], file.blockBytes[block + 1])
    const text = new TextDecoder().decode(Bun.inflateSync(packed, { library: 'libdeflate' }))
    const first = file.blockWord[block] ?? 0
    const span = spanOf(text, start - first, wanted - first, end - first)
    return span === undefined ? '' : snippetOf(text, span)
  }
}

/** Which word of a query each number of the stream stands for, 0 for none: a fixed 64 KB. */
export class Marks {
  readonly words = new Uint8Array(RARE + 1)
  weights: readonly number[] = []
  #marked: readonly KnownWord[] = []

  set(file: SearchFile, words: readonly KnownWord[]): void {
    if (words === this.#marked) return
    this.#mark(file, this.#marked, () => 0)
    this.#mark(file, words, (word) => word + 1)
    this.#marked = words
    this.weights = words.map(({ holders }) => Math.log(1 + (file.pages + 1) / (holders + 0.5)))
  }

  #mark(file: SearchFile, words: readonly KnownWord[], markOf: (word: number) => number): void {
    words.forEach(({ meanings }, word) => {
      for (const { from, to } of meanings) {
        for (const rank of file.termRank.subarray(from, to)) {
          if (rank !== RARE) this.words[rank] = markOf(word)
        }
      }
    })
  }
}

/** The block of text in which a word of the body stands. */
function blockAt(file: SearchFile, page: number, word: number): number {
  const first = file.blockAt[page] ?? 0
  let block = -1
  for (let at = first; at < (file.blockAt[page + 1] ?? first); at++) {
    if ((file.blockWord[at] ?? 0) > word) break
    block = at
  }
  return block
}

export type Span = { readonly start: number; readonly match: number; readonly end: number }

/** Where words of a text stand, in characters: the first one shown, the match, the end. */
function spanOf(text: string, first: number, match: number, end: number): Span | undefined {
  let [word, startAt, matchAt, endAt] = [0, 0, -1, text.length]
  scanWords(text, {
    word: (_word, start) => {
      if (word === first) startAt = start
      if (word === match) matchAt = start
      if (word === end) endAt = start
      word += 1
    },
    hump: () => undefined,
    whole: () => undefined,
    pair: () => undefined,
  })
  return matchAt === -1 ? undefined : { start: startAt, match: matchAt, end: endAt }
}
