/** The classes of characters: what each is for the words of a text. */
export const OTHER = 1
export const LOWER = 2
export const UPPER = 3
export const DIGIT = 4
export const MARK = 5
export const IDEOGRAPH = 6

// Scripts without spaces between words: each character is a word, and pairs keep the order.
const IDEOGRAPHS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/**
 * Characters that belong to the one before: combining marks, invisible characters (soft hyphens,
 * zero-width joiners and spaces, direction marks), the Arabic tatweel, and the voicing marks of
 * half-width kana, which Unicode classifies as letters.
 */
const MARKS = /[\p{M}\p{Default_Ignorable_Code_Point}\u0640\uff9e\uff9f]/u

/** Class of each UTF-16 unit, filled on first use: a fixed 64 KB. Surrogates stay empty. */
const CLASSES = new Uint8Array(0x10000)

/** The class of the character at a position. */
export function classifyAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return CLASSES[unit] || classifyNewUnit(text, at, unit)
}

function classifyNewUnit(text: string, at: number, unit: number): number {
  // A low surrogate belongs to the high one before it.
  if (unit >= 0xdc00 && unit <= 0xdfff) return MARK
  if (unit >= 0xd800 && unit <= 0xdbff) return classify(text.slice(at, at + 2))
  const found = classify(text.charAt(at))
  CLASSES[unit] = found
  return found
}

function classify(character: string): number {
  if (MARKS.test(character)) return MARK
  if (!/[\p{L}\p{N}]/u.test(character)) return OTHER
  if (IDEOGRAPHS.test(character)) return IDEOGRAPH
  if (/\p{N}/u.test(character)) return DIGIT
  return /\p{Lu}/u.test(character) ? UPPER : LOWER
}
