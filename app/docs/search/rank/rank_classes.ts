import type { ScoredPage } from './_best_pages.ts'

// Classes in ascending order (contract 4.2); no evidence lifts a page out of its class. Up to two
// content words have three places, in each of which a page with both words stands before one with
// one, and a word as typed before its other forms.
export const CLASS = 2 ** 30
export const RANK = {
  some: 0,
  place: 4,
  both: 2,
  quoted: 12,
  allInSummary: 13,
  allInTitle: 14,
  name: 14,
  isTitle: 17,
} as const

/** Queries of at most this many content words are ranked by place alone. */
export const STRICT_WORDS_MAX = 2

/** Why a page stands in its class. */
type RankReason =
  | 'query_names_it'
  | 'question_asks_it'
  | 'title_is_query'
  | 'title_has_same_words'
  | 'title_has_name'
  | 'description_has_name'
  | 'text_has_name'
  | 'title_has_all'
  | 'title_and_description_have_all'
  | 'quoted'
  | 'word_in_title'
  | 'word_in_description'
  | 'word_in_text'
  | 'evidence'

/** What adds up to the place of a page in its class; in a short query, it only breaks ties. */
type RankParts = {
  title: number
  description: number
  /** Its best section, and how often the whole page says the words. */
  section: number
  page: number
  quotation: number
  nearness: number
}

/** Why a page stands where it stands. */
export type RankExplanation = { readonly reason: RankReason; readonly parts: Readonly<RankParts> }

const REASONS: readonly RankReason[] = [
  'quoted',
  'title_and_description_have_all',
  'title_has_all',
  'text_has_name',
  'description_has_name',
  'title_has_name',
  'title_has_same_words',
  'title_is_query',
]
const PLACES: readonly RankReason[] = ['word_in_text', 'word_in_description', 'word_in_title']

/** The reason behind the number of a class, for a query of so many content words. */
export function nameClass(rankClass: number, words: number): RankReason {
  if (rankClass >= RANK.quoted) return REASONS[rankClass - RANK.quoted] ?? 'title_is_query'
  if (words > STRICT_WORDS_MAX) return 'evidence'
  return PLACES[Math.floor(rankClass / RANK.place)] ?? 'evidence'
}

/**
 * How close each page comes to the best, from 0 to 1. Evidence decides, which has words for a share
 * of what was asked: a page of a higher class than evidence is close, and so is the first. A short
 * query is ranked by place, so all of its pages are close. What a low page has says nothing about
 * the others, which search puts before it.
 */
export function measureCloseness(
  pages: readonly ScoredPage[],
  words: number,
  isLow: (page: number) => boolean,
): readonly number[] {
  if (words <= STRICT_WORDS_MAX) return pages.map(() => 1)
  const normal = pages.filter(({ page }) => !isLow(page))
  const compared = normal.length > 0 ? normal : pages
  const most = Math.max(...compared.map(({ score }) => score % CLASS))
  return pages.map(({ score }, at) =>
    at === 0 || score >= CLASS || score >= most ? 1 : score / most,
  )
}
