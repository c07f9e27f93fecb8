import type { NormalQuery } from '../../../contract/query.ts'
import { createFraming, type Framing, selectContent } from '../analysis/framing_words.ts'
import { joinPairs, listUnmatched, parseQuery, type QueryWord } from '../analysis/query.ts'
import { type KnownWord, MASKED_WORDS_MAX, type SearchFile } from '../file/search_file.ts'
import { type Lookup, lookUpIdentifiers, lookUpWords } from './lookup.ts'
import { findPhrase, type Phrase } from './phrases.ts'

/** What the ranking needs to know about a query. */
export type QueryTraits = {
  /** How many content words the query has, and one bit for each. */
  readonly words: number
  readonly mask: number
  /** The query as typed, and its content words alone; absent if a word occurs on no page. */
  readonly phrase: Phrase | undefined
  readonly content: Phrase | undefined
  /** A name (`Bun.serve`, a run of CJK), whose words mean something else on their own. */
  readonly isName: boolean
  /** The query has no spaces: a name, or words with hyphens (`Retry-After`). */
  readonly isTight: boolean
}

/** A query with what the index knows of it; without traits, it knows no word of it. */
export type ReadQuery = {
  readonly found: Lookup
  /** All words in order, and those that only frame the query. */
  readonly sequence: readonly string[]
  readonly framing: ReadonlySet<string>
  /** Its content words, each in the form in which it is looked up and as typed. */
  readonly content: readonly Pick<QueryWord, 'text' | 'typed'>[]
  /** Some of its content words as they were typed: pairs of characters are one word again. */
  readonly nameAsTyped: (words: readonly KnownWord[]) => readonly string[]
  /** The page that the whole query is an alias of. */
  readonly named: number | undefined
  /** The query as one identifier. */
  readonly whole: KnownWord | undefined
  readonly traits: QueryTraits | undefined
}

/** Reads queries over an opened file. */
export class QueryReader {
  readonly #file: SearchFile
  readonly #framing: Framing

  constructor(file: SearchFile) {
    this.#file = file
    this.#framing = createFraming(file.language)
  }

  get framing(): ReadonlySet<string> {
    return this.#framing.always
  }

  /** Reads a query, and looks up its content words. */
  read(text: NormalQuery): ReadQuery {
    const file = this.#file
    const query = parseQuery(text)
    const content = selectContent(query, this.#framing)
    const known = lookUpWords(file, { ...query, words: content.words })
    const words = known.words.slice(0, MASKED_WORDS_MAX)
    const unmatched = listUnmatched(text, query, content.words, known.unmatched)
    const { sequence, isTight } = query
    const named = file.aliases.find(content.sequence)
    const read = {
      found: { ...known, words, unmatched },
      sequence,
      framing: content.framing,
      content: content.words,
      nameAsTyped: (some: readonly KnownWord[]) => {
        const typed = new Map(content.words.map((word) => [word.text, word.typed]))
        const names = some.map(({ text: word }) => typed.get(word) ?? word)
        return joinPairs(sequence, content.words, names)
      },
      named,
    }
    if (words.length === 0) return { ...read, whole: undefined, traits: undefined }
    const name = sequence.join('')
    const identifiers = isTight ? lookUpIdentifiers(file, query) : []
    const phrase = findPhrase(file, sequence)
    const traits = {
      words: words.length,
      mask: 2 ** words.length - 1,
      phrase,
      content: content.sequence === sequence ? phrase : findPhrase(file, content.sequence),
      isName: isTight && !text.includes('-'),
      isTight,
    }
    return { ...read, whole: identifiers.find((each) => each.text === name), traits }
  }
}
