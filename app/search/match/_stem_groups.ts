import { hashText } from '../../contract/text_hash.ts'
import { stemWord } from '../analysis/stemming.ts'
import type { SearchFile } from '../file/search_file.ts'

/**
 * Every term of a stem, looked up by its hash and confirmed by stemming a member. A stem
 * without a group can only be a term itself.
 */
export function findStemTerms(file: SearchFile, stem: string): readonly number[] {
  const hash = hashText(stem)
  for (let at = findFirst(file.stemHash, hash); file.stemHash[at] === hash; at++) {
    const group = file.stemTerm.subarray(file.stemAt[at], file.stemAt[at + 1])
    if (stemWord(file.terms.text(group[0] ?? 0), file.language) === stem) return [...group]
  }
  const term = file.terms.find(stem)
  return term !== -1 && stemWord(stem, file.language) === stem ? [term] : []
}

function findFirst(sorted: Uint32Array, wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
