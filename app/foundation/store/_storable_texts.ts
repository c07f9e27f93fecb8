import type { SqlValue } from './port.ts'

/** A text as both databases return it: PostgreSQL has no NUL, neither has lone surrogates. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** Values as they are stored: untrusted input must not fail in only one of the databases. */
export function toStorableValues(values: readonly SqlValue[]): SqlValue[] {
  return values.map((value) => (typeof value === 'string' ? toStorableText(value) : value))
}
