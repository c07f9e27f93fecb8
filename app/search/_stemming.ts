import { stemmer } from 'stemmer'

/** Shorter words have no ending to remove. */
const LETTERS_MIN = 3

const ENGLISH = /^[a-z]+$/

/**
 * The stem of a word: `configuring` and `configured` share one. A word with anything but the
 * letters a to z is its own stem.
 */
export function stemWord(word: string): string {
  return word.length >= LETTERS_MIN && ENGLISH.test(word) ? stemmer(word) : word
}
