/** A page and its score; a higher score ranks before a lower one. */
export type ScoredPage = { readonly page: number; readonly score: number }

/** Keeps the best pages without allocating anything for the others. */
export class BestPages {
  #pages = new Uint32Array(0)
  #scores = new Float64Array(0)
  #limit = 0
  count = 0

  clear(limit: number): void {
    if (limit > this.#pages.length) {
      this.#pages = new Uint32Array(limit)
      this.#scores = new Float64Array(limit)
    }
    this.#limit = limit
    this.count = 0
  }

  pageAt(at: number): number {
    return this.#pages[at] ?? 0
  }

  scoreAt(at: number): number {
    return this.#scores[at] ?? 0
  }

  /** The pages from a place on, up to another. */
  list(from: number, to: number): readonly ScoredPage[] {
    const pages: ScoredPage[] = []
    for (let at = from; at < to && at < this.count; at++) {
      pages.push({ page: this.pageAt(at), score: this.scoreAt(at) })
    }
    return pages
  }

  /** Whether a page with a score could be among the best. */
  accepts(score: number): boolean {
    return this.count < this.#limit || (this.count > 0 && score >= this.scoreAt(this.count - 1))
  }

  /** Adds a page if it is among the best; of equal pages the earlier one is better. */
  add(page: number, score: number): void {
    const pages = this.#pages
    const scores = this.#scores
    if (this.count === this.#limit) {
      if (this.count === 0 || !this.#isBetter(page, score, this.count - 1)) return
      this.count -= 1
    }
    let at = this.count
    while (at > 0 && this.#isBetter(page, score, at - 1)) {
      scores[at] = scores[at - 1] ?? 0
      pages[at] = pages[at - 1] ?? 0
      at -= 1
    }
    scores[at] = score
    pages[at] = page
    this.count += 1
  }

  #isBetter(page: number, score: number, at: number): boolean {
    const other = this.#scores[at] ?? 0
    return score > other || (score === other && page < (this.#pages[at] ?? 0))
  }
}
