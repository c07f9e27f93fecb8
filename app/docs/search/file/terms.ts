const ENCODER = new TextEncoder()
const DECODER = new TextDecoder()

/** A longer word takes other memory. */
const WANTED_BYTES = 256

/** A range of term numbers; `to` is exclusive. */
export type TermRun = { readonly from: number; readonly to: number }

/** The dictionary: terms in the order of their UTF-8 bytes, found by binary search. */
export class Terms {
  readonly count: number
  readonly #blob: Uint8Array
  readonly #starts: Uint32Array
  /** The first term from each two bytes on, plus one; found when a word first asks for it. */
  readonly #firstByTwo = new Uint32Array(0x1_0001)
  /** The word that is looked up. */
  #wanted = new Uint8Array(WANTED_BYTES)
  #length = 0

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
    this.#set(word)
    const number = this.#lowerBound(false)
    if (number === this.count) return -1
    return this.#compare(number, false) === 0 ? number : -1
  }

  /** Every term that starts with a prefix. */
  findPrefix(prefix: string): TermRun {
    this.#set(prefix)
    return { from: this.#lowerBound(false), to: this.#lowerBound(true) }
  }

  /** Most words are ASCII, which the loop copies sooner than an encoder is called. */
  #set(word: string): void {
    const { length } = word
    // A unit of UTF-16 has at most three bytes.
    if (length * 3 > this.#wanted.length) this.#wanted = new Uint8Array(length * 3)
    for (let at = 0; at < length; at++) {
      const unit = word.charCodeAt(at)
      if (unit > 127) {
        this.#length = ENCODER.encodeInto(word, this.#wanted).written
        return
      }
      this.#wanted[at] = unit
    }
    this.#length = length
  }

  /** The first term at or after the word; with `pastPrefix`, the first after all that it starts. */
  #lowerBound(pastPrefix: boolean): number {
    const isLong = this.#length >= 2
    const two = isLong ? ((this.#wanted[0] ?? 0) << 8) | (this.#wanted[1] ?? 0) : 0
    let low = isLong ? this.#firstFrom(two) : 0
    let high = isLong ? this.#firstFrom(two + 1) : this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      const difference = this.#compare(middle, pastPrefix)
      if (difference < 0 || (pastPrefix && difference === 0)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The first term that is not before two bytes. */
  #firstFrom(two: number): number {
    const known = this.#firstByTwo[two] ?? 0
    if (known > 0) return known - 1
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#readTwo(middle) < two) low = middle + 1
      else high = middle
    }
    this.#firstByTwo[two] = low + 1
    return low
  }

  /** The first two bytes of a term as a number in their order. */
  #readTwo(number: number): number {
    const start = this.#starts[number] ?? 0
    const length = (this.#starts[number + 1] ?? 0) - start
    if (length === 0) return 0
    return ((this.#blob[start] ?? 0) << 8) | (length > 1 ? (this.#blob[start + 1] ?? 0) : 0)
  }

  #compare(number: number, asPrefix: boolean): number {
    const wanted = this.#length
    const start = this.#starts[number] ?? 0
    const length = (this.#starts[number + 1] ?? 0) - start
    const shared = Math.min(length, wanted)
    for (let at = 0; at < shared; at++) {
      const difference = (this.#blob[start + at] ?? 0) - (this.#wanted[at] ?? 0)
      if (difference !== 0) return difference
    }
    return asPrefix && length >= wanted ? 0 : length - wanted
  }
}
