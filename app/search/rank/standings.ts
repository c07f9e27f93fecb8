import type { SearchFile } from '../file/search_file.ts'
import type { SearchResult } from './searcher.ts'

/** Whether search finds a page as any other, below all others that match, or never. */
export type Standing = 'normal' | 'low' | 'hidden'

/** The standings by their numbers in the search file. */
export const STANDINGS: readonly Standing[] = ['normal', 'low', 'hidden']
const LOW = STANDINGS.indexOf('low')
const HIDDEN = STANDINGS.indexOf('hidden')

export function isLow({ standing }: SearchFile, page: number): boolean {
  return standing[page] === LOW
}

/** Runs a search over pages of one kind. */
type Run = (limit: number, isWanted: (page: number) => boolean) => SearchResult

/** Low pages follow all others, so they are searched only for the places that those leave. */
export function findAmongAll(file: SearchFile, limit: number, run: Run): SearchResult {
  if (!file.standing.includes(LOW)) return run(limit, () => true)
  const found = run(limit, (page) => !isLow(file, page))
  const left = limit - found.pages.length
  if (left === 0) return found
  const low = run(left, (page) => isLow(file, page))
  return { ...found, pages: [...found.pages, ...low.pages] }
}

type FoundPages = SearchResult['pages']

/** Puts a page that the query names before the pages that match it. */
export function putFirst(
  { standing }: SearchFile,
  pages: FoundPages,
  first: number,
  limit: number,
): FoundPages {
  if (standing[first] === HIDDEN) return pages
  const known = pages.find(({ page }) => page === first)
  const named = known ?? { page: first, score: 0, unit: undefined, lead: undefined }
  return [named, ...pages.filter(({ page }) => page !== first)].slice(0, limit)
}
