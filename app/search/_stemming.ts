import { stemIn } from './_languages.ts'

/** Shorter words have no ending to remove. */
const LETTERS_MIN = 3

const LETTERS = /^\p{L}+$/u
const ENGLISH = /^[a-z]+$/
const HANGUL = /^\p{sc=Hangul}+$/u

/** Korean particles, which are written behind a noun without a space, the longest first. */
const PARTICLES =
  /(?:에서는|으로는|에게서|이라는|에서|에게|으로|부터|까지|처럼|보다|이나|이란|에는|들은|들을|들의|들이|은|는|이|가|을|를|의|에|로|와|과|도|만|란)$/u

/**
 * The stem of a word: `configuring` and `configured` share one. A word with anything but letters is
 * its own stem.
 */
export function stemWord(word: string, language = 'en'): string {
  if (HANGUL.test(word)) return word.length < LETTERS_MIN ? word : word.replace(PARTICLES, '')
  if (word.length < LETTERS_MIN || !LETTERS.test(word)) return word
  // Identifiers and borrowed words stand in texts of every language.
  return language === 'en' && !ENGLISH.test(word) ? word : stemIn(language, word)
}
