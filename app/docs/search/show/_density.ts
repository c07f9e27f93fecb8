/** Words within this distance of each other count as one place. */
const NEARBY_WORDS = 40

/** A word in a heading counts as this many words of prose. */
const HEADING_TIMES = 4

/** Weights are rounded to multiples of 1/1000, so that sums are exact and ties stay ties. */
const WEIGHT_STEPS = 1000

/** How many recent words are remembered: a power of two, more than a real place ever holds. */
const RECENT_WORDS_MAX = 256

/**
 * Finds the place in a text where the words of a query are most concentrated. The further back a
 * word was seen, the less it counts, so that a phrase beats scattered words. Each word costs the
 * same, no matter how many words the query has.
 */
export class Density {
  /** The first word of the best place so far; -1 when no word was seen. */
  place = -1
  score = 0
  #weights: readonly number[] = []
  /** Where each nearby word was last seen, -1 for not at all, and its weight there. */
  readonly #seenAt: Int32Array
  readonly #worth: Float64Array
  /** Recent words in order: a circular buffer. */
  readonly #places = new Int32Array(RECENT_WORDS_MAX)
  readonly #marks = new Uint8Array(RECENT_WORDS_MAX)
  #first = 0
  #end = 0
  /** Sum of the nearby weights, and sum of each weight times its place. */
  #sum = 0
  #moment = 0

  constructor(wordsMax: number) {
    this.#seenAt = new Int32Array(wordsMax + 1).fill(-1)
    this.#worth = new Float64Array(wordsMax + 1)
  }

  /** Sets the weights of the words; the first word has mark 1. */
  weigh(weights: readonly number[]): void {
    this.#weights = weights.map((weight) => Math.round(weight * WEIGHT_STEPS))
  }

  /** Resets the search for the best place. */
  clear(): void {
    this.leave()
    this.place = -1
    this.score = 0
  }

  /** Ends a section: no place spans two sections. */
  leave(): void {
    this.#forgetUpTo(Number.POSITIVE_INFINITY)
  }

  see(mark: number, place: number, inHeading: boolean): void {
    this.#forgetUpTo(place - NEARBY_WORDS)
    this.#drop(mark)
    const worth = (this.#weights[mark - 1] ?? 0) * (inHeading ? HEADING_TIMES : 1)
    this.#seenAt[mark] = place
    this.#worth[mark] = worth
    this.#sum += worth
    this.#moment += worth * place
    this.#places[this.#end % RECENT_WORDS_MAX] = place
    this.#marks[this.#end % RECENT_WORDS_MAX] = mark
    this.#end += 1
    const score = this.#sum - (place * this.#sum - this.#moment) / (4 * NEARBY_WORDS)
    if (score <= this.score) return
    this.score = score
    this.#forgetStale()
    this.place = this.#places[this.#first % RECENT_WORDS_MAX] ?? place
  }

  #forgetUpTo(least: number): void {
    while (this.#first < this.#end) {
      const place = this.#places[this.#first % RECENT_WORDS_MAX] ?? 0
      if (place >= least && this.#end - this.#first < RECENT_WORDS_MAX) return
      const mark = this.#marks[this.#first % RECENT_WORDS_MAX] ?? 0
      if (this.#seenAt[mark] === place) this.#drop(mark)
      this.#first += 1
    }
  }

  /** A word that was seen again later does not start a place. */
  #forgetStale(): void {
    while (this.#first < this.#end - 1) {
      const at = this.#first % RECENT_WORDS_MAX
      if (this.#seenAt[this.#marks[at] ?? 0] === this.#places[at]) return
      this.#first += 1
    }
  }

  #drop(mark: number): void {
    const place = this.#seenAt[mark] ?? -1
    if (place === -1) return
    const worth = this.#worth[mark] ?? 0
    this.#sum -= worth
    this.#moment -= worth * place
    this.#seenAt[mark] = -1
  }
}
