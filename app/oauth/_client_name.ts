/** Characters of a client's name that a person sees at most (our choice). */
const NAME_CHARACTERS_MAX = 80

// Not `\s`, which counts the byte order mark in: that is no space but nothing at all. A Braille
// cell without dots is a space to the eye.
const SPACES = /[\t-\r\u0085\u2028\u2029\u2800\p{Zs}]+/gu
// Control, format (bidi marks, zero-width, tags), private-use and unassigned code points, and all
// others that show nothing.
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu
// Marks stand above and below a letter: with enough of them they stand on other lines, and with no
// letter of their own on the text before.
const STRAY_MARKS = /^[\p{Mn}\p{Me}]+|(?<=[\p{Mn}\p{Me}]{3})[\p{Mn}\p{Me}]+/gu

/**
 * A client's own name for itself, made fit to be shown: nobody has verified it, so nothing in it
 * may turn, hide or outgrow the text around it. Absent where nothing is left.
 */
export function cleanName(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined
  // Ten times what is shown is enough to look at, however long the text is.
  const name = given
    .slice(0, NAME_CHARACTERS_MAX * 10)
    .toWellFormed()
    .normalize('NFC')
    .replace(SPACES, ' ')
    .replace(UNSEEN, '')
    .replace(/ +/g, ' ')
    .trim()
    .replace(STRAY_MARKS, '')
    .trim()
  return name === '' ? undefined : [...name].slice(0, NAME_CHARACTERS_MAX).join('').trim()
}
