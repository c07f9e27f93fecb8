import type { ReportedQuery, SearchReportContent } from '../contract/search_report.ts'
import { hashText } from '../contract/text_hash.ts'
import { looksPrivate } from './_private_text.ts'

/** How well a search was answered; weak if the best page lacks a word, or a word was corrected. */
export type SearchRating = 'found' | 'weak' | 'empty'

/** A search that somebody asked for; nothing says who. */
export type AskedSearch = { readonly query: string; readonly rating: SearchRating }

export type SearchReport = {
  count(asked: AskedSearch): void
  read(): SearchReportContent
}

/** Texts in memory; each is at most as long as a question. */
const QUERIES_MAX = 2000
const CHARACTERS_MAX = 100
/** A query is reported from so many askings on, in so many minutes, and in lists of this length. */
const ASKED_MIN = 3
const MINUTES_MIN = 2
const LIST_MAX = 50

type KeptQuery = { asked: number; minutes: number; minute: number; rating: SearchRating }

/**
 * Counts searches for the operator, in memory alone and within fixed limits. The text of a query
 * is kept from its second asking on, and reported from its third, if these were not in one minute:
 * what one person typed once is never seen by another.
 */
export function createSearchReport(clock: () => number): SearchReport {
  const since = new Date(clock()).toISOString()
  const totals = { searches: 0, weak: 0, empty: 0, withheld: 0 }
  const kept = new Map<string, KeptQuery>()
  const wasSeen = createSeenFilter()
  const count = ({ query, rating }: AskedSearch) => {
    totals.searches += 1
    if (rating !== 'found') totals[rating] += 1
    const text = simplify(query)
    const known = kept.get(text)
    const minute = Math.floor(clock() / 60_000)
    if (known !== undefined) {
      known.asked += 1
      if (known.minute !== minute) known.minutes += 1
      known.minute = minute
      known.rating = rating
    } else if (text === '' || text.length > CHARACTERS_MAX || looksPrivate(text)) {
      totals.withheld += 1
    } else if (wasSeen(text)) {
      if (kept.size >= QUERIES_MAX) forgetOne(kept)
      kept.set(text, { asked: 2, minutes: 1, minute, rating })
    }
  }
  const list = (rating?: SearchRating): ReportedQuery[] =>
    [...kept]
      .filter(([, each]) => each.asked >= ASKED_MIN && each.minutes >= MINUTES_MIN)
      .filter(([, each]) => rating === undefined || each.rating === rating)
      .map(([query, { asked }]) => ({ query, asked }))
      .sort((one, other) => other.asked - one.asked || (one.query < other.query ? -1 : 1))
      .slice(0, LIST_MAX)
  const read = () => ({
    since,
    ...totals,
    kept: kept.size,
    top: list(),
    top_weak: list('weak'),
    top_empty: list('empty'),
  })
  return { count, read }
}

/** Case, spaces and the marks around a question do not make another query. */
function simplify(query: string): string {
  return query
    .slice(0, CHARACTERS_MAX * 4)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'([]+|[\s"').,;!?\]]+$/g, '')
}

/** How many kept queries are compared to find one to forget. */
const COMPARED = 16

/** Forgets the least asked of the queries that were longest not compared. */
function forgetOne(kept: Map<string, KeptQuery>): void {
  const oldest = [...kept.entries().take(COMPARED)]
  const [first] = oldest.toSorted(([, one], [, other]) => one.asked - other.asked)
  for (const [text, each] of oldest) {
    kept.delete(text)
    // To the end, so that the next comparison is among others.
    if (text !== first?.[0]) kept.set(text, each)
  }
}

const SLOTS = 2 ** 15
/** From here on too many texts would share a slot. */
const SEEN_MAX = SLOTS / 8

/** Remembers that a text was seen, by one bit that no text can be read from. */
function createSeenFilter(): (text: string) => boolean {
  const slots = new Uint8Array(SLOTS)
  let seen = 0
  return (text) => {
    const slot = hashText(text) % SLOTS
    if (slots[slot] === 1) return true
    if (seen === SEEN_MAX) {
      slots.fill(0)
      seen = 0
    }
    slots[slot] = 1
    seen += 1
    return false
  }
}
