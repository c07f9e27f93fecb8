import { normalizeQuery } from '../../../contract/query.ts'
import { createFraming, type Framing, selectContent } from '../analysis/framing_words.ts'
import { stemWord } from '../analysis/languages.ts'
import { parseQuery } from '../analysis/query.ts'
import type { TermBuilder } from './_term_builder.ts'
import { MASKED_WORDS_MAX } from './search_file.ts'

/** What readers ask and a page answers, in the words of readers; no text shows it. */
export type Question = {
  readonly ask: string
  /** The anchor of the section that answers; without one, the page does. */
  readonly section?: string
}

/**
 * Each word of a question is a term of its own, which no text holds: this sign and the stem. Its
 * postings are the questions that have the word: the unit that answers, and a byte with the number
 * of the question on its page. So no other query meets these words, and a file without questions
 * has no trace of them.
 */
export const QUESTION_SIGN = '\u0003'

/** The bit of that byte which says that a section answers. */
export const HAS_SECTION = 0x80

/** The stems of the words that a question is about, each once. */
function listAsked(ask: string, framing: Framing, language: string): readonly string[] {
  const { words } = selectContent(parseQuery(normalizeQuery(ask)), framing)
  const stems = words.map(({ text }) => stemWord(text, language))
  return [...new Set(stems)].slice(0, MASKED_WORDS_MAX)
}

/** Finds out whether two questions ask the same: both have this name. */
export function createQuestionNames(language: string): (ask: string) => string {
  const framing = createFraming(language)
  return (ask) => listAsked(ask, framing, language).toSorted().join(' ')
}

type Posting = readonly [unit: number, byte: number]

/** Collects the questions of all pages, and adds their terms behind the terms of the texts. */
export class QuestionTerms {
  readonly #language: string
  readonly #postings = new Map<string, Posting[]>()
  #framing: Framing | undefined

  constructor(language: string) {
    this.#language = language
  }

  /** Adds the questions of a page, whose first unit is given; `units` are those of its anchors. */
  add(questions: readonly Question[], first: number, units: ReadonlyMap<string, number>): void {
    for (const [number, { ask, section = '' }] of questions.entries()) {
      this.#framing ??= createFraming(this.#language)
      const unit = units.get(section)
      const posting: Posting = unit === undefined ? [first, number] : [unit, number | HAS_SECTION]
      for (const stem of listAsked(ask, this.#framing, this.#language)) {
        const known = this.#postings.get(stem)
        if (known === undefined) this.#postings.set(stem, [posting])
        else known.push(posting)
      }
    }
  }

  addTo(builder: TermBuilder): void {
    for (const [stem, postings] of this.#postings) {
      builder.addPostings(
        QUESTION_SIGN + stem,
        postings.toSorted(([one], [other]) => one - other),
      )
    }
  }
}
