import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { Field } from '../../../docs/model/source.ts'

/** A text of a list; an inherited one is not in the author's file. */
type Entry = Field & { readonly inherited?: boolean }

/** Reports each text that repeats another; `what` says what the texts are. */
export function checkUnique(entries: readonly Entry[], what: string): readonly Problem[] {
  const earlier = new Map<string, Entry>()
  return sortInheritedFirst(entries).flatMap((entry) => {
    const other = earlier.get(entry.text)
    if (other !== undefined) {
      const repeat = `the ${what} ${quote(entry.text)} is already ${describeHome(other)}`
      return [problemAt(entry.place, repeat, 'write a different one, or remove it')]
    }
    earlier.set(entry.text, entry)
    return []
  })
}

/** Only what the author wrote can be corrected, so a clash is reported there. */
export function sortInheritedFirst<Each extends Entry>(entries: readonly Each[]): readonly Each[] {
  const { own = [], inherited = [] } = Object.groupBy(entries, (entry) =>
    entry.inherited === true ? 'inherited' : 'own',
  )
  return [...inherited, ...own]
}

/** Where an entry is, for a problem of another one. */
export function describeHome({ inherited, place }: Entry): string {
  return inherited === true ? 'in the inherited part of the list' : `on line ${place.line}`
}
