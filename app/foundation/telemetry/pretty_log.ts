const COLOURS: Readonly<Record<string, string>> = { warn: '\u001b[33m', error: '\u001b[31m' }
const DIM = '\u001b[2m'
const PLAIN = '\u001b[0m'

/** Wide enough for the longest level, and for most events. */
const LEVEL_WIDTH = 5
const EVENT_WIDTH = 14

/** What can move a cursor, hide text or turn it round: C1, line ends of Unicode, directions. */
const HIDDEN = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** A line of the log for a person at a terminal; text from a caller cannot reach the terminal. */
export function formatPrettyLine(line: string, hasColours: boolean): string {
  // Only `createLog` writes these lines: objects of texts, numbers and booleans.
  const { time, level, event, ...fields } = JSON.parse(line) as Readonly<Record<string, unknown>>
  const clock = String(time).slice('2026-01-01T'.length, -1)
  const words = Object.entries(fields).map(([name, value]) => `${name}=${formatValue(value)}`)
  const paint = (text: string, colour: string | undefined) =>
    hasColours && colour !== undefined ? `${colour}${text}${PLAIN}` : text
  return [
    paint(clock, DIM),
    paint(String(level).padEnd(LEVEL_WIDTH), COLOURS[String(level)]),
    [String(event).padEnd(words.length === 0 ? 0 : EVENT_WIDTH), ...words].join(' '),
  ].join(' ')
}

/** Plain words as they are; any other text in quotes, with its controls as `\u` and a number. */
function formatValue(value: unknown): string {
  if (typeof value !== 'string' || /^[\w./:@%+~-]+$/.test(value)) return String(value)
  return JSON.stringify(value).replace(HIDDEN, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
