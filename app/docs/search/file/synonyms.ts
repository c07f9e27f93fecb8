import type { Numbers } from '../../../foundation/tables/growing.ts'
import { createFraming, listContent } from '../analysis/framing_words.ts'
import { listStems, stemWord } from '../analysis/languages.ts'
import type { TermBuilder } from './_term_builder.ts'
import {
  type AliasTable,
  BODY_MASK,
  IN_DESCRIPTION,
  IN_HEADING,
  IN_TITLE,
  type SearchFile,
  type SynonymTable,
  type SynonymTerm,
} from './search_file.ts'

/** What readers say, and the words that the pages have for it. */
export type Synonym = { readonly phrase: string; readonly means: readonly string[] }

/**
 * A synonym is a term of its own, which no text holds: this sign, the stems of the phrase, the
 * sign, and one meaning. Its postings are the units that hold all words of the meaning, so a query
 * looks up one term more, and a meaning of several words costs no more than one word.
 */
const SYNONYM_SIGN = '\u0001'

/** Adds the terms of synonyms behind the terms of all pages. */
export function addSynonyms(
  builder: TermBuilder,
  synonyms: readonly Synonym[],
  language: string,
): void {
  const meanings = synonyms.flatMap(({ phrase, means }) =>
    means.map((text) => ({
      term: nameMeaning(phrase, text, language),
      words: listStems(text, language),
    })),
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

function nameMeaning(phrase: string, means: string, language: string): string {
  return `${SYNONYM_SIGN}${listStems(phrase, language).join(' ')}${SYNONYM_SIGN}${means.trim()}`
}

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

/** Reads the synonyms of an index; they are few, so they are held. */
export function readSynonyms(terms: SearchFile['terms']): SynonymTable {
  const byPhrase = new Map<string, SynonymTerm[]>()
  const { from, to } = terms.findPrefix(SYNONYM_SIGN)
  const stems = new Set<string>()
  let wordsMax = 0
  for (let term = from; term < to; term++) {
    const [, phrase = '', means = ''] = terms.text(term).split(SYNONYM_SIGN)
    const known = byPhrase.get(phrase) ?? []
    byPhrase.set(phrase, known)
    known.push({ term, means })
    const words = phrase.split(' ')
    for (const word of words) stems.add(word)
    wordsMax = Math.max(wordsMax, words.length)
  }
  return { byPhrase, stems, wordsMax }
}

/** A phrase that stands for one page, which is found first for it. */
export type Alias = { readonly phrase: string; readonly page: number }

/** An alias is a term that no text holds: this sign and the phrase. Its posting names the page. */
const ALIAS_SIGN = '\u0002'

/** Adds the terms of aliases. A phrase that stands for two pages stands for the first. */
export function addAliases(
  builder: TermBuilder,
  aliases: readonly Alias[],
  unitStarts: Numbers,
  language: string,
): void {
  if (aliases.length === 0) return
  const framing = createFraming(language)
  for (const { phrase, page } of aliases) {
    const term = nameAlias(listContent(phrase, framing), language)
    if (term !== ALIAS_SIGN && !builder.has(term)) {
      builder.addPostings(term, [[unitStarts.at(page), 1]])
    }
  }
}

type AliasColumns = Pick<
  SearchFile,
  'terms' | 'language' | 'postingAt' | 'postingUnit' | 'unitPage'
>

/** The aliases of an index, which stay in its columns. */
export function readAliases(columns: AliasColumns): AliasTable {
  const { terms, language, postingAt, postingUnit, unitPage } = columns
  const { from, to } = terms.findPrefix(ALIAS_SIGN)
  const find = (content: readonly string[]) => {
    const term = from === to ? -1 : terms.find(nameAlias(content, language))
    return term === -1 ? undefined : unitPage[postingUnit[postingAt[term] ?? 0] ?? 0]
  }
  return { find }
}

function nameAlias(content: readonly string[], language: string): string {
  return `${ALIAS_SIGN}${content.map((word) => stemWord(word, language)).join(' ')}`
}
