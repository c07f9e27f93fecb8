import type { Texts } from '../../tables/texts.ts'
import type { SynonymTable } from './synonyms.ts'
import type { Terms } from './terms.ts'

/** An opened search file: views on its bytes; nothing is decoded. */
export type SearchFile = {
  readonly pages: number
  readonly units: number
  readonly meanBodyWords: number
  /** Whose stems and framing words apply. */
  readonly language: string
  readonly terms: Terms
  readonly synonyms: SynonymTable
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
  /** Offsets in the body of each section and of the text below its heading, in characters. */
  readonly sectionStart: Uint32Array
  readonly sectionText: Uint32Array
  readonly headings: Texts
  readonly anchors: Texts
  readonly blockAt: Uint32Array
  readonly blockWord: Uint32Array
  readonly blockStart: Uint32Array
  readonly blockBytes: Uint32Array
  readonly blocks: Uint8Array
  readonly kind: Uint16Array
  readonly kindNames: Texts
  readonly status: Uint16Array
  readonly statusNames: Texts
}

/** The number of words in the body of a page. */
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
