import { BODY_MASK, HEADING_WORDS, IN_DESCRIPTION, IN_TITLE } from './_layout.ts'

/** A growing array of 32-bit numbers. */
export class Numbers {
  #values = new Uint32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const grown = new Uint32Array(this.#values.length * 2)
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values[this.length] = value
    this.length += 1
  }

  at(index: number): number {
    return this.#values[index] ?? 0
  }

  set(index: number, value: number): void {
    this.#values[index] = value
  }

  view(): Uint32Array {
    return this.#values.subarray(0, this.length)
  }
}

/** Where a word occurs. */
export type Place = 'title' | 'description' | 'heading' | 'body'

function addOccurrence(before: number, place: Place): number {
  if (place === 'title') return before | IN_TITLE
  if (place === 'description') return before | IN_DESCRIPTION
  const body = (before & BODY_MASK) + (place === 'heading' ? HEADING_WORDS : 1)
  return (before & ~BODY_MASK) | Math.min(body, BODY_MASK)
}

/** Collects terms in order of appearance, and their postings page by page. */
export class TermBuilder {
  readonly #ids = new Map<string, number>()
  /** Term, page and count of each posting, page by page. */
  readonly owners = new Numbers()
  readonly pages = new Numbers()
  readonly counts = new Numbers()
  readonly #counting = new Numbers()
  #page = 0
  #pageTerms: number[] = []

  get texts(): string[] {
    return [...this.#ids.keys()]
  }

  get pageCount(): number {
    return this.#page
  }

  idOf(word: string): number {
    const known = this.#ids.get(word)
    if (known !== undefined) return known
    const id = this.#ids.size
    this.#ids.set(word, id)
    this.#counting.push(0)
    return id
  }

  count(id: number, place: Place): void {
    const before = this.#counting.at(id)
    if (before === 0) this.#pageTerms.push(id)
    this.#counting.set(id, addOccurrence(before, place))
  }

  endPage(): void {
    for (const id of this.#pageTerms) {
      this.owners.push(id)
      this.pages.push(this.#page)
      this.counts.push(this.#counting.at(id))
      this.#counting.set(id, 0)
    }
    this.#pageTerms = []
    this.#page += 1
  }
}
