import { stemKorean } from './_korean.ts'
import { stemIn } from './languages.ts'

/** Shorter words have no ending to remove. */
const LETTERS_MIN = 3

const LETTERS = /^\p{L}+$/u
const HANGUL = /^\p{sc=Hangul}+$/u
/** The long vowel at the end of a borrowed Japanese word, which many leave out. */
const LONG_VOWEL = /(?<=^[\p{sc=Katakana}ー]{3,})ー$/u

/**
 * The stem of a word: `configuring` and `configured` share one. A word with anything but letters is
 * its own stem.
 */
export function stemWord(word: string, language = 'en'): string {
  if (HANGUL.test(word)) return stemKorean(word)
  if (word.length < LETTERS_MIN || !LETTERS.test(word)) return word
  return word.endsWith('ー') ? word.replace(LONG_VOWEL, '') : stemIn(language, word)
}
