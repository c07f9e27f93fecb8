import type { BestUnits, SearchResult } from '../rank/searcher.ts'
import type { Section, SectionFinder } from './sections.ts'

/** A page that matches a query. */
export type SearchHit = {
  /** Position in the list of pages. */
  readonly page: number
  /** How much of the evidence for the best page this one has: 1 for pages that are as good. */
  readonly closeness: number
  /** The best section; looked up on access, so a hit that is never shown costs nothing. */
  readonly section?: Section | undefined
  /** What answers best on the page: whole sentences of one section, as Markdown. */
  quote(bytesMax: number): string
}

/** Looks up what it shows once. */
export class Hit implements SearchHit {
  readonly page: number
  readonly closeness: number
  readonly #units: BestUnits
  readonly #finder: SectionFinder
  #place: ReturnType<SectionFinder['locate']> | undefined

  constructor(
    { page, ...units }: SearchResult['pages'][number],
    closeness: number,
    finder: SectionFinder,
  ) {
    this.page = page
    this.closeness = closeness
    this.#units = units
    this.#finder = finder
  }

  get section(): Section | undefined {
    return this.#finder.describe(this.page, this.#locate())
  }

  quote(bytesMax: number): string {
    return this.#finder.quote(this.page, this.#locate(), bytesMax)
  }

  #locate(): ReturnType<SectionFinder['locate']> {
    this.#place ??= this.#finder.locate(this.page, this.#units)
    return this.#place
  }
}
