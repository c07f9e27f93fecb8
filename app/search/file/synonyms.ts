import type { Query } from '../analysis/query.ts'
import { stemWord } from '../analysis/stemming.ts'
import { scanWords } from '../analysis/words.ts'
import type { TermBuilder } from './_term_builder.ts'
import { BODY_MASK, IN_DESCRIPTION, IN_HEADING, IN_TITLE } from './layout.ts'
import type { Terms } from './terms.ts'

/** What readers say, and the words that the pages have for it. */
export type Synonym = { readonly phrase: string; readonly means: readonly string[] }

/**
 * A synonym is a term of its own, which no text holds: this sign, the stems of the phrase, the
 * sign, and one meaning. Its postings are the units that hold all words of the meaning, so a query
 * looks up one term more, and a meaning of several words costs no more than one word.
 */
const SIGN = '\u0001'

/** The byte of a posting that says where in a unit every word of a meaning stands. */
function intersect(postings: readonly number[]): number {
  const all = (flag: number) => postings.every((posting) => (posting & flag) !== 0)
  const summary = IN_TITLE | IN_DESCRIPTION
  const places =
    (all(IN_TITLE) ? IN_TITLE : all(summary) ? IN_DESCRIPTION : 0) |
    (all(IN_HEADING) ? IN_HEADING : 0)
  const count = Math.min(...postings.map((posting) => posting & BODY_MASK))
  // Words in different places of a unit stand together in its text at best.
  return places | (count === 0 && places === 0 ? 1 : count)
}

/** Adds the terms of synonyms behind the terms of all pages. */
export function addSynonyms(
  builder: TermBuilder,
  synonyms: readonly Synonym[],
  language: string,
): void {
  const meanings = synonyms.flatMap(({ phrase, means }) =>
    means.map((text) => ({ term: nameTerm(phrase, text, language), words: stem(text, language) })),
  )
  if (meanings.length === 0) return
  const postings = collectPostings(
    builder,
    new Set(meanings.flatMap(({ words }) => words)),
    language,
  )
  for (const { term, words } of meanings) {
    const held = words.map((word) => postings.get(word) ?? new Map<number, number>())
    const [first, ...others] = held
    const shared = [...(first ?? [])].flatMap(([unit, posting]): (readonly [number, number])[] => {
      const bytes = [posting, ...others.map((other) => other.get(unit) ?? 0)]
      return bytes.includes(0) ? [] : [[unit, intersect(bytes)]]
    })
    if (shared.length > 0 && !builder.has(term)) builder.addPostings(term, shared)
  }
}

function nameTerm(phrase: string, means: string, language: string): string {
  return `${SIGN}${stem(phrase, language).join(' ')}${SIGN}${means.trim()}`
}

/** The stems of the words of a phrase, in order. */
function stem(phrase: string, language: string): readonly string[] {
  const words: string[] = []
  const nothing = () => undefined
  scanWords(phrase.normalize('NFC'), {
    word: (word) => words.push(stemWord(word, language)),
    hump: nothing,
    whole: nothing,
    pair: nothing,
    run: nothing,
    signed: nothing,
    symbol: nothing,
  })
  return words
}

/** By stem: the units that hold any form of it, in order, and where. */
function collectPostings(
  builder: TermBuilder,
  stems: ReadonlySet<string>,
  language: string,
): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const known = builder.texts.map((text) => {
    const each = stemWord(text, language)
    return stems.has(each) ? each : undefined
  })
  const found = new Map<string, Map<number, number>>()
  builder.visitPostings((id, unit, count) => {
    const each = known[id]
    if (each === undefined) return
    const byUnit = found.get(each) ?? new Map<number, number>()
    found.set(each, byUnit)
    byUnit.set(unit, merge(byUnit.get(unit) ?? 0, count))
  })
  return found
}

function merge(one: number, other: number): number {
  const count = Math.min(BODY_MASK, (one & BODY_MASK) + (other & BODY_MASK))
  return ((one | other) & ~BODY_MASK) | count
}

const IDEOGRAPH = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

/** The synonyms of an index by the stems of their phrases, as numbers of terms and meanings. */
export type SynonymTable = {
  readonly byPhrase: ReadonlyMap<string, readonly SynonymTerm[]>
  /** The stems of all phrases. */
  readonly stems: ReadonlySet<string>
  readonly wordsMax: number
}

type SynonymTerm = { readonly term: number; readonly means: string }

/** Reads the synonyms of an index; they are few, so they are held. */
export function readSynonyms(terms: Terms): SynonymTable {
  const byPhrase = new Map<string, SynonymTerm[]>()
  const { from, to } = terms.findPrefix(SIGN)
  const stems = new Set<string>()
  let wordsMax = 0
  for (let term = from; term < to; term++) {
    const [, phrase = '', means = ''] = terms.text(term).split(SIGN)
    const known = byPhrase.get(phrase) ?? []
    byPhrase.set(phrase, known)
    known.push({ term, means })
    const words = phrase.split(' ')
    for (const word of words) stems.add(word)
    wordsMax = Math.max(wordsMax, words.length)
  }
  return { byPhrase, stems, wordsMax }
}

/** A phrase of a query that has synonyms, as typed and in its words. */
export type PhraseFound = {
  readonly typed: string
  readonly words: readonly string[]
  readonly meanings: readonly SynonymTerm[]
}

/**
 * The phrases of a query that have synonyms, the longest from each word. The words of the query are
 * its content words.
 */
export function findPhrasesWithSynonyms(
  { byPhrase, stems: known, wordsMax }: SynonymTable,
  { sequence: all, words }: Query,
  language: string,
): readonly PhraseFound[] {
  if (wordsMax === 0) return []
  const typed = new Map(words.map((word) => [word.text, word.typed]))
  // A framing word splits no phrase: "turn it off".
  const isPart = (word: string) =>
    typed.has(word) || known.has(stemWord(word, language)) || IDEOGRAPH.test(word)
  const sequence = all.filter(isPart)
  const stems = sequence.map((word) => stemWord(word, language))
  const found: PhraseFound[] = []
  for (let at = 0; at < stems.length; at++) {
    for (let length = Math.min(wordsMax, stems.length - at); length > 0; length--) {
      const meanings = byPhrase.get(stems.slice(at, at + length).join(' '))
      if (meanings === undefined) continue
      const phrase = sequence.slice(at, at + length)
      const text = phrase.map((word) => typed.get(word) ?? word).join(' ')
      found.push({ typed: text, words: phrase, meanings })
      at += length - 1
      break
    }
  }
  return found
}
