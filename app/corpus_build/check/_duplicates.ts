import { type Problem, problemAt, quoted } from '../../contract/problem.ts'
import type { Cell } from '../../source_text/yaml_column.ts'

/** Cells whose text an earlier cell has already. */
export function checkUnique(cells: readonly Cell[], what: string): readonly Problem[] {
  const first = new Map<string, number>()
  return cells.flatMap(({ text, place }) => {
    const line = first.get(text)
    if (line !== undefined) {
      const told = `the ${what} ${quoted(text)} stands on line ${line} already`
      return [problemAt(place, told, 'give each its own')]
    }
    first.set(text, place.line)
    return []
  })
}
