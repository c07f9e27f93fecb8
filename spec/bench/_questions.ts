import type { Document } from '../../app/checks/evaluator/documents.ts'
import {
  createSeededRandom,
  pickOne,
  type Random,
  randomBelow,
} from '../../app/checks/evaluator/random.ts'

const WORDS_OF_A_QUESTION = 25
const TRIES = 200

/** Single words from the documents, half of them from titles. */
export function makeOneTermQueries(
  documents: readonly Document[],
  count: number,
): readonly string[] {
  const random = createSeededRandom('one term')
  return Array.from({ length: count }, (_, at) => {
    for (let tries = 0; tries < TRIES; tries++) {
      const document = pickOne(random, documents)
      const text = at % 2 === 0 ? document?.title : document?.body
      const word = pickOne(random, text?.match(/\p{L}{4,}/gu) ?? [])
      if (word !== undefined) return word.toLowerCase()
    }
    throw new Error('Cannot make a query: the documents have no words')
  })
}

/** Questions of 25 consecutive words from the documents, frequent words included. */
export function makeLongQuestions(
  documents: readonly Document[],
  count: number,
): readonly string[] {
  const random = createSeededRandom('long question')
  return Array.from({ length: count }, () => makeLongQuestion(documents, random))
}

function makeLongQuestion(documents: readonly Document[], random: Random): string {
  for (let tries = 0; tries < TRIES; tries++) {
    const words = pickOne(random, documents)?.body.match(/[\p{L}\p{N}]+/gu) ?? []
    if (words.length < WORDS_OF_A_QUESTION) continue
    const from = randomBelow(random, words.length - WORDS_OF_A_QUESTION + 1)
    return words
      .slice(from, from + WORDS_OF_A_QUESTION)
      .join(' ')
      .toLowerCase()
  }
  throw new Error('Cannot make a question: the documents are too short')
}

/** Different queries of two words from the same title or description. */
export function makePairQueries(documents: readonly Document[], count: number): readonly string[] {
  const random = createSeededRandom('pairs')
  const queries = new Set<string>()
  for (let tries = 0; queries.size < count && tries < count * TRIES; tries++) {
    const document = pickOne(random, documents)
    const words = `${document?.title} ${document?.description}`.match(/\p{L}{4,}/gu) ?? []
    const [one, other] = [pickOne(random, words), pickOne(random, words)]
    if (one !== undefined && other !== undefined && one !== other) {
      queries.add(`${one} ${other}`.toLowerCase())
    }
  }
  return [...queries]
}
