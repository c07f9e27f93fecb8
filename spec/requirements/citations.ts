import { lineAt, type Source } from '../tidy/source.ts'

/** A place where a test cites an id. */
export type Citation = {
  readonly id: string
  readonly place: string
  /** Only `bun run test --all` runs the test. */
  readonly isLong: boolean
}

/** What the sources cite, and the calls whose ids cannot be read without running them. */
export type Citations = {
  readonly cited: readonly Citation[]
  readonly unreadable: readonly string[]
}

/** Reads the ids of each call of `verifies` and `verifiesLong`, which must be literals there. */
export function citationsOf(sources: readonly Source[]): Citations {
  const cited: Citation[] = []
  const unreadable: string[] = []
  for (const source of sources) {
    for (const call of source.code.matchAll(/(?<!function\s)\bverifies(Long)?\s*\(/g)) {
      const place = `${source.path}:${lineAt(source.text, call.index)}`
      const isLong = call[1] !== undefined || source.path.endsWith('_long_spec.ts')
      const ids = literalIds(source.bare.slice(call.index + call[0].length))
      if (ids === undefined) unreadable.push(place)
      else cited.push(...ids.map((id) => ({ id, place, isLong })))
    }
  }
  return { cited, unreadable }
}

const LITERAL = /^\s*'([^'\\$]+)'\s*,/

function literalIds(argument: string): readonly string[] | undefined {
  const one = LITERAL.exec(argument)
  if (one !== null) return [one[1] ?? '']
  const list = /^\s*\[([^\]]*)\]\s*,/.exec(argument)?.[1]
  if (list === undefined) return undefined
  const ids: string[] = []
  let rest = list.trim().endsWith(',') ? list : `${list},`
  while (rest.trim() !== '') {
    const next = LITERAL.exec(rest)
    if (next === null) return undefined
    ids.push(next[1] ?? '')
    rest = rest.slice(next[0].length)
  }
  return ids.length === 0 ? undefined : ids
}
