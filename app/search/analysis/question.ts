import { parseQuery } from './query.ts'
import { stemWord } from './stemming.ts'

/** Words that frame a question to the agent, which routes it by the others. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a about an and any are as at be been but by can could did do does for from had has have ' +
    'how i if in into is it its me my no of on or our out should so some than that the their ' +
    'them then there these they this to up us was we were what when where which while who why ' +
    'will with would you your'
  ).split(' '),
)

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
