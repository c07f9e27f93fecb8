import { stemWord } from '../analysis/languages.ts'
import { HAS_SECTION, QUESTION_SIGN } from '../file/questions.ts'
import { MASKED_WORDS_MAX, type SearchFile } from '../file/search_file.ts'
import { findStemTerms } from './_word_forms.ts'

/** A page with a question that a query asks. */
export type AskedPage = {
  readonly page: number
  /** The first unit of the section that answers; absent where the page does. */
  readonly unit: number | undefined
  /** Whether the question has a word of the query, in any form. */
  readonly has: (word: string) => boolean
}

/** Shares that differ by less are equal: they are sums of the same weights in another order. */
const EQUAL = 1e-9

/** The questions that owners wrote for their pages, found by the words that they share. */
export class Questions {
  readonly #file: SearchFile
  readonly #weigh: (holders: number) => number
  readonly #isEmpty: boolean
  #known: KnownQuestions | undefined

  constructor(file: SearchFile, weigh: (holders: number) => number) {
    const { from, to } = file.terms.findPrefix(QUESTION_SIGN)
    this.#file = file
    this.#weigh = weigh
    this.#isEmpty = from === to
  }

  /**
   * The accepted pages with the question that shares most with a query, which is at least this
   * share of the weight of the words of either.
   */
  find(
    words: readonly { readonly text: string }[],
    shareMin: number,
    accepts: (page: number) => boolean,
  ): readonly AskedPage[] {
    if (this.#isEmpty || words.length === 0) return []
    const { language } = this.#file
    const stems = [...new Set(words.map(({ text }) => stemWord(text, language)))]
    const asked = this.#readWords(stems.slice(0, MASKED_WORDS_MAX))
    const found = this.#share(asked, shareMin).filter(({ unit }) => accepts(this.#pageOf(unit)))
    const most = Math.max(...found.map(({ share }) => share))
    const byPage = new Map<number, AskedPage>()
    for (const { question, unit, hasSection, share } of found) {
      const page = this.#pageOf(unit)
      if (share < most - EQUAL || byPage.has(page)) continue
      const has = (word: string) => this.#hasWord(question, stemWord(word, language))
      byPage.set(page, { page, unit: hasSection ? unit : undefined, has })
    }
    return [...byPage.values()]
  }

  #pageOf(unit: number): number {
    return this.#file.unitPage[unit] ?? 0
  }

  /** The words of a query, those of fewest questions first. */
  #readWords(stems: readonly string[]): readonly AskedWord[] {
    return stems
      .map((stem) => ({ ...this.#findTerm(stem), weight: this.#weighStem(stem) }))
      .sort((one, other) => one.end - one.start - (other.end - other.start))
  }

  #share(words: readonly AskedWord[], shareMin: number): readonly SharedQuestion[] {
    const { postingUnit, postingCount } = this.#file
    const known = this.#open()
    const all = words.reduce((sum, { weight }) => sum + weight, 0)
    const touched: SharedQuestion[] = []
    let left = all
    for (const { start, end, weight } of words) {
      // A question that has only words from here on cannot have enough of the query.
      const mayBegin = left >= shareMin * all - EQUAL
      left -= weight
      for (let at = start; at < end; at++) {
        const question = this.#numberOf(at, known)
        const before = known.shared[question] ?? 0
        if (before === 0) {
          if (!mayBegin) continue
          const hasSection = ((postingCount[at] ?? 0) & HAS_SECTION) !== 0
          touched.push({ question, unit: postingUnit[at] ?? 0, hasSection, share: 0 })
        }
        known.shared[question] = before + weight
      }
    }
    return touched
      .map((each) => {
        const { question } = each
        const share = (known.shared[question] ?? 0) / Math.max(all, known.whole[question] ?? 0)
        known.shared[question] = 0
        return { ...each, share }
      })
      .filter(({ share }) => share >= shareMin - EQUAL)
  }

  #hasWord(question: number, stem: string): boolean {
    const known = this.#open()
    const { start, end } = this.#findTerm(stem)
    for (let at = start; at < end; at++) if (this.#numberOf(at, known) === question) return true
    return false
  }

  /** A word counts as in the texts: those that no page holds count most. */
  #weighStem(stem: string): number {
    const { postingAt, pages } = this.#file
    let holders = 0
    for (const term of findStemTerms(this.#file, stem)) {
      holders += (postingAt[term + 1] ?? 0) - (postingAt[term] ?? 0)
    }
    return this.#weigh(Math.min(holders, pages))
  }

  #findTerm(stem: string): PostingRange {
    const { terms, postingAt } = this.#file
    const term = terms.find(QUESTION_SIGN + stem)
    return { start: postingAt[term] ?? 0, end: postingAt[term + 1] ?? 0 }
  }

  /** A question by its page, and its number there. */
  #numberOf(posting: number, { perPage }: Pick<KnownQuestions, 'perPage'>): number {
    const { postingUnit, postingCount } = this.#file
    const number = (postingCount[posting] ?? 0) & ~HAS_SECTION
    return this.#pageOf(postingUnit[posting] ?? 0) * perPage + number
  }

  /** Weighs all questions when the first query comes: a start must not wait for them. */
  #open(): KnownQuestions {
    this.#known ??= this.#weighAll()
    return this.#known
  }

  #weighAll(): KnownQuestions {
    const { terms, postingAt, postingCount, pages } = this.#file
    const { from, to } = terms.findPrefix(QUESTION_SIGN)
    const end = postingAt[to] ?? 0
    let perPage = 0
    for (let at = postingAt[from] ?? 0; at < end; at++) {
      perPage = Math.max(perPage, ((postingCount[at] ?? 0) & ~HAS_SECTION) + 1)
    }
    const whole = new Float64Array(pages * perPage)
    for (let term = from; term < to; term++) {
      const weight = this.#weighStem(terms.text(term).slice(QUESTION_SIGN.length))
      for (let at = postingAt[term] ?? 0; at < (postingAt[term + 1] ?? 0); at++) {
        const question = this.#numberOf(at, { perPage })
        whole[question] = (whole[question] ?? 0) + weight
      }
    }
    return { perPage, whole, shared: new Float64Array(pages * perPage) }
  }
}

type PostingRange = { readonly start: number; readonly end: number }
type AskedWord = PostingRange & { readonly weight: number }

/** A question that has words of the query, and how much of both they are. */
type SharedQuestion = {
  readonly question: number
  readonly unit: number
  readonly hasSection: boolean
  readonly share: number
}

/** By question: the weight of its words, and of those that the query has too. */
type KnownQuestions = {
  readonly perPage: number
  readonly whole: Float64Array
  readonly shared: Float64Array
}
