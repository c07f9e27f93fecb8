import type { Texts } from '../../../foundation/tables/texts.ts'
import type { TermRun, Terms } from './terms.ts'

/**
 * The layout of the search file, which `writer.ts` writes and `reader.ts` opens: columns of typed
 * arrays (`app/foundation/tables/columns.ts`) that need no parsing.
 */

/** Changes whenever the meaning of a column does. */
export const SEARCH_LAYOUT = 5

/** The kind of table in the file's header. */
export const SEARCH_KIND = 'search'

/**
 * A body is searched in units: its lead and its sections, long ones in parts. A posting is the
 * number of a unit and one byte: whether the word occurs in the title of the page and in its
 * description (the first unit of the page says so), in the heading of the unit's section, and how
 * often in the text. The count saturates at five bits: more occurrences hardly add relevance.
 */
export const IN_TITLE = 0x80
export const IN_DESCRIPTION = 0x40
export const IN_HEADING = 0x20
export const BODY_MASK = 0x1f

/** Up to this many units are numbered in 16 bits, more in 32. */
export const SHORT_UNITS_MAX = 0x10000

/**
 * The stream of a page holds terms by frequency rank; the most frequent term has rank 0. Terms too
 * rare for a 16-bit rank share this value, as do terms that occur in no stream (parts of
 * identifiers, joined identifiers, CJK pairs). A separate column gives the term at each such place.
 */
export const RARE = 0xffff

/** Longer terms, and terms that are no words, share one bucket, which is not searched for typos. */
export const TYPO_LENGTHS = 32

/**
 * Characters of a unit, and of the Markdown that is packed together, few enough to unpack for one
 * snippet. A unit ends with a line or a section, a block with a piece; before it is three times as
 * long it is cut at a space.
 */
export const BLOCK_CHARACTERS = 1024

/** Limit on the characters of a heading in an answer. */
export const HEADING_CHARACTERS_MAX = 160

/** Positions in the head column. */
export const HEAD = { layout: 0, pages: 1, terms: 2, bodyWords: 3, units: 4 } as const
export const HEAD_LENGTH = 5

/** The letters of a word, one bit each; all other characters share six bits. */
export function computeLetterMask(word: string): number {
  let mask = 0
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    const isLetter = unit >= 97 && unit <= 122
    mask |= 1 << (isLetter ? unit - 97 : 26 + (unit % 6))
  }
  return mask >>> 0
}

/** How many bits of a mask are set. */
export function countBits(mask: number): number {
  let count = mask - ((mask >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Whether search finds a page as any other, below all others that match, or never. */
export type Standing = 'normal' | 'low' | 'hidden'

/** The standings by their numbers in the search file. */
export const STANDINGS: readonly Standing[] = ['normal', 'low', 'hidden']
const LOW = STANDINGS.indexOf('low')
const HIDDEN = STANDINGS.indexOf('hidden')

/** An opened search file: views on its bytes; nothing is decoded. */
export type SearchFile = {
  readonly pages: number
  readonly units: number
  readonly meanBodyWords: number
  /** Whose stems and framing words apply. */
  readonly language: string
  readonly terms: Terms
  readonly synonyms: SynonymTable
  readonly aliases: AliasTable
  readonly postingAt: Uint32Array
  /** 16 bits wide if all unit numbers fit. */
  readonly postingUnit: Uint16Array | Uint32Array
  readonly postingCount: Uint8Array
  readonly termRank: Uint16Array
  readonly stream: Uint16Array
  readonly streamAt: Uint32Array
  /** Places in the stream that hold a term without a rank of its own, and those terms. */
  readonly rareAt: Uint32Array
  readonly rareTerm: Uint32Array
  /** First unit of each page; first word of each unit, in the body; page of each unit. */
  readonly unitAt: Uint32Array
  readonly unitWord: Uint32Array
  readonly unitPage: Uint32Array
  /** Whether search finds each page (`STANDINGS`). */
  readonly standing: Uint8Array
  readonly titleWords: Uint32Array
  readonly summaryWords: Uint32Array
  readonly stemHash: Uint32Array
  readonly stemAt: Uint32Array
  readonly stemTerm: Uint32Array
  readonly typoAt: Uint32Array
  readonly typoTerm: Uint32Array
  readonly typoLetters: Uint32Array
  readonly sectionAt: Uint32Array
  readonly sectionWord: Uint32Array
  readonly headingWords: Uint32Array
  /** The piece of each heading, counted from the first piece of its page. */
  readonly sectionPiece: Uint32Array
  readonly headings: Texts
  readonly anchors: Texts
  /**
   * First piece of each page; where each starts, in characters of the Markdown and in words. The
   * last piece of a page is empty: it says where the page ends.
   */
  readonly pieceAt: Uint32Array
  readonly pieceStart: Uint32Array
  readonly pieceWord: Uint32Array
  /** What each piece is (`PIECE_KINDS`). */
  readonly pieceKind: Uint8Array
  /** The Markdown of the pages in packed blocks: where each starts, in characters of its page. */
  readonly blockAt: Uint32Array
  readonly blockStart: Uint32Array
  readonly blockBytes: Uint32Array
  readonly blocks: Uint8Array
  readonly kind: Uint16Array
  readonly kindNames: Texts
  readonly status: Uint16Array
  readonly statusNames: Texts
}

/** The synonyms of an index by the stems of their phrases, as numbers of terms and meanings. */
export type SynonymTable = {
  readonly byPhrase: ReadonlyMap<string, readonly SynonymTerm[]>
  /** The stems of all phrases. */
  readonly stems: ReadonlySet<string>
  readonly wordsMax: number
}

/** Finds the page that the content words of a whole query stand for. */
export type AliasTable = { find(content: readonly string[]): number | undefined }

export type SynonymTerm = { readonly term: number; readonly means: string }

/** A phrase of a query that has synonyms, as typed and in its words. */
export type PhraseFound = {
  readonly typed: string
  readonly words: readonly string[]
  readonly meanings: readonly SynonymTerm[]
}

/** A run of terms that a word of the query stands for. */
export type Meaning = TermRun & {
  /** Weight of a match, relative to the word itself. */
  readonly share: number
  /** Whether a match counts as the word itself; a shared stem is only near. */
  readonly isExact: boolean
}

export type KnownWord = {
  readonly text: string
  readonly meanings: readonly Meaning[]
  /** Upper bound on the pages that hold the word. */
  readonly pageCount: number
  /** The phrase with synonyms that the word stands in; its own meanings come first. */
  readonly phrase?: PhraseFound
  readonly ownMeanings: number
}

/** A mask has one bit for each content word; words beyond these are left out. */
export const MASKED_WORDS_MAX = 31

export function countBodyWords(file: SearchFile, page: number): number {
  return (file.streamAt[page + 1] ?? 0) - findBodyStart(file, page)
}

/** Where a unit ends in the body of its page, in words. */
export function findUnitEnd(file: SearchFile, page: number, unit: number): number {
  if (unit + 1 < (file.unitAt[page + 1] ?? 0)) return file.unitWord[unit + 1] ?? 0
  return countBodyWords(file, page)
}

/** Where the body of a page starts in the stream. */
export function findBodyStart(file: SearchFile, page: number): number {
  const { streamAt, titleWords, summaryWords } = file
  return (streamAt[page] ?? 0) + (titleWords[page] ?? 0) + (summaryWords[page] ?? 0)
}

/** Whether search puts a page below all others. */
export function isLow({ standing }: SearchFile, page: number): boolean {
  return standing[page] === LOW
}

export function isHidden({ standing }: SearchFile, page: number): boolean {
  return standing[page] === HIDDEN
}

export function hasLowPages({ standing }: SearchFile): boolean {
  return standing.includes(LOW)
}

/** The first posting of a term from the first unit of a page on. */
export function findFirstPosting(file: SearchFile, page: number, term: number): number {
  const { postingAt, postingUnit, unitAt } = file
  return findFrom(postingUnit, postingAt[term] ?? 0, postingAt[term + 1] ?? 0, unitAt[page] ?? 0)
}

/** Index of the first number from `wanted` on in a sorted range; its end for none. */
export function findFrom(
  sorted: Uint16Array | Uint32Array,
  from: number,
  to: number,
  wanted: number,
): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the last number up to `wanted` in a sorted range; -1 for none. */
export function findLastUpTo(
  sorted: Uint16Array | Uint32Array,
  from: number,
  to: number,
  wanted: number,
): number {
  const after = findFrom(sorted, from, to, wanted + 1)
  return after > from ? after - 1 : -1
}
