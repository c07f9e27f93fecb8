/**
 * The layout of the search file: what `_writer.ts` writes and `_reader.ts` opens. Columns of typed
 * arrays (`app/tables/columns.ts`), nothing that must be parsed.
 */

/** Changes with the meaning of any column. */
export const SEARCH_LAYOUT = 2

/** The kind of table in the file's header. */
export const SEARCH_KIND = 'search'

/**
 * What is known of a word in a page is one byte beside the number of the page: whether it stands
 * in the title, whether in the description, and how often in the body, a heading counting as
 * several. The count stops at what six bits hold: relevance hardly grows beyond.
 */
export const IN_TITLE = 0x80
export const IN_DESCRIPTION = 0x40
export const BODY_MASK = 0x3f

/** Up to so many pages are numbered in 16 bits, more in 32. */
export const SHORT_PAGES_MAX = 0x10000

/** A word in a heading says as much of the body as this many in its prose. */
export const HEADING_WORDS = 4

/**
 * The number by which a term stands in the stream of a page: the most frequent term has 0. Rarer
 * terms than 16 bits can number all share this one, and so do terms that stand in no stream (parts
 * and wholes of identifiers, pairs of CJK); a column of its own says which term it is at a place.
 */
export const RARE = 0xffff

/** Terms longer than this share one bucket: no typo is looked for among them. */
export const TYPO_LENGTHS = 32

/**
 * Characters of body text that are packed together: little to unpack for one snippet. A block ends
 * where a line or a section ends, and is cut at a space before it is three times as long.
 */
export const BLOCK_CHARACTERS = 1024

/** Characters of a heading that an answer shows. */
export const HEADING_CHARACTERS_MAX = 160

/** Numbers of the head column. */
export const HEAD = { layout: 0, pages: 1, terms: 2, bodyWords: 3 } as const
export const HEAD_LENGTH = 4

/** The letters that a word holds, one bit each; all that is no Latin letter shares six bits. */
export function computeLetterMask(word: string): number {
  let mask = 0
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    const isLetter = unit >= 97 && unit <= 122
    mask |= 1 << (isLetter ? unit - 97 : 26 + (unit % 6))
  }
  return mask >>> 0
}
