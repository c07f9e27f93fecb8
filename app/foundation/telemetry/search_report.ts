import {
  REPORTED_ASKED_MIN,
  REPORTED_MAX,
  REPORTED_MINUTES_MIN,
  type ReportedQuery,
  type SearchBatch,
  type SearchRating,
  type SearchReportContent,
} from '../../contract/search_report.ts'
import { hashText } from '../../contract/text_hash.ts'

/** What a kept search never looks like: what may be about a person, or a secret. */
const PRIVATE: readonly RegExp[] = [
  // An e-mail address; an address that carries a user or a query.
  /[^\s@]+@[^\s@]+\.[^\s@]+/,
  /https?:\/\/\S*[?@]/,
  // Numbers of accounts, phones and people, however they are grouped; addresses of machines.
  /\d{6,}/,
  /(?:\d[^\p{L}\d]{0,2}){9,}/u,
  /\d{1,3}(?:\.\d{1,3}){3}/,
  /(?:[0-9a-f]{0,4}:){3,}/,
  // Keys and tokens: by how they begin, by a name in front, or letters and digits at length.
  /(?:^|[\s=:"'])(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[a-z]|akia|eyj)[-_]?[a-z0-9]{8,}/,
  /(?:pass\w*|secret|token|key|bearer|authorization)["']?\s*[=:]\s*\S/,
  /(?=\S*\d)(?=\S*[a-z])\S{20,}/,
  /(?=\S*\d)[0-9a-f]{12,}/,
  /\S{40,}/,
]

/** No pattern above finds anything where this finds nothing: most searches need no other look. */
const SUSPECT =
  /[\d@:=]|\S{40}|(?:sk|pk|rk|gh[pos]|github_pat|glpat|xox[a-z]|akia|eyj)[-_]?[a-z0-9]{8}/

/** Whether a text, in lower case, may be about a person or hold a secret. */
function looksPrivate(text: string): boolean {
  return SUSPECT.test(text) && PRIVATE.some((pattern) => pattern.test(text))
}

export type { SearchRating }

/** A search that somebody asked for; nothing says who. */
export type AskedSearch = { readonly query: string; readonly rating: SearchRating }

export type SearchReport = {
  count(asked: AskedSearch): void
  read(): SearchReportContent
  /**
   * What was counted and not written yet, with so many queries at most, those first that were
   * asked most; undefined where that is nothing. Only what a report would show is among them.
   */
  takeUnwritten(queriesMax: number): SearchBatch | undefined
  /** A batch could not be written: it is part of the next one. */
  giveBack(batch: SearchBatch): void
}

/** Texts in memory; each is at most as long as a question. */
const QUERIES_MAX = 2000
const CHARACTERS_MAX = 100

type KeptQuery = {
  asked: number
  written: number
  minutes: number
  minute: number
  rating: SearchRating
}

function isReported({ asked, minutes }: KeptQuery): boolean {
  return asked >= REPORTED_ASKED_MIN && minutes >= REPORTED_MINUTES_MIN
}

/**
 * Counts searches for the operator, in memory and within fixed limits. The text of a query
 * is kept from its second asking on, and reported from its third, if these were not in one minute:
 * what one person typed once is never seen by another.
 */
export function createSearchReport(clock: () => number): SearchReport {
  const since = new Date(clock()).toISOString()
  const totals = { searches: 0, weak: 0, empty: 0, withheld: 0 }
  let written = { ...totals }
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
      kept.set(text, { asked: 2, written: 0, minutes: 1, minute, rating })
    }
  }
  const read = () => ({
    from: 'memory' as const,
    since,
    ...totals,
    kept: kept.size,
    top: list(kept),
    top_weak: list(kept, 'weak'),
    top_empty: list(kept, 'empty'),
  })
  const takeUnwritten = (queriesMax: number): SearchBatch | undefined => {
    const counted = subtract(totals, written)
    const queries = [...kept]
      .filter(([, each]) => isReported(each) && each.asked > each.written)
      .sort(([, one], [, other]) => other.asked - one.asked)
      .slice(0, queriesMax)
      .map(([query, { asked, written: before, rating }]) => ({
        query,
        asked: asked - before,
        rating,
      }))
    if (counted.searches === 0 && queries.length === 0) return undefined
    written = { ...totals }
    for (const { query, asked } of queries) move(kept.get(query), asked)
    return { totals: counted, queries }
  }
  const giveBack = (batch: SearchBatch) => {
    written = subtract(written, batch.totals)
    for (const { query, asked } of batch.queries) move(kept.get(query), -asked)
  }
  return { count, read, takeUnwritten, giveBack }
}

function list(kept: ReadonlyMap<string, KeptQuery>, rating?: SearchRating): ReportedQuery[] {
  return [...kept]
    .filter(([, each]) => isReported(each))
    .filter(([, each]) => rating === undefined || each.rating === rating)
    .map(([query, { asked }]) => ({ query, asked }))
    .sort((one, other) => other.asked - one.asked || (one.query < other.query ? -1 : 1))
    .slice(0, REPORTED_MAX)
}

/** Absent where the query was forgotten meanwhile. */
function move(each: KeptQuery | undefined, asked: number): void {
  if (each !== undefined) each.written += asked
}

function subtract(one: SearchBatch['totals'], other: SearchBatch['totals']) {
  return {
    searches: one.searches - other.searches,
    weak: one.weak - other.weak,
    empty: one.empty - other.empty,
    withheld: one.withheld - other.withheld,
  }
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
