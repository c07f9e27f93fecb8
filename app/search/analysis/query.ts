import { QUERY_CHARACTERS_MAX } from '../../contract/limits.ts'
import { AMONG_KANA } from './_ideographs.ts'
import { standsAlone } from './symbols.ts'
import { scanWords } from './words.ts'

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
  readonly tight: boolean
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
export function parseQuery(query: string): Query {
  // A character has at most two UTF-16 units; interfaces refuse what has too many characters.
  const text = query.slice(0, QUERY_CHARACTERS_MAX * 2)
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
    growing: grows && word === last,
    humps: parts,
    ...(signed === undefined ? {} : { signed }),
  }))
  const tight = sequence.length > 1 && !/\s/.test(text.trim())
  return { words, wholes: [...wholes], sequence, tight }
}
