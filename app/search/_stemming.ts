import { stemmer } from 'stemmer'

/** Shorter words have no ending that could be taken off. */
const LETTERS_MIN = 3

const ENGLISH = /^[a-z]+$/

/**
 * The stem of a word: `configuring` and `configured` share one. Words with digits, signs or other
 * letters than a to z stand for themselves.
 */
export function stemWord(word: string): string {
  return word.length >= LETTERS_MIN && ENGLISH.test(word) ? stemmer(word) : word
}

/** 32 bits of FNV-1a: a stem is found by its hash and proved by stemming a member again. */
export function hashStem(stem: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < stem.length; at++) {
    hash = Math.imul(hash ^ stem.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}
