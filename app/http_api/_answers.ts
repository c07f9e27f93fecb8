import type { Generation } from '../public_docs/mod.ts'

/** An answer in wire form, ready to be sent again. */
export type WrittenAnswer = {
  readonly json: string
  readonly etag: string
  /** Made once: headers from a plain object cost as much as the rest of a response. */
  readonly headers: Headers
}

/** How many answers of a generation are kept, and how many characters in all. */
const ANSWERS_MAX = 1000
const CHARACTERS_MAX = 8 * 1024 * 1024

/** Keeps the answers that were asked for last; whatever is asked, it does not grow beyond that. */
export type AnswerCache = {
  get(query: string): WrittenAnswer | undefined
  put(query: string, answer: WrittenAnswer): void
}

/**
 * Gives the cache of a generation. It goes with its generation: an answer of yesterday's build
 * cannot be given after a deploy, whatever a client asks (contract 1, rule 7).
 */
export function answerCaches(): (generation: Generation) => AnswerCache {
  const caches = new WeakMap<Generation, AnswerCache>()
  return (generation) => {
    const known = caches.get(generation)
    if (known !== undefined) return known
    const cache = answerCache(ANSWERS_MAX, CHARACTERS_MAX)
    caches.set(generation, cache)
    return cache
  }
}

/** A cache with bounds of its own, for tests; the service asks `answerCaches`. */
export function answerCache(answersMax: number, charactersMax: number): AnswerCache {
  // A Map iterates in order of insertion: the first entry is the one longest not asked for.
  const answers = new Map<string, WrittenAnswer>()
  let characters = 0
  const costOf = (query: string, { json }: WrittenAnswer) => query.length + json.length
  const forget = (query: string, answer: WrittenAnswer) => {
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
      if (cost > charactersMax) return
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
