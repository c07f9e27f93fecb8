import type { Snapshot } from '../public_docs/mod.ts'

/** An answer in wire form, ready to be sent again. */
export type JsonAnswer = {
  readonly json: string
  readonly etag: string
  /** Made once: headers from a plain object cost as much as the rest of a response. */
  readonly headers: Headers
}

/** How many answers of a snapshot are kept, and how many characters in all. */
const ANSWERS_MAX = 1000
const CHARACTERS_MAX = 8 * 1024 * 1024

/** Places for the queries that were asked once, a power of two: as many as answers are kept. */
const QUERIES_REMEMBERED = 1024

/**
 * Keeps the answers that were asked for last; whatever is asked, it does not grow beyond that. An
 * answer is kept when it is asked for again, since to keep one that nobody repeats costs a third
 * of its search: it grows old in memory, and is collected with all that did.
 */
export type AnswerCache = {
  get(query: string): JsonAnswer | undefined
  put(query: string, answer: JsonAnswer): void
}

/**
 * Gives the cache of a snapshot. It goes with its snapshot: an answer of yesterday's build
 * cannot be given after a deploy, whatever a client asks (contract 1, rule 7).
 */
export function createAnswerCaches(): (snapshot: Snapshot) => AnswerCache {
  const caches = new WeakMap<Snapshot, AnswerCache>()
  return (snapshot) => {
    const known = caches.get(snapshot)
    if (known !== undefined) return known
    const cache = createAnswerCache(ANSWERS_MAX, CHARACTERS_MAX)
    caches.set(snapshot, cache)
    return cache
  }
}

/** A cache with bounds of its own, for tests; the service asks `answerCaches`. */
export function createAnswerCache(answersMax: number, charactersMax: number): AnswerCache {
  // A Map iterates in order of insertion: the first entry is the one longest not asked for.
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
 * Tells whether a query was asked before. Each has one place, which the next one there takes over:
 * what comes again after thousands of others counts as new, and no longer would be in the cache.
 */
function createRepeatFilter(): (query: string) => boolean {
  const lastAsked = new Uint32Array(QUERIES_REMEMBERED)
  return (query) => {
    const hash = hashText(query)
    const place = hash % QUERIES_REMEMBERED
    if (lastAsked[place] === hash) return true
    lastAsked[place] = hash
    return false
  }
}

/** FNV-1a, 32 bits. Two queries with one hash only keep an answer that nobody repeats. */
function hashText(query: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < query.length; at += 1) {
    hash = Math.imul(hash ^ query.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}
