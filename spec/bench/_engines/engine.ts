import type { Document } from '../../../app/evaluator/documents.ts'

/** An index over documents; hits are their positions, best first. */
export type Engine = {
  search(query: string, limit: number): readonly number[]
  /** Size of the index file, if there is one. */
  readonly bytes?: number
}

/** A search engine as an application would use it. */
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

/** As in the contract: the body locates a page and weighs next to nothing. */
export const BODY_ZERO: Weights = { title: 10, description: 4, body: 1e-9 }

/** As in the manuals of the peers: the body weighs least, but it counts. */
export const BODY_COUNTS: Weights = { title: 4, description: 2, body: 1 }

/** Concatenates lists without repeats, up to the limit. */
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
