import type { Texts } from '../tables/texts.ts'
import type { Terms } from './_terms.ts'

/** An opened search file: views on its bytes; nothing is decoded. */
export type SearchFile = {
  readonly pages: number
  readonly meanBodyWords: number
  readonly terms: Terms
  readonly postingAt: Uint32Array
  /** 16 bits wide if all page numbers fit. */
  readonly postingPage: Uint16Array | Uint32Array
  readonly postingCount: Uint8Array
  readonly termRank: Uint16Array
  readonly stream: Uint16Array
  readonly streamAt: Uint32Array
  /** Places in the stream that hold a term without a rank of its own, and those terms. */
  readonly rareAt: Uint32Array
  readonly rareTerm: Uint32Array
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

/** Where the body of a page starts in the stream. */
export function findBodyStart(file: SearchFile, page: number): number {
  const { streamAt, titleWords, summaryWords } = file
  return (streamAt[page] ?? 0) + (titleWords[page] ?? 0) + (summaryWords[page] ?? 0)
}
