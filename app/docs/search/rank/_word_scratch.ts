import {
  BODY_MASK,
  findFrom,
  IN_DESCRIPTION,
  IN_HEADING,
  IN_TITLE,
  type Meaning,
  type SearchFile,
} from '../file/search_file.ts'

/** The places of a word in a page, as flags. */
export const TITLE = 1
export const SUMMARY = 2
export const BODY = 4
/** The same three places again, for words that share a stem. */
export const NEAR_SHIFT = 3

/** Pages in ascending order, and the same as a byte for each page. */
export type PageSet = {
  readonly pages: Uint32Array
  readonly count: number
  readonly wanted: Uint8Array
}

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
export function gather(file: SearchFile, scratch: WordScratch, meaning: Meaning): void {
  const { postingAt } = file
  gatherRange(file, scratch, meaning, postingAt[meaning.from] ?? 0, postingAt[meaning.to] ?? 0)
}

/** A term with fewer postings for each wanted page is read as a whole. */
const LEAPS_FROM = 8

/** Adds those of the postings that are of wanted pages. */
export function gatherWanted(
  file: SearchFile,
  scratch: WordScratch,
  meaning: Meaning,
  wanted: PageSet,
): void {
  const { postingAt, postingUnit, unitPage } = file
  for (let term = meaning.from; term < meaning.to; term++) {
    const start = postingAt[term] ?? 0
    const end = postingAt[term + 1] ?? 0
    if (end - start > LEAPS_FROM * wanted.count) {
      leap(file, scratch, meaning, wanted, { start, end })
      continue
    }
    for (let at = start; at < end; at++) {
      if (wanted.wanted[unitPage[postingUnit[at] ?? 0] ?? 0] === 0) continue
      const first = at
      while (at + 1 < end && wanted.wanted[unitPage[postingUnit[at + 1] ?? 0] ?? 0] !== 0) at += 1
      gatherRange(file, scratch, meaning, first, at + 1)
    }
  }
}

type PostingRange = { readonly start: number; readonly end: number }

/** Finds the postings of each wanted page by doubling steps from those of the one before. */
function leap(
  file: SearchFile,
  scratch: WordScratch,
  meaning: Meaning,
  { pages, count }: PageSet,
  { start, end }: PostingRange,
): void {
  const { postingUnit, unitAt } = file
  let at = start
  for (let each = 0; each < count && at < end; each++) {
    const page = pages[each] ?? 0
    at = leapTo(postingUnit, at, end, unitAt[page] ?? 0)
    const first = at
    const after = unitAt[page + 1] ?? 0
    while (at < end && (postingUnit[at] ?? 0) < after) at += 1
    if (at > first) gatherRange(file, scratch, meaning, first, at)
  }
}

/** The first position from `from` on that holds `wanted` or more; near ones are found fastest. */
function leapTo(
  sorted: Uint16Array | Uint32Array,
  from: number,
  end: number,
  wanted: number,
): number {
  let step = 1
  let low = from
  while (low + step < end && (sorted[low + step] ?? 0) < wanted) {
    low += step
    step *= 2
  }
  return findFrom(sorted, low, Math.min(end, low + step), wanted)
}

function gatherRange(
  file: SearchFile,
  scratch: WordScratch,
  { share, isExact }: Meaning,
  start: number,
  end: number,
): void {
  const { postingUnit, postingCount, unitPage } = file
  const { flags, title, description, heading, pageHits, unitHeading, hits } = scratch
  const shift = isExact ? 0 : NEAR_SHIFT
  for (let at = start; at < end; at++) {
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
