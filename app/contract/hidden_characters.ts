/**
 * Characters that nobody sees and that change what is shown, or that only a program reads: controls
 * (C0 but for breaks and tabs, C1), Unicode's line ends, embeddings, overrides and isolates of a
 * direction, invisible operators, annotations and tags. The marks that scripts need are none of
 * them: LRM, RLM, ALM, joiners and soft breaks.
 */
const RANGES = [
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f',
  '\\u2028-\\u202e\\u2061-\\u2064\\u2066-\\u206f',
  '\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}',
]
const HIDDEN = new RegExp(`[${RANGES.join('')}]`, 'gu')

/** The flags of England, Scotland, Wales and their like are a black flag with tags. */
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f}/gu

/** A character that nobody sees, with its offset in the text. */
type HiddenCharacter = { readonly character: string; readonly start: number }

export function findHiddenCharacters(text: string): readonly HiddenCharacter[] {
  const found = [...text.matchAll(HIDDEN)]
  if (found.length === 0) return []
  const plain = text.replace(FLAG, (flag) => ' '.repeat(flag.length))
  return [...plain.matchAll(HIDDEN)].map(({ 0: character, index }) => ({ character, start: index }))
}

/** A text for one line of a terminal: what could move its cursor is written as in JSON. */
export function escapeHidden(text: string): string {
  return text.replace(/[\t\n\r]/g, escapeCharacter).replace(HIDDEN, escapeCharacter)
}

/** A character as JSON may write it, where JSON would leave it as it is. */
export function escapeCharacter(character: string): string {
  const written = JSON.stringify(character).slice(1, -1)
  if (written !== character) return written
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
