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

/** A stem is looked up by its hash and confirmed by stemming a member again. */
export function hashStem(stem: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < stem.length; at++) {
    hash = Math.imul(hash ^ stem.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}
