import { foldWord } from './characters.ts'
import { listFunctionWords } from './languages.ts'

/** How a language joins words into one: the letters between them, and the least of each part. */
type Joining = { readonly links: readonly string[]; readonly first: number; readonly last: number }

const JOININGS: Readonly<Record<string, Joining>> = {
  de: { links: ['', 's', 'n', 'en', 'es', 'er', 'e'], first: 3, last: 4 },
  nl: { links: ['', 's', 'en', 'e'], first: 3, last: 4 },
  sv: { links: ['', 's'], first: 3, last: 4 },
  ko: { links: [''], first: 2, last: 2 },
}

/** Runs of katakana are joined in texts of any language. Shorter words would be found by chance. */
const KATAKANA_JOINING: Joining = { links: [''], first: 3, last: 3 }
const KATAKANA = /^[\p{sc=Katakana}ー]+$/u
const HANGUL = /^\p{sc=Hangul}+$/u
const LATIN = /^[a-z]+$/

/** What words begin or end with without being made of it, beside the function words. */
const AFFIXES: Readonly<Record<string, readonly string[]>> = {
  de: ['ver', 'ent', 'zer', 'her', 'hin', 'los', 'vor', 'weg', 'wieder', 'weise', 'ende', 'enden'],
  nl: ['ver', 'ont', 'her', 'toe', 'weer'],
  sv: ['for', 'fore', 'till', 'ning'],
}

/** Longer words are identifiers; each letter costs a few lookups. */
const WORD_LETTERS_MAX = 40

type IsWord = (part: string) => boolean

/**
 * The known words that a word is made of, in languages that write several as one: `Fensterrahmen`,
 * メインプロセス. None for a word that is made of no others.
 */
export function splitCompound(word: string, language: string, isWord: IsWord): readonly string[] {
  const joining = findJoining(word, language)
  if (joining === undefined || word.length > WORD_LETTERS_MAX) return []
  const apart = listNoParts(language)
  const isPart: IsWord = (part) => !apart.has(part) && isWord(part)
  return splitInTwo(word, joining, isPart) ?? splitInThree(word, joining, isPart) ?? []
}

/** Whether a word is a run of katakana, of which texts hold the parts in longer runs as well. */
export function isKatakana(word: string): boolean {
  return KATAKANA.test(word)
}

/** What a run of katakana begins or ends with, and may be a word of it. */
export function listKatakanaParts(run: string): readonly string[] {
  return Array.from(run, (_, at) => [run.slice(0, at), run.slice(at)])
    .flat()
    .filter(({ length }) => length >= KATAKANA_JOINING.first && length < run.length)
}

function findJoining(word: string, language: string): Joining | undefined {
  if (KATAKANA.test(word)) return KATAKANA_JOINING
  const script = language === 'ko' ? HANGUL : LATIN
  return script.test(word) ? JOININGS[language] : undefined
}

/** By language, of which there are few. */
const noParts = new Map<string, ReadonlySet<string>>()

function listNoParts(language: string): ReadonlySet<string> {
  const known = noParts.get(language)
  if (known !== undefined) return known
  const made = new Set([...listFunctionWords(language), ...(AFFIXES[language] ?? [])].map(foldWord))
  noParts.set(language, made)
  return made
}

function splitInTwo(
  word: string,
  joining: Joining,
  isPart: IsWord,
): readonly [string, string] | undefined {
  for (const [head, last] of listSplits(word, joining)) {
    if (!isPart(last)) continue
    const first = listHeads(head, joining).find(isPart)
    if (first !== undefined) return [first, last]
  }
  return undefined
}

function splitInThree(
  word: string,
  joining: Joining,
  isPart: IsWord,
): readonly string[] | undefined {
  for (const [head, last] of listSplits(word, joining)) {
    if (!isPart(last)) continue
    for (const text of listHeads(head, joining)) {
      const found = splitInTwo(text, joining, isPart)
      if (found !== undefined) return [...found, last]
    }
  }
  return undefined
}

/** The places where a word may be split, the longest last part first. */
function listSplits(word: string, { first, last }: Joining): readonly [string, string][] {
  const count = Math.max(0, word.length - last - first + 1)
  return Array.from({ length: count }, (_, at) => [
    word.slice(0, first + at),
    word.slice(first + at),
  ])
}

/** A part without the letters that may link it to the next. */
function listHeads(text: string, { links, first }: Joining): readonly string[] {
  return links
    .filter((link) => text.endsWith(link) && text.length - link.length >= first)
    .map((link) => text.slice(0, text.length - link.length))
}
