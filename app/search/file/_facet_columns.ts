import type { Column } from '../../tables/columns.ts'
import { buildTextColumns } from '../../tables/texts.ts'

/** A value of each page, as a number, and the values. */
export function buildFacetColumns(
  name: string,
  values: readonly string[],
): Readonly<Record<string, Column>> {
  const distinct = [...new Set(values)].sort()
  const numbers = new Map(distinct.map((value, at) => [value, at]))
  return {
    [name]: Uint16Array.from(values, (value) => numbers.get(value) ?? 0),
    ...buildTextColumns(`${name}_name`, distinct),
  }
}
