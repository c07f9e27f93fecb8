import type { Document } from '../../../app/evaluator/documents.ts'

/** An index over documents; hits are their positions, best first. */
export type Engine = {
  search(query: string, limit: number): readonly number[]
  /** Size of the index as a file, where it is one. */
  readonly bytes?: number
}

/** A search engine as somebody would use it in one process. */
export type Maker = {
  readonly name: string
  build(documents: readonly Document[]): Engine
}

/** How the fields weigh. */
export type Weights = {
  readonly title: number
  readonly description: number
  readonly body: number
}

/** As the contract has it: the body locates a page and weighs next to nothing. */
export const BODY_ZERO: Weights = { title: 10, description: 4, body: 1e-9 }

/** As the manuals of the peers have it: the body weighs least, and still something. */
export const BODY_COUNTS: Weights = { title: 4, description: 2, body: 1 }

/** The lists one behind the other, each page once, up to the limit. */
export function mergeLists(
  limit: number,
  lists: readonly (() => readonly number[])[],
): readonly number[] {
  const found = new Set<number>()
  for (const list of lists) {
    for (const page of list()) found.add(page)
    if (found.size >= limit) break
  }
  return [...found].slice(0, limit)
}
