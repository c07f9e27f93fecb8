import { BODY_MASK, IN_DESCRIPTION, IN_HEADING, IN_TITLE } from './_layout.ts'
import type { Meaning } from './_lookup.ts'
import type { SearchFile } from './_search_file.ts'

/** The places of a word in a page, as flags. */
export const TITLE = 1
export const SUMMARY = 2
export const BODY = 4
/** The same three places again, for words that share a stem. */
export const NEAR_SHIFT = 3

/** Where one word stands, before its weight is known. */
export type WordScratch = {
  readonly pages: Uint32Array
  pageCount: number
  readonly units: Uint32Array
  unitCount: number
  readonly flags: Uint8Array
  /** The best share of a meaning in each place of a page, and how often its body holds them. */
  readonly title: Float32Array
  readonly description: Float32Array
  readonly heading: Float32Array
  readonly pageHits: Float32Array
  readonly unitHeading: Float32Array
  readonly hits: Float32Array
}

/** Arrays that all words of all queries reuse. */
export function createScratch(pages: number, units: number): WordScratch {
  return {
    pages: new Uint32Array(pages),
    pageCount: 0,
    units: new Uint32Array(units),
    unitCount: 0,
    flags: new Uint8Array(pages),
    title: new Float32Array(pages),
    description: new Float32Array(pages),
    heading: new Float32Array(pages),
    pageHits: new Float32Array(pages),
    unitHeading: new Float32Array(units),
    hits: new Float32Array(units),
  }
}

/** Adds the postings of one meaning of the word. */
export function gather(
  file: SearchFile,
  scratch: WordScratch,
  { from, to, share, exact }: Meaning,
): void {
  const { postingUnit, postingCount, postingAt, unitPage } = file
  const { flags, title, description, heading, pageHits, unitHeading, hits } = scratch
  const end = postingAt[to] ?? 0
  const shift = exact ? 0 : NEAR_SHIFT
  for (let at = postingAt[from] ?? 0; at < end; at++) {
    const unit = postingUnit[at] ?? 0
    const posting = postingCount[at] ?? 0
    const page = unitPage[unit] ?? 0
    const before = flags[page] ?? 0
    if (before === 0) {
      scratch.pages[scratch.pageCount] = page
      scratch.pageCount += 1
      title[page] = 0
      description[page] = 0
      heading[page] = 0
      pageHits[page] = 0
    }
    let places = 0
    if ((posting & IN_TITLE) !== 0) {
      places = TITLE
      title[page] = Math.max(share, title[page] ?? 0)
    }
    if ((posting & IN_DESCRIPTION) !== 0) {
      places |= SUMMARY
      description[page] = Math.max(share, description[page] ?? 0)
    }
    if ((posting & (BODY_MASK | IN_HEADING)) !== 0) {
      places |= BODY
      if ((hits[unit] ?? 0) + (unitHeading[unit] ?? 0) === 0) {
        scratch.units[scratch.unitCount] = unit
        scratch.unitCount += 1
      }
      const count = share * (posting & BODY_MASK)
      hits[unit] = (hits[unit] ?? 0) + count
      pageHits[page] = (pageHits[page] ?? 0) + count
      if ((posting & IN_HEADING) !== 0) {
        unitHeading[unit] = Math.max(share, unitHeading[unit] ?? 0)
        heading[page] = Math.max(share, heading[page] ?? 0)
        pageHits[page] = (pageHits[page] ?? 0) + 2 * share
      }
    }
    flags[page] = before | (places << shift)
  }
}
