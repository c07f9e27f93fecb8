import { BUSINESS_SCOPES, type BusinessScope } from '../contract/scopes.ts'
import type { SqlRow, SqlValue } from '../store/port.ts'

// The columns are ours, so a value of another type is a bug and not somebody's input.

export function textIn(row: SqlRow, column: string): string {
  const value = row[column]
  return typeof value === 'string' ? value : wrong(column, value)
}

export function textOrNone(row: SqlRow, column: string): string | undefined {
  return row[column] === null ? undefined : textIn(row, column)
}

export function numberIn(row: SqlRow, column: string): number {
  const value = row[column]
  return typeof value === 'number' ? value : wrong(column, value)
}

export function numberOrNone(row: SqlRow, column: string): number | undefined {
  return row[column] === null ? undefined : numberIn(row, column)
}

export function bytesOrNone(row: SqlRow, column: string): Uint8Array | undefined {
  const value = row[column]
  if (value === null) return undefined
  return value instanceof Uint8Array ? value : wrong(column, value)
}

/** Scopes as they are written on the wire and in the store: separated by one space. */
export function scopesIn(row: SqlRow, column: string): readonly BusinessScope[] {
  const words = textIn(row, column).split(' ')
  return BUSINESS_SCOPES.filter((scope) => words.includes(scope))
}

export function formatScopes(scopes: readonly BusinessScope[]): string {
  return scopes.join(' ')
}

/** The asked scopes that are granted, each once and in one order. */
export function intersectScopes(
  granted: readonly BusinessScope[],
  asked: readonly BusinessScope[],
): readonly BusinessScope[] {
  return BUSINESS_SCOPES.filter((scope) => granted.includes(scope) && asked.includes(scope))
}

export function addressesIn(row: SqlRow, column: string): readonly string[] {
  const parsed: unknown = JSON.parse(textIn(row, column))
  return Array.isArray(parsed) ? parsed.map(String) : wrong(column, textIn(row, column))
}

function wrong(column: string, value: SqlValue | undefined): never {
  throw new TypeError(`Cannot read column "${column}": ${typeof value}`)
}
