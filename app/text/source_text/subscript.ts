const DIGITS = /^\d+$/
const WORD = /^[\p{L}\p{N}]+$/u
/** Notes in brackets, links and code say themselves that they are no index. */
const OTHER = /^\(.*\)$|[[\]`]/s
/** Words in a row, which no index has: a caption in small letters. */
const SENTENCE = /\p{L}{2}\s+\p{L}{2}/u
const ENTITY = /&#?\w{1,31};/g
const ZERO = 0x20_80

/** A lowered text between the marks that keep it apart; the marks are Markdown. */
type Subscript = readonly [before: string, text: string, after: string]

/**
 * An index: `a<sub>n</sub>` must not become another word. Digits have signs of their own, which a
 * search for `H2O` finds.
 */
export function writeSubscript(
  text: string,
  { followsWord, meetsWord }: { readonly followsWord: boolean; readonly meetsWord: boolean },
): Subscript | undefined {
  const trimmed = text.trim()
  if (DIGITS.test(trimmed)) return ['', lowerDigits(trimmed), '']
  if (OTHER.test(trimmed) || !/[\p{L}\p{N}]/u.test(trimmed.replace(ENTITY, ''))) return undefined
  if (!followsWord && SENTENCE.test(trimmed)) return undefined
  if (!WORD.test(trimmed) || meetsWord) return ['\\_(', trimmed, ')']
  // Between letters a mark is no emphasis.
  return [followsWord ? '_' : '\\_', trimmed, '']
}

function lowerDigits(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(ZERO + Number(digit)))
}
