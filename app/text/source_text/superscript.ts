const ORDINAL = /^(?:st|nd|rd|th)$/i
const WORD = /^([*_]{0,3})[\p{L}\p{N}]+\1$/u
/** Notes in brackets, links and code say themselves that they are no exponents. */
const OTHER = /^\(.*\)$|[[\]`]/s
const ENTITY = /&#?\w{1,31};/g

/** What stands before and after a raised text. */
type SuperscriptMarks = readonly [before: string, after: string]

/**
 * Marks of an exponent: `2<sup>n − 1</sup>` must not become another number, nor may it take in a
 * word that follows. A sign such as `®` and the mark of a note are none.
 */
export function chooseSuperscriptMarks(
  text: string,
  meetsWord: boolean,
): SuperscriptMarks | undefined {
  const trimmed = text.trim()
  if (ORDINAL.test(trimmed)) return ['', '']
  if (OTHER.test(trimmed) || !/[\p{L}\p{N}]/u.test(trimmed.replace(ENTITY, ''))) return undefined
  return WORD.test(trimmed) && !meetsWord ? ['^', ''] : ['^(', ')']
}
