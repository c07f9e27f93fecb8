import { FUNCTION_WORDS } from './_function_words.ts'
import { parseQuery } from './_query.ts'
import { stemWord } from './_stemming.ts'

/** A word of a question, as search reads it. */
export type QuestionWord = {
  /** Lower case, without accents. */
  readonly text: string
  readonly stem: string
  /** It carries the question and is not what it is about: `how`, `is`, `the`. */
  readonly isFunction: boolean
}

/** The words of a question in order, with repeats, as far as search would look at them. */
export function readQuestionWords(question: string): readonly QuestionWord[] {
  return parseQuery(question.trim().normalize('NFC')).sequence.map((text) => ({
    text,
    stem: stemWord(text),
    isFunction: FUNCTION_WORDS.has(text),
  }))
}
