/**
 * The layout of the search file, which `_writer.ts` writes and `_reader.ts` opens: columns of typed
 * arrays (`app/tables/columns.ts`) that need no parsing.
 */

/** Changes whenever the meaning of a column does. */
export const SEARCH_LAYOUT = 4

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
 * Characters of body text that are packed together, few enough to unpack for one snippet. A block
 * ends with a line or a section; before it is three times as long it is cut at a space.
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
