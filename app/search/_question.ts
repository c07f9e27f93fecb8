import { parseQuery } from './_query.ts'
import { stemOf } from './_stems.ts'
import { FUNCTION_WORDS } from './_telling.ts'

/** A word of a question, as search reads it. */
export type AskedWord = {
  /** Lower case, without accents. */
  readonly text: string
  readonly stem: string
  /** It carries the question and is not what it is about: `how`, `is`, `the`. */
  readonly isFunction: boolean
}

/** The words of a question in order, with repeats, as far as search would look at them. */
export function wordsAsked(question: string): readonly AskedWord[] {
  return parseQuery(question.trim().normalize('NFC')).sequence.map((text) => ({
    text,
    stem: stemOf(text),
    isFunction: FUNCTION_WORDS.has(text),
  }))
}
