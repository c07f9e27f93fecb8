/** Longest name of a stranger that is shown, in characters (our choice). */
const NAME_CHARACTERS_MAX = 80

// Not `\s`, which includes the invisible byte order mark. A blank Braille cell looks like a space.
const SPACES = /[\t-\r\u0085\u2028\u2029\u2800\p{Zs}]+/gu
// Control, format (bidi marks, zero-width, tags), private-use and unassigned code points, and all
// others that are invisible.
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu
// Marks attach to a letter. Many of them reach other lines, and without a letter of their own they
// attach to the text before the name.
const STRAY_MARKS = /^[\p{Mn}\p{Me}]+|(?<=[\p{Mn}\p{Me}]{3})[\p{Mn}\p{Me}]+/gu

/**
 * Cleans a name that somebody gives a client or a business. Nobody has verified it, so it must not
 * reverse, hide, break or overflow the text around it. Absent if nothing is left.
 */
export function cleanName(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined
  // Ten times the shown length is enough to examine, however long the text is.
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

/** Makes a foreign name safe to show in a line; never empty. */
export function formatName(text: string): string {
  return cleanName(text) ?? 'Unnamed'
}
