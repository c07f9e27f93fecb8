import { QUERY_CHARACTERS_MAX } from '../contract/limits.ts'
import { scanWords } from './_words.ts'

/** Most words of one query that are looked up; more would only cost time. */
export const QUERY_WORDS_MAX = 64

/** A word that a page should hold. */
export type QueryWord = {
  readonly text: string
  /** Nothing stands behind it, so it may be the beginning of a longer word. */
  readonly growing: boolean
  /** Parts of a camelCase word, to fall back on. */
  readonly humps: readonly string[]
}

export type Query = {
  /** Distinct words in order. */
  readonly words: readonly QueryWord[]
  /** Identifiers of several words, without their signs. */
  readonly wholes: readonly string[]
  /** All words with repeats, as they follow each other. */
  readonly sequence: readonly string[]
  /** Whether it is one identifier, or one run of CJK: its words belong together. */
  readonly tight: boolean
}

/** A letter or digit, with the marks that belong to it. */
const ENDS_IN_WORD = /[\p{L}\p{N}][\p{M}\p{Default_Ignorable_Code_Point}]*$/u

/** Reads a query; what is beyond the bounds is left out. */
export function parseQuery(query: string): Query {
  const text = query.slice(0, QUERY_CHARACTERS_MAX)
  const humps = new Map<string, string[]>()
  const wholes = new Set<string>()
  const sequence: string[] = []
  let last = ''
  let lastEnd = -1
  const demand = (word: string) => {
    if (!humps.has(word) && humps.size < QUERY_WORDS_MAX) humps.set(word, [])
    last = word
  }
  scanWords(text, {
    word: (word, _start, end, joined) => {
      if (sequence.length < QUERY_WORDS_MAX) sequence.push(word)
      lastEnd = end
      if (!joined) demand(word)
    },
    hump: (word) => {
      humps.get(last)?.push(word)
    },
    whole: (word) => {
      if (wholes.size < QUERY_WORDS_MAX) wholes.add(word)
    },
    pair: demand,
  })
  const grows = lastEnd === text.length && ENDS_IN_WORD.test(text)
  const words = [...humps].map(([word, parts]) => ({
    text: word,
    growing: grows && word === last,
    humps: parts,
  }))
  const tight = sequence.length > 1 && !/\s/.test(text.trim())
  return { words, wholes: [...wholes], sequence, tight }
}
