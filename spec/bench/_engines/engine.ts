import type { Document } from '../../../app/checks/evaluator/documents.ts'

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

/** Weights that an application without a ranking of its own would choose. */
export const USUAL_WEIGHTS = { title: 3, description: 2, headings: 2, body: 1 } as const

/** The headings of a page, as a field of their own. */
export function joinHeadings({ sections }: Document): string {
  return sections.map(({ heading }) => heading).join('\n')
}

/** The English stop words that search libraries commonly ship. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again against all am an and any are as at be because been before being ' +
    'below between both but by can could did do does doing don down during each few for from ' +
    'further had has have having he her here hers herself him himself his how i if in into is it ' +
    'its itself just me more most my myself no nor not now of off on once only or other our ours ' +
    'ourselves out over own s same she should so some such t than that the their theirs them ' +
    'themselves then there these they this those through to too under until up very was we were ' +
    'what when where which while who whom why will with would you your yours yourself yourselves'
  ).split(' '),
)

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase())
}
