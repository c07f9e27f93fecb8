import type { PageFilter } from '../contract/page.ts'
import type { Texts } from '../tables/texts.ts'
import type { SearchFile } from './file/search_file.ts'

/** A filter as Orama takes it. */
export function whereOf({ kind, status }: PageFilter): Where {
  return {
    ...(kind === undefined ? {} : { kind: { eq: kind } }),
    ...(status === undefined ? {} : { status: { eq: status } }),
  }
}

/** Whether a filter accepts a page. */
export function acceptsPage(file: SearchFile, page: number, filter: PageFilter = {}): boolean {
  return new FilteredPages(file, whereOf(filter)).has(page + 1)
}

export type Where = {
  readonly kind?: { readonly eq: string }
  readonly status?: { readonly eq: string }
}

/** The pages that a filter accepts, as the Set that Orama expects, without listing them. */
export class FilteredPages extends Set<number> {
  readonly #file: SearchFile
  readonly #kind: number | undefined
  readonly #status: number | undefined

  constructor(file: SearchFile, where: Where) {
    super()
    this.#file = file
    this.#kind = where.kind && findFacetNumber(file.kindNames, where.kind.eq)
    this.#status = where.status && findFacetNumber(file.statusNames, where.status.eq)
  }

  override has(document: number): boolean {
    const { kind, status } = this.#file
    if (this.#kind !== undefined && kind[document - 1] !== this.#kind) return false
    return this.#status === undefined || status[document - 1] === this.#status
  }
}

/** The number of a facet value; -1, which no page has, for an unknown value. */
function findFacetNumber(names: Texts, value: string): number {
  for (let at = 0; at < names.count; at++) if (names.at(at) === value) return at
  return -1
}
