import type { SearchFile } from '../file/search_file.ts'

/** As many as a passage can show, and one that they may contain already. */
const UNITS_MAX = 4

/** The units of a page with the most evidence, best first; of equal ones, the earlier. */
export function findBestUnits(
  { unitAt }: SearchFile,
  unitScore: Float64Array,
  page: number,
): readonly number[] {
  const best: number[] = []
  const end = unitAt[page + 1] ?? 0
  for (let unit = unitAt[page] ?? 0; unit < end; unit++) {
    const score = unitScore[unit] ?? 0
    if (score === 0) continue
    let at = best.length
    while (at > 0 && score > (unitScore[best[at - 1] ?? 0] ?? 0)) at -= 1
    if (at === UNITS_MAX) continue
    best.splice(at, 0, unit)
    if (best.length > UNITS_MAX) best.length = UNITS_MAX
  }
  return best
}
