import { hashText } from '../../../contract/text_hash.ts'
import { stemWord } from '../analysis/languages.ts'
import {
  computeLetterMask,
  countBits,
  findFrom,
  type PhraseFound,
  type SearchFile,
  type SynonymTable,
  TYPO_LENGTHS,
} from '../file/search_file.ts'

/** Word lengths from which one typo, and two typos, are allowed. */
const ONE_TYPO_LETTERS = 4
const TWO_TYPOS_LETTERS = 8

/** Limit on the corrections of one word; the most frequent ones are kept. */
const CORRECTIONS_MAX = 12

export type Correction = { readonly term: number; readonly typos: number }

/**
 * Terms that differ from an unknown word by the fewest typos, most frequent first: any of them, or
 * in the order of the letters alone, so that JOSN is taken for JSON and SAML is not for "same".
 */
export function findCorrections(
  file: SearchFile,
  word: string,
  differing: 'any' | 'order' = 'any',
): readonly Correction[] {
  const typosMax = findTyposMax(word)
  if (typosMax === 0) return []
  const found: Correction[] = []
  let fewest = typosMax
  const letters = computeLetterMask(word)
  const bitsMax = (typos: number) => (differing === 'order' ? 0 : 2 * typos)
  for (let length = word.length - typosMax; length <= word.length + typosMax; length++) {
    if (length < 1 || length >= TYPO_LENGTHS) continue
    const to = file.typoAt[length + 1] ?? 0
    for (let at = file.typoAt[length] ?? 0; at < to; at++) {
      // A typo changes at most two bits of the mask; comparing masks is far cheaper than words.
      if (countBits((file.typoLetters[at] ?? 0) ^ letters) > bitsMax(fewest)) continue
      const term = file.typoTerm[at] ?? 0
      const typos = countTypos(word, file.terms.text(term), fewest)
      if (typos > fewest) continue
      fewest = typos
      found.push({ term, typos: typos })
    }
  }
  return found
    .filter(({ typos }) => typos === fewest)
    .sort(
      (one, other) =>
        countPages(file, other.term) - countPages(file, one.term) || one.term - other.term,
    )
    .slice(0, CORRECTIONS_MAX)
}

/** Whether a word is long enough, and not too long, to be corrected. */
export function isCorrectable(word: string): boolean {
  return findTyposMax(word) > 0
}

function findTyposMax(word: string): number {
  if (word.length < ONE_TYPO_LETTERS || word.length >= TYPO_LENGTHS) return 0
  return word.length < TWO_TYPOS_LETTERS ? 1 : 2
}

function countPages(file: SearchFile, term: number): number {
  return (file.postingAt[term + 1] ?? 0) - (file.postingAt[term] ?? 0)
}

/**
 * Counts letters that were inserted, omitted, replaced or swapped with the next one (optimal string
 * alignment). Stops counting above `most`.
 */
export function countTypos(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      let typos = Math.min(
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
      )
      const swapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1]
      if (swapped) typos = Math.min(typos, (before[column - 2] ?? 0) + 1)
      current.push(typos)
      least = Math.min(least, typos)
    }
    // A swap looks two rows back, so a single row above the limit does not settle it.
    if (least > most && Math.min(...previous) > most) return most + 1
    before = previous
    previous = current
  }
  return previous[other.length] ?? 0
}

/**
 * Every term of a stem, looked up by its hash and confirmed by stemming a member. A stem
 * without a group can only be a term itself. A group that holds `member`, which has the stem, is
 * the right one.
 */
export function findStemTerms(
  file: SearchFile,
  stem: string,
  member = -1,
): ArrayLike<number> & Iterable<number> {
  const hash = hashText(stem)
  for (
    let at = findFrom(file.stemHash, 0, file.stemHash.length, hash);
    file.stemHash[at] === hash;
    at++
  ) {
    const group = file.stemTerm.subarray(file.stemAt[at], file.stemAt[at + 1])
    if (member !== -1 && group.includes(member)) return group
    if (stemWord(file.terms.text(group[0] ?? 0), file.language) === stem) return group
  }
  const term = file.terms.find(stem)
  return term !== -1 && stemWord(stem, file.language) === stem ? [term] : []
}

const IDEOGRAPH = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

type QueryWords = {
  readonly sequence: readonly string[]
  readonly words: readonly { readonly text: string; readonly typed: string }[]
}

/**
 * The phrases of a query that have synonyms, the longest from each word. The words of the query are
 * its content words.
 */
export function findPhrasesWithSynonyms(
  { byPhrase, stems: known, wordsMax }: SynonymTable,
  { sequence: all, words }: QueryWords,
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
