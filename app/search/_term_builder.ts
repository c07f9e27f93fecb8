import { BODY_MASK, IN_DESCRIPTION, IN_HEADING, IN_TITLE } from './_layout.ts'

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
  if (place === 'heading') return before | IN_HEADING
  return (before & ~BODY_MASK) | Math.min((before & BODY_MASK) + 1, BODY_MASK)
}

/** Collects terms in order of appearance, and their postings unit by unit. */
export class TermBuilder {
  readonly #ids = new Map<string, number>()
  /** Term, unit and count of each posting, unit by unit. */
  readonly owners = new Numbers()
  readonly units = new Numbers()
  readonly counts = new Numbers()
  readonly #counting = new Numbers()
  #unit = 0
  #unitTerms: number[] = []

  get texts(): string[] {
    return [...this.#ids.keys()]
  }

  get unitCount(): number {
    return this.#unit
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
    if (before === 0) this.#unitTerms.push(id)
    this.#counting.set(id, addOccurrence(before, place))
  }

  has(word: string): boolean {
    return this.#ids.has(word)
  }

  /** Adds a term with all its postings: pairs of a unit and a byte, in the order of the units. */
  addPostings(word: string, postings: readonly (readonly [unit: number, count: number])[]): void {
    const id = this.idOf(word)
    for (const [unit, count] of postings) {
      this.owners.push(id)
      this.units.push(unit)
      this.counts.push(count)
    }
  }

  endUnit(): void {
    for (const id of this.#unitTerms) {
      this.owners.push(id)
      this.units.push(this.#unit)
      this.counts.push(this.#counting.at(id))
      this.#counting.set(id, 0)
    }
    this.#unitTerms = []
    this.#unit += 1
  }
}
