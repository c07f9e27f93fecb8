import { countBodyWords, type SearchFile } from '../file/search_file.ts'

/**
 * How much one content word adds to a page in a query of three and more. The same word adds more in
 * a title than in a description, more there than in a heading, and more there than any number of
 * times in a body: PRESENT and FREQUENT count for each place, with FREQUENT_EVEN as the most of a
 * body and the least of the other places.
 */
export const IN_TITLE_WEIGHT = 2
export const IN_DESCRIPTION_WEIGHT = 1.6
export const IN_HEADING_WEIGHT = 1.05
export const IN_BODY_WEIGHT = 1
export const PRESENT_WEIGHT = 0.8
export const FREQUENT_WEIGHT = 2
export const FREQUENT_EVEN = 0.5

/** A title that is nothing but words of the query adds this share of its weight once more. */
export const EXACT_TITLE_SHARE = 0.1

/** The rarity of a word to this power: rare words decide less than BM25 lets them. */
const RARITY_POWER = 0.6

/** Half of the weight of a word in a text: so many occurrences in a unit, and in a page. */
export const UNIT_SATURATION = 0.5
export const PAGE_SATURATION = 2

/** Two neighbouring words of a query: how much their nearness adds, by their distance in words. */
export const NEAR_WEIGHT = 1.2
export const NEAR_SHARES = [
  { within: 1, share: 1 },
  { within: 3, share: 0.6 },
  { within: 8, share: 0.4 },
  { within: 20, share: 0.2 },
] as const
/** The least for a pair of which one word is what the page or the section is about. */
export const NEAR_TOPIC_SHARE = 0.6

/** How a text holds the query in a row: as a heading, in a heading, as typed, its content words. */
export const QUOTE_RANKS = { heading: 6, inHeading: 3, asTyped: 1.5, content: 0.75 } as const
/** What one step of these ranks adds in a query of three words and more. */
export const QUOTE_WEIGHT = 0.8
/**
 * The section term of queries of three words and more: its weight for the best section of all
 * compared pages; BM25 as usual, in which a heading and the title or description count twice.
 */
export const SECTION_WEIGHT = 1
export const SECTION_SATURATION = 1.2
export const SECTION_LENGTH_SHARE = 0.75
export const SECTION_NAME_TIMES = 2
/** A framing word in more units than this share costs more than it tells. */
export const FRAMING_UNITS_SHARE_MAX = 0.3

/** A title or description that holds the query as typed. */
export const SUMMARY_QUOTE_RANK = 3

/** A body that holds a query of so many words as typed, framing words included, quotes it. */
export const QUOTED_WORDS_MIN = 3

/** A query asks a question of an owner if they share this much of the words of either. */
export const QUESTION_SHARE_MIN = 0.75

/** Limit on the units that are read for one query. */
export const QUOTED_UNITS_MAX = 512

/** How much words weigh, and pages dampen how often they say them. */
export type PageWeights = {
  /** The weight of a word that so many pages hold. */
  weigh(holders: number): number
  /** For each page, by its length. */
  readonly damping: Float32Array
}

/** Measures the pages of a file. */
export function createPageWeights(file: SearchFile): PageWeights {
  const { pages, meanBodyWords } = file
  const damping = new Float32Array(pages)
  for (let page = 0; page < pages; page++) {
    damping[page] = PAGE_SATURATION * (countBodyWords(file, page) / meanBodyWords)
  }
  // Rare words weigh more; this formula never drops below zero.
  const weigh = (holders: number) =>
    Math.log(1 + (pages - holders + 0.5) / (holders + 0.5)) ** RARITY_POWER
  return { weigh, damping }
}
