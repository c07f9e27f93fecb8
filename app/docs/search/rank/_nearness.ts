import { findBodyStart, findUnitEnd, type KnownWord, type SearchFile } from '../file/search_file.ts'
import type { Marks } from '../match/marks.ts'
import type { Evidence } from './_evidence.ts'
import { NEAR_SHARES, NEAR_TOPIC_SHARE } from './_weights.ts'

const FAR = 64
/** The share of each distance in words. */
const SHARES = Float64Array.from({ length: FAR + 1 }, (_, distance) =>
  NEAR_SHARES.reduce(
    (most, { within, share }) => Math.max(most, distance <= within ? share : 0),
    0,
  ),
)

/** Measures how near each other the neighbouring words of a query stand in a unit. */
export class Nearness {
  readonly #file: SearchFile
  readonly #evidence: Evidence
  readonly #marks: Marks
  /** By word of the query, from 1: where it was last seen, and how near the one before it came. */
  readonly #seen: Int32Array
  readonly #near: Float64Array
  #words = 0

  constructor(file: SearchFile, evidence: Evidence, marks: Marks) {
    this.#file = file
    this.#evidence = evidence
    this.#marks = marks
    this.#seen = new Int32Array(evidence.weights.length + 1)
    this.#near = new Float64Array(evidence.weights.length + 1)
  }

  set(words: readonly KnownWord[]): void {
    this.#words = words.length
    this.#marks.set(words)
  }

  /** The most that `measure` could return; reads no text. */
  bound(page: number, unit: number): number {
    const { weights, inSummary, inHeading, inUnit } = this.#evidence
    const here = (inSummary[page] ?? 0) | (inHeading[unit] ?? 0) | (inUnit[unit] ?? 0)
    let sum = 0
    for (let word = 2; word <= this.#words; word++) {
      const pair = (1 << (word - 1)) | (1 << (word - 2))
      if ((here & pair) !== pair) continue
      sum += Math.min(weights[word - 1] ?? 0, weights[word - 2] ?? 0)
    }
    return sum
  }

  /** Sums the smaller weight of each pair of neighbouring words; the nearer, the more of it. */
  measure(page: number, unit: number): number {
    const { weights, inSummary, inHeading, inUnit } = this.#evidence
    const topic = (inSummary[page] ?? 0) | (inHeading[unit] ?? 0)
    const here = topic | (inUnit[unit] ?? 0)
    // Without two neighbouring words there is nothing to measure.
    if ((here & (here << 1)) === 0) return 0
    this.#scan(page, unit)
    let sum = 0
    for (let word = 2; word <= this.#words; word++) {
      const pair = (1 << (word - 1)) | (1 << (word - 2))
      let near = this.#near[word] ?? 0
      // What a page is about need not be said again beside the other word.
      const isTopic = (here & pair) === pair && (topic & pair) !== 0
      if (isTopic && near < NEAR_TOPIC_SHARE) near = NEAR_TOPIC_SHARE
      sum += near * Math.min(weights[word - 1] ?? 0, weights[word - 2] ?? 0)
    }
    return sum
  }

  #scan(page: number, unit: number): void {
    const seen = this.#seen
    const from = findBodyStart(this.#file, page)
    seen.fill(-FAR * 2)
    this.#near.fill(0)
    const start = from + (this.#file.unitWord[unit] ?? 0)
    this.#marks.forEach(start, from + findUnitEnd(this.#file, page, unit), (mark, place) => {
      if (mark === 0) return
      const at = place - start
      seen[mark] = at
      if (mark > 1) this.#note(mark, at - (seen[mark - 1] ?? 0))
      // In the other order they are one word further apart.
      if (mark < this.#words) this.#note(mark + 1, at - (seen[mark + 1] ?? 0) + 1)
    })
  }

  #note(word: number, distance: number): void {
    const share = distance > FAR ? 0 : (SHARES[distance] ?? 0)
    if (share > (this.#near[word] ?? 0)) this.#near[word] = share
  }
}
