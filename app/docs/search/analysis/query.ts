import { LIMITS } from '../../../contract/limits.ts'
import { type NormalQuery, normalizeQuery } from '../../../contract/query.ts'
import { AMONG_KANA, standsAlone, WITHOUT_SPACES } from './characters.ts'
import { stemWord } from './languages.ts'
import { scanWords, WORD_CHARACTERS_MAX } from './words.ts'

/** Limit on the words of one query that are looked up; more would only cost time. */
export const QUERY_WORDS_MAX = 64

/** A word that a page should hold. */
export type QueryWord = {
  readonly text: string
  /** The same as it was typed. */
  readonly typed: string
  /** The query ends with it, so it may be the start of a longer word. */
  readonly isGrowing: boolean
  /** Parts of a camelCase word, used when the word itself is unknown. */
  readonly humps: readonly string[]
  /** The word with the sign before it (`--flag`), which is more exact than the word. */
  readonly signed?: string | undefined
}

export type Query = {
  /** Distinct words in order. */
  readonly words: readonly QueryWord[]
  /** Identifiers of several words, without their punctuation. */
  readonly wholes: readonly string[]
  /** All words in order, repeats included. */
  readonly sequence: readonly string[]
  /** Whether it is a single identifier or run of CJK, whose words belong together. */
  readonly isTight: boolean
}

/** Faces and gestures are about whoever asks, unless nothing else is asked for. */
const FACE = /^[\u{1f600}-\u{1f64f}]/u

/** A word while the query is read. */
type FoundWord = { readonly typed: string; readonly parts: string[]; signed?: string }

/** A pair of a run of katakana, and one of two scripts, which no word has. */
const KATAKANA = /^[\p{sc=Katakana}ー]{2}$/u
const CROSSING = /^(?:\p{sc=Han}[\p{sc=Katakana}ー]|[\p{sc=Katakana}ー]\p{sc=Han})$/u

/** A letter or digit, with its combining marks. */
const ENDS_IN_WORD = /[\p{L}\p{N}][\p{M}\p{Default_Ignorable_Code_Point}]*$/u

/** Parses a query; anything beyond the limits is ignored. */
export function parseQuery(query: NormalQuery): Query {
  // A character has at most two UTF-16 units; interfaces refuse what has too many characters.
  const text = query.slice(0, LIMITS.queryCharactersMax * 2)
  const found = new Map<string, FoundWord>()
  const wholes = new Set<string>()
  const sequence: string[] = []
  let last = ''
  let lastEnd = -1
  const addWord = (word: string, typed: string) => {
    if (!found.has(word) && found.size < QUERY_WORDS_MAX) found.set(word, { typed, parts: [] })
    last = word
  }
  scanWords(text, {
    word: (word, start, end, joined) => {
      if (sequence.length < QUERY_WORDS_MAX) sequence.push(word)
      lastEnd = end
      if (!joined) addWord(word, text.slice(start, end))
    },
    hump: (word) => {
      found.get(last)?.parts.push(word)
    },
    whole: (word) => {
      if (wholes.size < QUERY_WORDS_MAX) wholes.add(word)
    },
    pair: (pair) => {
      if (KATAKANA.test(pair)) found.get(last)?.parts.push(pair)
      else if (!CROSSING.test(pair)) addWord(pair, pair)
    },
    run: (word, start, end) => {
      addWord(word, text.slice(start, end))
      if (word.endsWith(AMONG_KANA)) found.get(word)?.parts.push(word.slice(0, -1))
    },
    signed: (word) => {
      const known = found.get(last)
      if (known !== undefined) known.signed = word
    },
    symbol: (symbol, start, end) => {
      if (symbol.charCodeAt(0) > 127 || standsAlone(text, start, end)) addWord(symbol, symbol)
    },
  })
  const grows = lastEnd === text.length && ENDS_IN_WORD.test(text)
  const content = [...found].filter(([word]) => sequence.length === 0 || !FACE.test(word))
  const words = content.map(([word, { typed, parts, signed }]) => ({
    text: word,
    typed,
    isGrowing: grows && word === last,
    humps: parts,
    ...(signed === undefined ? {} : { signed }),
  }))
  const isTight = sequence.length > 1 && !/\s/.test(text.trim())
  return { words, wholes: [...wholes], sequence, isTight }
}

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
  return parseQuery(normalizeQuery(question)).sequence.map((text) => ({
    text,
    stem: stemWord(text),
    isFunction: FUNCTION_WORDS.has(text),
  }))
}

/** Letters and digits in a row, as `words.ts` reads them, but for scripts without spaces. */
const WORDS = /[\p{L}\p{N}\p{M}]+/gu

/**
 * Words that no page holds, as a reader typed them: what is looked up by pairs of characters is one
 * word again, and a word that is too long to be indexed is on no page.
 */
export function listUnmatched(
  text: string,
  { sequence }: Query,
  content: readonly QueryWord[],
  unmatched: readonly string[],
): readonly string[] {
  const joined = unmatched.length === 0 ? [] : joinPairs(sequence, content, unmatched)
  if (text.length <= WORD_CHARACTERS_MAX) return joined
  const words = text.match(WORDS) ?? []
  const isLong = (word: string) => word.length > WORD_CHARACTERS_MAX && !WITHOUT_SPACES.test(word)
  return [...joined, ...new Set(words.filter(isLong))]
}

/** Words as typed of which some are pairs of characters: those are one word again. */
export function joinPairs(
  sequence: readonly string[],
  content: readonly QueryWord[],
  unmatched: readonly string[],
): readonly string[] {
  const missing = new Set(unmatched)
  const known = new Set(content.map(({ text }) => text).filter((text) => !missing.has(text)))
  const pairs = new Map(sequence.slice(1).map((second, at) => [`${sequence[at]}${second}`, at]))
  // A character of a pair that a page holds is no missing one.
  const isMissing = sequence.map((character, at) => {
    const around = [
      `${sequence[at - 1] ?? ''}${character}`,
      `${character}${sequence[at + 1] ?? ''}`,
    ]
    return around.some((pair) => missing.has(pair)) && !around.some((pair) => known.has(pair))
  })
  const words: string[] = []
  const seen = new Set<number>()
  for (const word of unmatched) {
    const at = WITHOUT_SPACES.test(word) ? pairs.get(word) : undefined
    if (at === undefined) words.push(word)
    for (const start of at === undefined ? [] : [at, at + 1]) {
      if (isMissing[start] !== true || seen.has(start)) continue
      let [from, to] = [start, start]
      while (isMissing[from - 1] === true) from -= 1
      while (isMissing[to] === true) {
        seen.add(to)
        to += 1
      }
      words.push(sequence.slice(from, to).join(''))
    }
  }
  return [...new Set(words)]
}
