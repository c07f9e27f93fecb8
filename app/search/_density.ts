/** Words that stand this near to each other count as one place. */
const NEARBY_WORDS = 40

/** A word in a heading says as much about its section as this many in its prose. */
const HEADING_TIMES = 4

/** Weights are whole numbers of this share, so that sums are exact and equal places stay equal. */
const WEIGHT_STEPS = 1000

/** Words seen that are remembered; a power of two, more than any place holds in earnest. */
const SEEN_MAX = 256

/** Most words that are told apart. */
export const MARKS_MAX = 254

/**
 * Finds the place of a text where most of what is asked stands together. A word that was seen a
 * little before counts a little less, so that a phrase beats words that are spread out. Each word
 * costs the same, however many are asked.
 */
export class Density {
  /** The first word of the best place so far; -1 when nothing was seen. */
  place = -1
  /** What the best place is worth. */
  score = 0
  #weights: readonly number[] = []
  /** Where each word was seen last among those that are near, -1 for nowhere, and its worth. */
  readonly #seenAt = new Int32Array(MARKS_MAX + 1).fill(-1)
  readonly #worth = new Float64Array(MARKS_MAX + 1)
  /** What was seen, in order: a ring. */
  readonly #places = new Int32Array(SEEN_MAX)
  readonly #marks = new Uint8Array(SEEN_MAX)
  #first = 0
  #end = 0
  /** Sum of the worths of all that is near, and of each times its place. */
  #sum = 0
  #moment = 0

  /** Takes the weights of the words, the first of which has mark 1. */
  weigh(weights: readonly number[]): void {
    this.#weights = weights.map((weight) => Math.round(weight * WEIGHT_STEPS))
  }

  /** Forgets all that was found. */
  clear(): void {
    this.leave()
    this.place = -1
    this.score = 0
  }

  /** Ends a section: no place reaches from one into the next. */
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
    this.#places[this.#end % SEEN_MAX] = place
    this.#marks[this.#end % SEEN_MAX] = mark
    this.#end += 1
    const score = this.#sum - (place * this.#sum - this.#moment) / (4 * NEARBY_WORDS)
    if (score <= this.score) return
    this.score = score
    this.#forgetStale()
    this.place = this.#places[this.#first % SEEN_MAX] ?? place
  }

  #forgetUpTo(least: number): void {
    while (this.#first < this.#end) {
      const place = this.#places[this.#first % SEEN_MAX] ?? 0
      if (place >= least && this.#end - this.#first < SEEN_MAX) return
      const mark = this.#marks[this.#first % SEEN_MAX] ?? 0
      if (this.#seenAt[mark] === place) this.#drop(mark)
      this.#first += 1
    }
  }

  /** Words that were seen again since then do not begin a place. */
  #forgetStale(): void {
    while (this.#first < this.#end - 1) {
      const at = this.#first % SEEN_MAX
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
