import { type NormalQuery, normalizeQuery } from '../../contract/query.ts'
import { readPageAddress } from './_page_addresses.ts'
import type { RecordTable } from './_records.ts'

/** The page that a whole query names, and the words of the query that are left to search for. */
type NamedPage = { readonly at: number; readonly words: NormalQuery }

/** The page whose id or address a query is, if it is one. Ids are looked up, never parsed. */
export function findNamedPage(
  query: NormalQuery,
  records: Pick<RecordTable, 'withId' | 'atPath'>,
  baseUrl: string,
): NamedPage | undefined {
  const byId = records.withId(query)
  if (byId >= 0) return { at: byId, words: query }
  const address = readPageAddress(query, baseUrl)
  if (address === undefined) return undefined
  const { path, anchor } = address
  const at = records.atPath(path)
  // An anchor is the words of a heading, by which search finds the section.
  const words = normalizeQuery((anchor || path).replace(/[-/]+/g, ' '))
  return at < 0 ? undefined : { at, words }
}
