import { findUnitEnd, type SearchFile } from '../file/search_file.ts'
import { findSection } from '../match/phrases.ts'
import { SECTION_LENGTH_SHARE, SECTION_SATURATION } from './_weights.ts'

/** How rare a word is among sections, by how many postings it has. */
export function weighInSections({ units }: SearchFile, postings: number): number {
  const holders = Math.min(units, postings)
  return Math.log(1 + (units - holders + 0.5) / (holders + 0.5))
}

/** The sections of a file, each under the number of its first unit: long ones have several. */
export type Sections = {
  /** For each unit, the first one of its section. */
  readonly firstUnit: Uint32Array
  /** How much of `SECTION_SATURATION` the length of a section asks for. */
  readonly damping: Float32Array
}

export function createSections(file: SearchFile): Sections {
  const { pages, units, unitAt, unitWord } = file
  const firstUnit = new Uint32Array(units)
  const damping = new Float32Array(units)
  let [first, section, count] = [0, -1, 0]
  for (let page = 0; page < pages; page++) {
    const [start = 0, end = 0] = [unitAt[page], unitAt[page + 1]]
    for (let unit = start; unit < end; unit++) {
      const word = unitWord[unit] ?? 0
      const own = findSection(file, page, word)
      if (unit === start || own !== section) [first, section, count] = [unit, own, count + 1]
      firstUnit[unit] = first
      damping[first] = (damping[first] ?? 0) + findUnitEnd(file, page, unit) - word
    }
  }
  const mean = (file.meanBodyWords * pages) / Math.max(1, count) || 1
  for (let unit = 0; unit < units; unit++) {
    const length = (damping[unit] ?? 0) / mean
    damping[unit] = SECTION_SATURATION * (1 - SECTION_LENGTH_SHARE + SECTION_LENGTH_SHARE * length)
  }
  return { firstUnit, damping }
}

/** What a word of weight 1 adds to a section that has it so often (BM25). */
export function saturate(times: number, damping: number): number {
  return (times * (SECTION_SATURATION + 1)) / (times + damping)
}
