import { readCharacters } from '../analysis/characters.ts'
import { isKatakana, splitCompound } from '../analysis/compounds.ts'
import { stemWord } from '../analysis/languages.ts'
import { QUERY_WORDS_MAX, type Query, type QueryWord } from '../analysis/query.ts'
import type { KnownWord, Meaning, PhraseFound, SearchFile } from '../file/search_file.ts'
import {
  type Correction,
  findCorrections,
  findPhrasesWithSynonyms,
  findStemTerms,
  isCorrectable,
} from './_word_forms.ts'

/** The words of a query as the index knows them, and those that it does not know. */
export type Lookup = {
  readonly words: readonly KnownWord[]
  readonly unmatched: readonly string[]
  /** Words as typed that are misspelled or known in part, and what each was taken for. */
  readonly corrected: ReadonlyMap<string, string>
}

const COMPLETION_SHARE = 0.7
// The index knows the identifier as typed, so a longer one is hardly meant.
const WHOLE_COMPLETION_SHARE = 0.2
const STEM_SHARE = 0.8
/** A longer word of which it is a part. */
const COMPOUND_SHARE = 0.5
/** Less than any form of the word itself, so that the word stands first in the same place. */
const SYNONYM_SHARE = 0.6
const TYPO_SHARES = [1, 0.8, 0.6] as const

const NO_MEANINGS: ReadonlyMap<string, readonly Meaning[]> = new Map()
const NONE: ReadonlyMap<string, string> = new Map()

/** Limit on the unknown words of one query that are taken apart, and checked for typos. */
const CORRECTED_WORDS_MAX = 8

/** A word of the query, or a part of a word that the index does not know as a whole. */
type Part = {
  readonly text: string
  /** The word of the query that it comes from, as typed. */
  readonly typed: string
  /** Empty for a word that the index does not know, which may be misspelled. */
  readonly meanings: readonly Meaning[]
}

/**
 * The words of a query that the index knows in some form. Words and parts are limited before the
 * search for typos, which is the most expensive step.
 */
export function lookUpWords(file: SearchFile, query: Query): Lookup {
  const isWhole = query.isTight && query.wholes.some((whole) => file.terms.find(whole) !== -1)
  const completion = isWhole ? WHOLE_COMPLETION_SHARE : COMPLETION_SHARE
  const parts = new Map<string, Part>()
  const compounds = { left: CORRECTED_WORDS_MAX }
  for (const word of query.words) {
    for (const part of splitWord(file, word, completion, compounds)) {
      // Many camelCase words could have more parts than a query may have words.
      if (!parts.has(part.text) && parts.size < QUERY_WORDS_MAX) parts.set(part.text, part)
    }
  }
  const corrections = correctUnknownWords(file, [...parts.values()], query)
  const phrases = findPhrasesWithSynonyms(file.synonyms, query, file.language)
  const words: KnownWord[] = []
  if (phrases.length === 0 && [...parts.values()].every(({ meanings }) => meanings.length > 0)) {
    for (const { text, meanings } of parts.values()) words.push(toKnownWord(file, text, meanings))
    return { words, unmatched: [], corrected: NONE }
  }
  const taken = new Map<string, Reading>()
  for (const { text, typed, meanings } of parts.values()) {
    const phrase = phrases.find((each) => isPartOf(text, each))
    const guesses = phrase === undefined ? (corrections.get(text) ?? []) : []
    const found = meanings.length > 0 ? meanings : guesses
    const [first] = found
    const name = first === undefined && phrase !== undefined ? phrase.typed : typed
    const known = taken.get(name) ?? { for: [], asTyped: true }
    taken.set(name, known)
    known.asTyped &&= meanings.length > 0
    if (first !== undefined)
      known.for.push(meanings.length > 0 ? text : file.terms.text(first.from))
    else if (phrase !== undefined) known.for.push(phrase.meanings[0]?.means ?? '')
    else continue
    words.push(toKnownWord(file, text, found, phrase))
  }
  const all = [...taken]
  return {
    words,
    unmatched: all.flatMap(([typed, each]) => (each.for.length === 0 ? [typed] : [])),
    corrected: new Map(
      all.flatMap(([typed, each]) =>
        each.asTyped || each.for.length === 0 ? [] : [[typed, each.for.join(' ')] as const],
      ),
    ),
  }
}

/** What a word of the query was taken for, part by part. */
type Reading = { readonly for: string[]; asTyped: boolean }

/** The identifiers of several words that the index knows. */
export function lookUpIdentifiers(file: SearchFile, query: Query): readonly KnownWord[] {
  return query.wholes.flatMap((text) => {
    const term = file.terms.find(text)
    return term === -1 ? [] : [toKnownWord(file, text, [toMeaning(term, 1)])]
  })
}

/** The word if the index knows it, else the parts of a camelCase word if it knows any of them. */
function splitWord(
  file: SearchFile,
  word: QueryWord,
  completion: number,
  compounds: { left: number },
): readonly Part[] {
  const meanings = findMeanings(file, word, completion)
  if (meanings.length > 0) return [{ text: word.text, typed: word.typed, meanings }]
  const isKnownPart = (text: string) =>
    findBareMeanings(file, { text, isGrowing: false }, completion).length > 0
  const joined = compounds.left > 0 ? splitCompound(word.text, file.language, isKnownPart) : []
  compounds.left -= 1
  const parts = joined.length > 0 ? joined : word.humps
  const humps = parts.slice(0, QUERY_WORDS_MAX).map((text) => ({
    text,
    typed: word.typed,
    meanings: findBareMeanings(file, { text, isGrowing: false }, completion),
  }))
  const isKnown = humps.some((hump) => hump.meanings.length > 0)
  return isKnown ? humps : [{ text: word.text, typed: word.typed, meanings }, ...humps]
}

/** Likely meanings of unknown words. Only the longest, most specific words are corrected. */
function correctUnknownWords(
  file: SearchFile,
  parts: readonly Part[],
  query: Query,
): ReadonlyMap<string, readonly Meaning[]> {
  if (parts.every(({ meanings }) => meanings.length > 0)) return NO_MEANINGS
  const unknown = parts
    .filter(({ text, meanings }) => meanings.length === 0 && isCorrectable(text))
    .sort((one, other) => other.text.length - one.text.length)
    .slice(0, CORRECTED_WORDS_MAX)
  return new Map(
    unknown.map(({ text, typed }) => {
      const found = findCorrections(file, text, isAcronym(typed, query) ? 'order' : 'any')
      return [text, findCorrectedMeanings(file, found)]
    }),
  )
}

/** Whether a word stands in capitals among others that do not: one other letter is another name. */
function isAcronym(typed: string, { words }: Query): boolean {
  const isQuiet = (word: string) => word !== word.toUpperCase()
  return (
    !isQuiet(typed) && typed !== typed.toLowerCase() && words.some((each) => isQuiet(each.typed))
  )
}

/** Known words that differ from an unknown one by typos, and the words of their stems. */
function findCorrectedMeanings(file: SearchFile, found: readonly Correction[]): readonly Meaning[] {
  const exact = new Set(found.map(({ term }) => term))
  const near = new Map<number, number>()
  for (const { term, typos } of found) {
    for (const each of findStemTerms(file, stemWord(file.terms.text(term), file.language))) {
      // All corrections have the same number of typos, so the first one decides.
      if (!exact.has(each)) near.set(each, STEM_SHARE * (TYPO_SHARES[typos] ?? 0))
    }
  }
  return [
    ...found.map(({ term, typos }) => toMeaning(term, TYPO_SHARES[typos] ?? 0)),
    ...[...near].map(([term, share]) => toMeaning(term, share, false)),
  ]
}

/** A word with the sign before it if the index knows that, and the word without; else the word. */
function findMeanings(file: SearchFile, word: QueryWord, completion: number): readonly Meaning[] {
  const bare = findBareMeanings(file, word, completion)
  const term = word.signed === undefined ? -1 : file.terms.find(word.signed)
  if (term === -1) return bare
  const near = bare.map((each) => ({ ...each, share: each.share * STEM_SHARE, isExact: false }))
  return [toMeaning(term, 1), ...near]
}

/** The word itself, words that it may be the start of, and words that share its stem. */
function findBareMeanings(
  file: SearchFile,
  { text, isGrowing }: Pick<QueryWord, 'text' | 'isGrowing'>,
  completion: number,
): readonly Meaning[] {
  const found: Meaning[] = []
  const term = file.terms.find(text)
  if (term !== -1) found.push(toMeaning(term, 1))
  if (isGrowing) {
    const { from, to } = file.terms.findPrefix(text)
    // In byte order the word itself comes first among the terms that start with it.
    const longer = term === -1 ? from : from + 1
    if (longer < to) found.push({ from: longer, to, share: completion, isExact: true })
  }
  const stem = stemWord(text, file.language)
  const hasCompounds = isKatakana(text)
  const group = findStemTerms(file, stem, term)
  for (let at = 0; at < group.length; at++) {
    const near = group[at] ?? term
    if (near === term) continue
    const isForm = !hasCompounds || stemWord(file.terms.text(near), file.language) === stem
    found.push(toMeaning(near, isForm ? STEM_SHARE : COMPOUND_SHARE, false))
  }
  return found
}

function toMeaning(term: number, share: number, isExact = true): Meaning {
  return { from: term, to: term + 1, share, isExact }
}

/** Whether a word, or a word of CJK characters, stands in a phrase. */
function isPartOf(text: string, { words }: PhraseFound): boolean {
  if (words.includes(text)) return true
  const characters = readCharacters(text)
  return characters.length > 1 && words.join('').includes(characters)
}

function toKnownWord(
  file: SearchFile,
  text: string,
  own: readonly Meaning[],
  phrase?: PhraseFound,
): KnownWord {
  const more = phrase?.meanings.map(({ term }) => toMeaning(term, SYNONYM_SHARE, false))
  const meanings = more === undefined ? own : [...own, ...more]
  let pages = 0
  for (const { from, to } of meanings) {
    pages += (file.postingAt[to] ?? 0) - (file.postingAt[from] ?? 0)
  }
  const pageCount = Math.min(pages, file.pages)
  const known = { text, meanings, pageCount, ownMeanings: own.length }
  return phrase === undefined ? known : { ...known, phrase }
}
