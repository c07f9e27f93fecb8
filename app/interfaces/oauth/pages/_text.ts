import { escapeCharacter } from '../../../contract/hidden_characters.ts'
import { countOf } from '../../../contract/problem.ts'

// Invisible characters and those that change the text around them (UTR 36 section 3.1), except LF.
const UNSEEN = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{M}\u115f\u1160\u3164\uffa0]/gu

/** Formats data so that whoever decides on it sees every character. */
export function formatData(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? 'null'
  return text.replace(UNSEEN, escapeCharacter)
}

/** Formats an instant for people, in UTC because we do not know the reader's time zone. */
export function formatInstant(instantMs: number): string {
  return `${new Date(instantMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

const UNITS: readonly (readonly [string, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** Formats a duration in its largest whole unit. */
export function formatDuration(spanMs: number): string {
  const [word, unitMs] = UNITS.find(([, each]) => spanMs >= each && spanMs % each === 0) ?? [
    'second',
    1000,
  ]
  const count = Math.round(spanMs / unitMs)
  return countOf(count, word)
}
