import { BUSINESS_SCOPES, type BusinessScope } from '../../contract/oauth.ts'
import { textIn } from '../../foundation/store/columns.ts'
import type { SqlRow } from '../../foundation/store/port.ts'

/** Reads scopes as the wire and the store write them: separated by one space. */
export function scopesIn(row: SqlRow, column: string): readonly BusinessScope[] {
  const words = textIn(row, column).split(' ')
  return BUSINESS_SCOPES.filter((scope) => words.includes(scope))
}

export function formatScopes(scopes: readonly BusinessScope[]): string {
  return scopes.join(' ')
}

/** The requested scopes that are granted, each once and in our order. */
export function intersectScopes(
  granted: readonly BusinessScope[],
  requested: readonly BusinessScope[],
): readonly BusinessScope[] {
  return BUSINESS_SCOPES.filter((scope) => granted.includes(scope) && requested.includes(scope))
}
