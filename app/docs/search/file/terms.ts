const ENCODER = new TextEncoder()
const DECODER = new TextDecoder()

/** A range of term numbers; `to` is exclusive. */
export type TermRun = { readonly from: number; readonly to: number }

/** The dictionary: terms in the order of their UTF-8 bytes, found by binary search. */
export class Terms {
  readonly count: number
  readonly #blob: Uint8Array
  readonly #starts: Uint32Array

  constructor(blob: Uint8Array, starts: Uint32Array) {
    this.count = starts.length - 1
    this.#blob = blob
    this.#starts = starts
  }

  text(number: number): string {
    return DECODER.decode(this.#blob.subarray(this.#starts[number], this.#starts[number + 1]))
  }

  /** The number of a term; -1 for an unknown one. */
  find(word: string): number {
    const wanted = ENCODER.encode(word)
    const number = this.#lowerBound(wanted, false)
    if (number === this.count) return -1
    return this.#compare(number, wanted, false) === 0 ? number : -1
  }

  /** Every term that starts with a prefix. */
  findPrefix(prefix: string): TermRun {
    const wanted = ENCODER.encode(prefix)
    return { from: this.#lowerBound(wanted, false), to: this.#lowerBound(wanted, true) }
  }

  /** The first term at or after `wanted`; with `pastPrefix`, the first after all that it starts. */
  #lowerBound(wanted: Uint8Array, pastPrefix: boolean): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      const difference = this.#compare(middle, wanted, pastPrefix)
      if (difference < 0 || (pastPrefix && difference === 0)) low = middle + 1
      else high = middle
    }
    return low
  }

  #compare(number: number, wanted: Uint8Array, asPrefix: boolean): number {
    const start = this.#starts[number] ?? 0
    const length = (this.#starts[number + 1] ?? 0) - start
    const shared = Math.min(length, wanted.length)
    for (let at = 0; at < shared; at++) {
      const difference = (this.#blob[start + at] ?? 0) - (wanted[at] ?? 0)
      if (difference !== 0) return difference
    }
    return asPrefix && length >= wanted.length ? 0 : length - wanted.length
  }
}
