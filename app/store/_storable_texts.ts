import type { SqlValue } from './port.ts'

/** A text as both databases give it back: PostgreSQL has no NUL, and neither has half a pair. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** Values as they are stored: what a stranger sends must not fail in one database alone. */
export function toStorableValues(values: readonly SqlValue[]): SqlValue[] {
  return values.map((value) => (typeof value === 'string' ? toStorableText(value) : value))
}
