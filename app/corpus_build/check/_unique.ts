import { type Problem, problemAt, quote } from '../../contract/problem.ts'
import type { Field } from '../model/source.ts'

/** Reports each text that repeats an earlier one; `what` says what the texts are. */
export function checkUnique(fields: readonly Field[], what: string): readonly Problem[] {
  const lines = new Map<string, number>()
  return fields.flatMap(({ text, place }) => {
    const line = lines.get(text)
    if (line !== undefined) {
      const repeat = `the ${what} ${quote(text)} is already on line ${line}`
      return [problemAt(place, repeat, 'write a different one, or remove it')]
    }
    lines.set(text, place.line)
    return []
  })
}
