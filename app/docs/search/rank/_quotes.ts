import {
  countBodyWords,
  findBodyStart,
  findUnitEnd,
  RARE,
  type SearchFile,
} from '../file/search_file.ts'
import { findSection, isTitle, isWithin, type Phrase, readRareTerm } from '../match/phrases.ts'
import type { QueryTraits } from '../match/query_reading.ts'
import type { Evidence } from './_evidence.ts'
import { QUOTE_RANKS, QUOTED_UNITS_MAX, QUOTED_WORDS_MIN } from './_weights.ts'

/** How a body quotes a query. */
export type Quote = {
  /** The better it quotes, the higher. */
  rank: number
  /** A heading is the query, or the text quotes enough of it that this is no chance. */
  isNamed: boolean
  /** The text holds the query as typed. */
  isAsTyped: boolean
}

/** The pages whose body quotes the query: one of their units holds all its content words. */
export function findQuotes(
  file: SearchFile,
  evidence: Evidence,
  traits: QueryTraits,
  titles: TitleWords,
): ReadonlyMap<number, Quote> {
  const quotes = new Map<number, Quote>()
  const { units, unitCount, inUnit } = evidence
  const { mask } = traits
  let left = QUOTED_UNITS_MAX
  for (let at = 0; at < unitCount && left > 0; at++) {
    const unit = units[at] ?? 0
    if (((inUnit[unit] ?? 0) & mask) !== mask) continue
    left -= 1
    const page = file.unitPage[unit] ?? 0
    const found = readUnit(file, evidence, traits, titles, unit)
    if (found === undefined) continue
    const known = quotes.get(page)
    if (known === undefined) quotes.set(page, found)
    else {
      known.rank = Math.max(known.rank, found.rank)
      known.isNamed ||= found.isNamed
      known.isAsTyped ||= found.isAsTyped
    }
  }
  return quotes
}

function readUnit(
  file: SearchFile,
  { inHeading }: Evidence,
  { mask, words, phrase, content, isTight }: QueryTraits,
  titles: TitleWords,
  unit: number,
): Quote | undefined {
  const page = file.unitPage[unit] ?? 0
  const body = findBodyStart(file, page)
  const from = body + (file.unitWord[unit] ?? 0)
  const quote: Quote = { rank: 0, isNamed: false, isAsTyped: false }
  if (((inHeading[unit] ?? 0) & mask) === mask) {
    const section = findSection(file, page, file.unitWord[unit] ?? 0)
    const heading = body + (file.sectionWord[section] ?? 0)
    const end = heading + (file.headingWords[section] ?? 0)
    quote.isNamed = section !== -1 && titles.countContent(heading, end) === words
    quote.rank = quote.isNamed ? QUOTE_RANKS.heading : QUOTE_RANKS.inHeading
  }
  const length = phrase?.ranks.length ?? 0
  // A quotation may end in the next unit.
  const to = body + Math.min(findUnitEnd(file, page, unit) + length, countBodyWords(file, page))
  if (phrase !== undefined && length > 1 && isWithin(file, phrase, from, to)) {
    quote.rank = Math.max(quote.rank, QUOTE_RANKS.asTyped)
    quote.isAsTyped = true
    quote.isNamed ||= isTight || length >= QUOTED_WORDS_MIN
  } else if (quote.rank === 0 && content !== undefined && content.ranks.length > 1) {
    if (content !== phrase && isWithin(file, content, from, to)) quote.rank = QUOTE_RANKS.content
  }
  return quote.rank === 0 ? undefined : quote
}

/** Compares titles and headings with a query, without their framing words. */
export class TitleWords {
  readonly #file: SearchFile
  /** Which ranks in the stream are framing words of the language, and of the query. */
  readonly #framing = new Uint8Array(RARE + 1)
  readonly #asked = new Uint8Array(RARE + 1)
  #marked: number[] = []
  #queryWords = 0

  constructor(file: SearchFile, framing: ReadonlySet<string>) {
    this.#file = file
    for (const word of framing) this.#framing[this.#rankOf(word)] = 1
    this.#framing[RARE] = 0
  }

  /** Sets the query: its words in order, and those of them that only frame it. */
  set(sequence: readonly string[], framingTexts: ReadonlySet<string>): void {
    for (const rank of this.#marked) this.#asked[rank] = 0
    this.#marked = []
    this.#queryWords = sequence.length
    for (const text of framingTexts) {
      const rank = this.#rankOf(text)
      if (rank === RARE) continue
      this.#asked[rank] = 1
      this.#marked.push(rank)
    }
  }

  /** 2 if the title is the query as typed, 1 if their content words are the same in order. */
  compare(page: number, phrase: Phrase | undefined, content: Phrase | undefined): 0 | 1 | 2 {
    const file = this.#file
    if (phrase !== undefined && isTitle(file, page, phrase)) return 2
    if (content === undefined) return 0
    const start = file.streamAt[page] ?? 0
    const end = start + (file.titleWords[page] ?? 0)
    let word = 0
    for (let at = start; at < end; at++) {
      const rank = file.stream[at] ?? RARE
      const isNext =
        rank === content.ranks[word] &&
        (rank !== RARE || readRareTerm(file, at) === content.terms[word])
      if (isNext) word += 1
      else if (this.#framing[rank] === 0) return 0
    }
    return word === content.ranks.length ? 1 : 0
  }

  /** How many words of a range of the stream are content words. */
  countContent(from: number, to: number): number {
    let count = 0
    for (let at = from; at < to; at++) {
      if (this.#framing[this.#file.stream[at] ?? RARE] === 0) count += 1
    }
    return count
  }

  /** How much of a title and of the query are the same words; `held` are content words. */
  measureExactness(page: number, held: number): number {
    const { streamAt, titleWords, stream } = this.#file
    const words = titleWords[page] ?? 0
    const longer = Math.max(words, this.#queryWords)
    if (longer === 0) return 0
    const start = streamAt[page] ?? 0
    let framing = 0
    if (this.#marked.length > 0) {
      for (let at = start; at < start + words; at++) framing += this.#asked[stream[at] ?? RARE] ?? 0
    }
    return Math.min(1, (held + framing) / longer)
  }

  #rankOf(word: string): number {
    const term = this.#file.terms.find(word)
    return term === -1 ? RARE : (this.#file.termRank[term] ?? RARE)
  }
}
