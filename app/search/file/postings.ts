import type { SearchFile } from './search_file.ts'

/** The first posting of a term from the first unit of a page on. */
export function findFirstPosting(file: SearchFile, page: number, term: number): number {
  const first = file.unitAt[page] ?? 0
  let low = file.postingAt[term] ?? 0
  let high = file.postingAt[term + 1] ?? 0
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((file.postingUnit[middle] ?? 0) < first) low = middle + 1
    else high = middle
  }
  return low
}
