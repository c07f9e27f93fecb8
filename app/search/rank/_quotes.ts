import { countBodyWords, findBodyStart, findUnitEnd, type SearchFile } from '../file/search_file.ts'
import { findSection, isWithin } from '../match/phrases.ts'
import type { QueryTraits } from '../match/query_traits.ts'
import type { Evidence } from './_evidence.ts'
import type { TitleWords } from './_title_words.ts'
import { QUOTE_RANKS, QUOTED_WORDS_MIN } from './_weights.ts'

/** How a body quotes a query. */
export type Quote = {
  /** The better it quotes, the higher. */
  rank: number
  /** A heading is the query, or the text quotes enough of it that this is no chance. */
  isNamed: boolean
  /** The text holds the query as typed. */
  isAsTyped: boolean
}

/** Limit on the units that are read for one query. */
export const QUOTED_UNITS_MAX = 512

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
