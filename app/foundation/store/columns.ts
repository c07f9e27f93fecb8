import type { SqlRow, SqlValue } from './port.ts'

// The columns are ours, so a value of another type is a bug and nobody's input.

export function textIn(row: SqlRow, column: string): string {
  const value = row[column]
  return typeof value === 'string' ? value : refuse(column, value)
}

export function textOrNone(row: SqlRow, column: string): string | undefined {
  return row[column] === null ? undefined : textIn(row, column)
}

export function numberIn(row: SqlRow, column: string): number {
  const value = row[column]
  return typeof value === 'number' ? value : refuse(column, value)
}

export function numberOrNone(row: SqlRow, column: string): number | undefined {
  return row[column] === null ? undefined : numberIn(row, column)
}

export function bytesIn(row: SqlRow, column: string): Uint8Array {
  const value = row[column]
  return value instanceof Uint8Array ? value : refuse(column, value)
}

export function bytesOrNone(row: SqlRow, column: string): Uint8Array | undefined {
  return row[column] === null ? undefined : bytesIn(row, column)
}

function refuse(column: string, value: SqlValue | undefined): never {
  throw new TypeError(`Cannot read column "${column}": ${typeof value}`)
}

/** A text as both databases return it: PostgreSQL has no NUL, neither has lone surrogates. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** Values as they are stored: untrusted input must not fail in only one of the databases. */
export function toStorableValues(values: readonly SqlValue[]): SqlValue[] {
  return values.map((value) => (typeof value === 'string' ? toStorableText(value) : value))
}
