import type { SqlRow } from '../store/port.ts'

/** Columns that the schema declares `NOT NULL`; another value there is a bug of ours. */
export function textOf(row: SqlRow, column: string): string {
  const value = row[column]
  if (typeof value === 'string') return value
  throw new Error(`Cannot read column "${column}": not a text`)
}

export function numberOf(row: SqlRow, column: string): number {
  const value = row[column]
  if (typeof value === 'number') return value
  throw new Error(`Cannot read column "${column}": not a number`)
}

export function bytesOf(row: SqlRow, column: string): Uint8Array {
  const value = row[column]
  if (value instanceof Uint8Array) return value
  throw new Error(`Cannot read column "${column}": not bytes`)
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
