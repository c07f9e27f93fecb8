import { Bytes, Numbers } from '../../../foundation/tables/growing.ts'
import { BODY_MASK, IN_DESCRIPTION, IN_HEADING, IN_TITLE } from './search_file.ts'

export type Place = 'title' | 'description' | 'heading' | 'body'

function addOccurrence(before: number, place: Place): number {
  if (place === 'title') return before | IN_TITLE
  if (place === 'description') return before | IN_DESCRIPTION
  if (place === 'heading') return before | IN_HEADING
  return (before & ~BODY_MASK) | Math.min((before & BODY_MASK) + 1, BODY_MASK)
}

/** Receives a posting: a term, a unit, and the byte that says where in it the term occurs. */
type PostingVisitor = (id: number, unit: number, count: number) => void

/** Collects terms in order of appearance, and their postings unit by unit. */
export class TermBuilder {
  readonly #ids = new Map<string, number>()
  /** Term and count of each posting, unit by unit; a unit ends where `#unitEnds` says. */
  readonly #owners = new Numbers()
  readonly #counts = new Bytes()
  readonly #unitEnds = new Numbers()
  /** Postings of terms that no text holds. */
  readonly #added: { readonly id: number; readonly unit: number; readonly count: number }[] = []
  readonly #counting: number[] = []
  #unitTerms: number[] = []

  get texts(): string[] {
    return [...this.#ids.keys()]
  }

  get unitCount(): number {
    return this.#unitEnds.length
  }

  get postingCount(): number {
    return this.#owners.length + this.#added.length
  }

  idOf(word: string): number {
    const known = this.#ids.get(word)
    if (known !== undefined) return known
    const id = this.#ids.size
    this.#ids.set(copyText(word), id)
    this.#counting.push(0)
    return id
  }

  count(id: number, place: Place): void {
    const before = this.#counting[id] ?? 0
    if (before === 0) this.#unitTerms.push(id)
    this.#counting[id] = addOccurrence(before, place)
  }

  has(word: string): boolean {
    return this.#ids.has(word)
  }

  /** Adds a term with all its postings: pairs of a unit and a byte, in the order of the units. */
  addPostings(word: string, postings: readonly (readonly [unit: number, count: number])[]): void {
    const id = this.idOf(word)
    for (const [unit, count] of postings) this.#added.push({ id, unit, count })
  }

  endUnit(): void {
    for (const id of this.#unitTerms) {
      this.#owners.push(id)
      this.#counts.push(this.#counting[id] ?? 0)
      this.#counting[id] = 0
    }
    this.#unitTerms.length = 0
    this.#unitEnds.push(this.#owners.length)
  }

  /** Visits all postings; those of one term come in the order of their units. */
  visitPostings(visit: PostingVisitor): void {
    let at = 0
    for (let unit = 0; unit < this.#unitEnds.length; unit++) {
      for (const end = this.#unitEnds.at(unit); at < end; at++) {
        visit(this.#owners.at(at), unit, this.#counts.at(at))
      }
    }
    for (const { id, unit, count } of this.#added) visit(id, unit, count)
  }

  /** Gives up the terms, once they are sorted. */
  clearTerms(): void {
    this.#ids.clear()
  }

  /** Gives up the postings, once they are written. */
  clearPostings(): void {
    this.#owners.clear()
    this.#counts.clear()
    this.#unitEnds.clear()
    this.#added.length = 0
  }
}

/** A long word is a view of its page's text, which would stay in memory as long as the word. */
function copyText(word: string): string {
  return String(JSON.parse(JSON.stringify(word)))
}
