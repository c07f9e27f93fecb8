/** What is beside a raised or lowered text without a space. */
type RaisedSides = { readonly followsWord: boolean; readonly meetsWord: boolean }

/** A text between the marks that keep it apart from the word before it; the marks are Markdown. */
type MarkedText = readonly [before: string, text: string, after: string]

/** The text of `<sup>` or `<sub>`; undefined for one that is no exponent or index. */
export function splitRaised(
  name: string,
  text: string,
  sides: RaisedSides,
): MarkedText | undefined {
  return name === 'sub' ? writeSubscript(text.trim(), sides) : writeSuperscript(text.trim(), sides)
}

/** The same in code, where a backslash would show. */
export function showRaised(name: string, text: string): string {
  const [before, words, after] = splitRaised(name, text, SIDES) ?? ['', text, '']
  return `${before.replace('\\', '')}${words}${after}`
}

const SIDES: RaisedSides = { followsWord: true, meetsWord: false }

const DIGITS = /^\d+$/
const ORDINAL = /^(?:st|nd|rd|th)$/i
const WORD = /^[\p{L}\p{N}]+$/u
const EMPHASISED_WORD = /^([*_]{0,3})[\p{L}\p{N}]+\1$/u
/** Words in a row, which no index has: a caption in small letters. */
const SENTENCE = /\p{L}{2}\s+\p{L}{2}/u
/** Notes in brackets, links and code say themselves that they are no exponent or index. */
const OTHER = /^\(.*\)$|[[\]`]/s
const ENTITY = /&#?\w{1,31};/g
const ZERO = 0x20_80

/**
 * An index: `a<sub>n</sub>` must not become another word. Digits have signs of their own, which a
 * search for `H2O` finds.
 */
function writeSubscript(
  text: string,
  { followsWord, meetsWord }: RaisedSides,
): MarkedText | undefined {
  if (DIGITS.test(text)) return ['', lowerDigits(text), '']
  if (saysMore(text) || (!followsWord && SENTENCE.test(text))) return undefined
  if (!WORD.test(text) || meetsWord) return ['\\_(', text, ')']
  // Between letters a mark is no emphasis.
  return [followsWord ? '_' : '\\_', text, '']
}

/**
 * An exponent: `2<sup>n − 1</sup>` must not become another number, nor may it take in a word that
 * follows. A sign such as `®` and the mark of a note are none.
 */
function writeSuperscript(text: string, { meetsWord }: RaisedSides): MarkedText | undefined {
  if (ORDINAL.test(text)) return ['', text, '']
  if (saysMore(text)) return undefined
  return EMPHASISED_WORD.test(text) && !meetsWord ? ['^', text, ''] : ['^(', text, ')']
}

function saysMore(text: string): boolean {
  return OTHER.test(text) || !/[\p{L}\p{N}]/u.test(text.replace(ENTITY, ''))
}

function lowerDigits(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(ZERO + Number(digit)))
}
