import type { Document } from './documents.ts'
import { chooseQuestions, type Draft } from './drafts.ts'
import type { Question } from './measure.ts'
import { createSeededRandom, pickOne, type Random, randomBelow, shuffle } from './random.ts'
import { WordHolders, wordsOf } from './words.ts'

/** Ways in which people look for a page that they have seen before. */
export const KNOWN_ITEM_KINDS = [
  'title',
  'description',
  'phrase',
  'heading',
  'typo',
  'prefix',
] as const
export type KnownItemKind = (typeof KNOWN_ITEM_KINDS)[number]

const PHRASES_PER_PAGE = 4
const PHRASE_WORDS = { least: 3, most: 8 } as const
const SENTENCE_WORDS_MIN = 3
const LETTERS_BEFORE_CUT_MIN = 3

/** Words keep their apostrophe: nobody starts a quotation in the middle of "it's". */
const PHRASE_WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu

type Holders = {
  readonly title: WordHolders
  readonly summary: WordHolders
  readonly body: WordHolders
}

/**
 * Makes known-item queries, the same for the same corpus. A query is used only if it identifies its
 * page: no other page contains all its words in the field that the query was taken from.
 */
export function makeKnownItems(
  documents: readonly Document[],
): ReadonlyMap<KnownItemKind, readonly Question[]> {
  const holders: Holders = {
    title: new WordHolders(documents.map(({ title }) => title)),
    summary: new WordHolders(documents.map((each) => `${each.title}\n${each.description}`)),
    body: new WordHolders(documents.map(({ body }) => body)),
  }
  const headings = countHeadings(documents)
  return new Map(
    KNOWN_ITEM_KINDS.map((kind) => {
      const drafts = documents.flatMap((document, page) => {
        const random = createSeededRandom(kind, document.name)
        return draftsOf(kind, document, page, random, holders, headings)
      })
      return [kind, chooseQuestions(kind, drafts, documents)]
    }),
  )
}

function draftsOf(
  kind: KnownItemKind,
  document: Document,
  page: number,
  random: Random,
  holders: Holders,
  headings: ReadonlyMap<string, number>,
): readonly Draft[] {
  const draft = (query: string | undefined, where: WordHolders): readonly Draft[] => {
    if (query === undefined || wordsOf(query).length === 0) return []
    return [{ query, page, singlesOut: () => where.areOnlyIn(page, wordsOf(query)) }]
  }
  switch (kind) {
    case 'title':
      return draft(shuffleTitle(document.title, random), holders.title)
    case 'description':
      return draft(findFirstSentence(document.description), holders.summary)
    case 'phrase':
      return phrasesOf(document.body, random).flatMap((phrase) => draft(phrase, holders.body))
    case 'heading':
      return headingsOf(document)
        .filter((heading) => headings.get(wordsOf(heading).join(' ')) === 1)
        .flatMap((heading) => draft(heading, holders.body))
    case 'typo':
      return draftTypo(document.title, page, random, holders.title)
    case 'prefix':
      return draftPrefix(document.title, page, random, holders.title)
    default:
      return kind satisfies never
  }
}

/** Words as typed: with punctuation inside them, without a lone dash. */
function splitWords(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => wordsOf(word).length > 0)
}

function shuffleTitle(title: string, random: Random): string | undefined {
  const words = splitWords(title)
  if (words.length < 2) return undefined
  return shuffle(random, words).slice(1).join(' ')
}

function findFirstSentence(description: string): string | undefined {
  const sentence = /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description
  return wordsOf(sentence).length >= SENTENCE_WORDS_MIN ? sentence : undefined
}

/** Phrases exactly as in the text, each within one line. */
function phrasesOf(body: string, random: Random): readonly string[] {
  const lines = body
    .split('\n')
    .map((line) => ({ line, words: [...line.matchAll(PHRASE_WORD)] }))
    .filter(({ words }) => words.length >= PHRASE_WORDS.least)
  return Array.from({ length: PHRASES_PER_PAGE }, () => {
    const { line = '', words = [] } = pickOne(random, lines) ?? {}
    const choices = Math.min(PHRASE_WORDS.most, words.length) - PHRASE_WORDS.least + 1
    const count = PHRASE_WORDS.least + randomBelow(random, choices)
    const from = randomBelow(random, words.length - count + 1)
    const [first, last] = [words[from], words[from + count - 1]]
    return first === undefined || last === undefined
      ? ''
      : line.slice(first.index, last.index + last[0].length)
  })
}

function headingsOf({ sections }: Document): readonly string[] {
  return sections.map(({ heading }) => heading)
}

/** How many pages have a heading, by its words. */
export function countHeadings(documents: readonly Document[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const heading of documents.flatMap(headingsOf)) {
    const key = wordsOf(heading).join(' ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function draftTypo(
  title: string,
  page: number,
  random: Random,
  titles: WordHolders,
): readonly Draft[] {
  const query = misspell(title, random)
  if (query === undefined) return []
  // The intended title must identify the page, and the misspelt one must not match another.
  const singlesOut = () =>
    titles.areOnlyIn(page, wordsOf(title)) && titles.areOnlyIn(page, wordsOf(query))
  return [{ query, page, singlesOut }]
}

function draftPrefix(
  title: string,
  page: number,
  random: Random,
  titles: WordHolders,
): readonly Draft[] {
  const last = /[\p{L}\p{N}]+$/u.exec(title)?.[0] ?? ''
  if (last.length <= LETTERS_BEFORE_CUT_MIN) return []
  const least = Math.max(LETTERS_BEFORE_CUT_MIN, Math.ceil(last.length / 2))
  const kept = least + randomBelow(random, last.length - least)
  const query = title.slice(0, title.length - last.length + kept)
  const words = wordsOf(query)
  const singlesOut = () => titles.areOnlyIn(page, words.slice(0, -1), words.at(-1))
  return [{ query, page, singlesOut }]
}

/** Shorter words cannot be recognised once they are misspelt. */
const LETTERS_MIN = 4

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Puts one typo into one word of a text; absent if all its words are short. */
function misspell(text: string, random: Random): string | undefined {
  const words = [...text.matchAll(/\p{L}+/gu)].filter(([word]) => word.length >= LETTERS_MIN)
  const found = pickOne(random, words)
  if (found === undefined) return undefined
  const [word] = found
  const changed = addTypo(word, random)
  return text.slice(0, found.index) + changed + text.slice(found.index + word.length)
}

/** Swaps, drops, inserts or replaces one letter, but never the first. */
function addTypo(word: string, random: Random): string {
  const at = 1 + randomBelow(random, word.length - 2)
  const [before, letter, next, after] = [
    word.slice(0, at),
    word.slice(at, at + 1),
    word.slice(at + 1, at + 2),
    word.slice(at + 2),
  ]
  const another =
    pickOne(
      random,
      [...LETTERS].filter((each) => each !== letter.toLowerCase()),
    ) ?? ''
  switch (randomBelow(random, 4)) {
    case 0:
      if (letter !== next) return before + next + letter + after
      return before + another + next + after
    case 1:
      return before + next + after
    case 2:
      return before + another + letter + next + after
    default:
      return before + another + next + after
  }
}
