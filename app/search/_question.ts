import { FUNCTION_WORDS } from './_function_words.ts'
import { parseQuery } from './_query.ts'
import { stemWord } from './_stemming.ts'

/** A word of a question, as search sees it. */
export type QuestionWord = {
  /** Lower case, without accents. */
  readonly text: string
  readonly stem: string
  /** Whether it only frames the question: `how`, `is`, `the`. */
  readonly isFunction: boolean
}

/** The words of a question in order, repeats included, up to the limits of a query. */
export function readQuestionWords(question: string): readonly QuestionWord[] {
  return parseQuery(question.trim().normalize('NFC')).sequence.map((text) => ({
    text,
    stem: stemWord(text),
    isFunction: FUNCTION_WORDS.has(text),
  }))
}
