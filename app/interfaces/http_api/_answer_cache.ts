import { memoize } from '../../contract/memo.ts'
import { hashText } from '../../contract/text_hash.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import type { CallOutcome } from '../../foundation/telemetry/observer.ts'
import type { AskedSearch } from '../../foundation/telemetry/search_report.ts'

/** An answer in wire form, ready to be sent again. */
export type JsonAnswer = {
  readonly json: string
  readonly etag: string
  /** Created once: headers from a plain object cost as much as the rest of a response. */
  readonly headers: Headers
  /** The search that it answers, to be counted each time that somebody asks. */
  readonly asked?: AskedSearch | undefined
  readonly outcome: CallOutcome
}

/** How many answers of a snapshot are cached, and how many characters in total. */
const ANSWERS_MAX = 1000
const CHARACTERS_MAX = 8 * 1024 * 1024

/** Slots for queries that were seen once: a power of two, about the number of cached answers. */
const QUERIES_REMEMBERED = 1024

/**
 * Caches the most recently used answers, within fixed limits. An answer is cached when its query is
 * repeated: caching one that nobody repeats costs a third of its search, because it grows old in
 * memory and has to be collected.
 */
export type AnswerCache = {
  get(query: string): JsonAnswer | undefined
  put(query: string, answer: JsonAnswer): void
}

/**
 * Returns the cache of a snapshot. It lives as long as the snapshot, so an answer from an older
 * build is never given after a deploy (contract 1, rule 7).
 */
export function createAnswerCaches(): (snapshot: Snapshot) => AnswerCache {
  return memoize(() => createAnswerCache(ANSWERS_MAX, CHARACTERS_MAX))
}

/** A cache with bounds of its own, for tests; the service asks `answerCaches`. */
export function createAnswerCache(answersMax: number, charactersMax: number): AnswerCache {
  // A Map iterates in insertion order, so the first entry is the least recently used one.
  const answers = new Map<string, JsonAnswer>()
  let characters = 0
  const isRepeated = createRepeatFilter()
  const costOf = (query: string, { json }: JsonAnswer) => query.length + json.length
  const forget = (query: string, answer: JsonAnswer) => {
    answers.delete(query)
    characters -= costOf(query, answer)
  }
  return {
    get: (query) => {
      const answer = answers.get(query)
      if (answer === undefined) return undefined
      answers.delete(query)
      answers.set(query, answer)
      return answer
    },
    put: (query, answer) => {
      const cost = costOf(query, answer)
      if (cost > charactersMax || !isRepeated(query)) return
      const known = answers.get(query)
      if (known !== undefined) forget(query, known)
      answers.set(query, answer)
      characters += cost
      for (const [oldest, old] of answers) {
        if (answers.size <= answersMax && characters <= charactersMax) return
        forget(oldest, old)
      }
    },
  }
}

/**
 * Tells whether a query was seen before. Queries that share a slot displace each other, so one that
 * returns after thousands of others counts as new; two with the same hash count as the same, which
 * at worst caches an answer that nobody repeats.
 */
function createRepeatFilter(): (query: string) => boolean {
  const hashes = new Uint32Array(QUERIES_REMEMBERED)
  return (query) => {
    const hash = hashText(query)
    const slot = hash % QUERIES_REMEMBERED
    if (hashes[slot] === hash) return true
    hashes[slot] = hash
    return false
  }
}
