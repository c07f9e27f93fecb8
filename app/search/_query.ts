import { QUERY_CHARACTERS_MAX } from '../contract/limits.ts'
import { scanWords } from './_words.ts'

/** Limit on the words of one query that are looked up; more would only cost time. */
export const QUERY_WORDS_MAX = 64

/** A word that a page should hold. */
export type QueryWord = {
  readonly text: string
  /** The same as it was typed. */
  readonly typed: string
  /** The query ends with it, so it may be the start of a longer word. */
  readonly growing: boolean
  /** Parts of a camelCase word, used when the word itself is unknown. */
  readonly humps: readonly string[]
}

export type Query = {
  /** Distinct words in order. */
  readonly words: readonly QueryWord[]
  /** Identifiers of several words, without their punctuation. */
  readonly wholes: readonly string[]
  /** All words in order, repeats included. */
  readonly sequence: readonly string[]
  /** Whether it is a single identifier or run of CJK, whose words belong together. */
  readonly tight: boolean
}

/** A letter or digit, with its combining marks. */
const ENDS_IN_WORD = /[\p{L}\p{N}][\p{M}\p{Default_Ignorable_Code_Point}]*$/u

/** Parses a query; anything beyond the limits is ignored. */
export function parseQuery(query: string): Query {
  // A character has at most two UTF-16 units; interfaces refuse what has too many characters.
  const text = query.slice(0, QUERY_CHARACTERS_MAX * 2)
  const humps = new Map<string, { readonly typed: string; readonly parts: string[] }>()
  const wholes = new Set<string>()
  const sequence: string[] = []
  let last = ''
  let lastEnd = -1
  const addWord = (word: string, typed: string) => {
    if (!humps.has(word) && humps.size < QUERY_WORDS_MAX) humps.set(word, { typed, parts: [] })
    last = word
  }
  scanWords(text, {
    word: (word, start, end, joined) => {
      if (sequence.length < QUERY_WORDS_MAX) sequence.push(word)
      lastEnd = end
      if (!joined) addWord(word, text.slice(start, end))
    },
    hump: (word) => {
      humps.get(last)?.parts.push(word)
    },
    whole: (word) => {
      if (wholes.size < QUERY_WORDS_MAX) wholes.add(word)
    },
    pair: (word) => addWord(word, word),
  })
  const grows = lastEnd === text.length && ENDS_IN_WORD.test(text)
  const words = [...humps].map(([word, { typed, parts }]) => ({
    text: word,
    typed,
    growing: grows && word === last,
    humps: parts,
  }))
  const tight = sequence.length > 1 && !/\s/.test(text.trim())
  return { words, wholes: [...wholes], sequence, tight }
}
