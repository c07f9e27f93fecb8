import { type Problem, problemAt } from '../../contract/problem.ts'
import { DATE_KEYS } from './dates.ts'

/** Where a page was before, as generators call it. */
export const OLD_ADDRESS_KEYS = ['aliases', 'redirect_from', 'permalink']

/** Keys that an import reads, or that only control the appearance in another generator. */
const KNOWN_KEYS = new Set([
  ...DATE_KEYS,
  ...'title description sidebarTitle nav_title slug source summary kind capability draft'.split(
    ' ',
  ),
  ...OLD_ADDRESS_KEYS,
])

/**
 * Front matter that is dropped, reported once per key at the first file that has it: the same
 * twenty keys on a thousand pages would hide every other loss.
 */
export function findUnusedKeys(
  fronts: readonly { readonly shown: string; readonly fields: Readonly<Record<string, unknown>> }[],
  readByGenerator: readonly string[],
): readonly Problem[] {
  const known = new Set([...KNOWN_KEYS, ...readByGenerator])
  const files = new Map<string, string[]>()
  for (const { shown, fields } of fronts) {
    for (const key of Object.keys(fields)) {
      if (known.has(key)) continue
      const names = files.get(key)
      if (names === undefined) files.set(key, [shown])
      else names.push(shown)
    }
  }
  return [...files].map(([key, names]) => {
    const place = { file: names[0] ?? '', line: 2, column: 1 }
    const count = names.length === 1 ? 'this page' : `${names.length} pages`
    const what = `the front matter key "${key}" of ${count} is dropped`
    return problemAt(place, what, 'move what readers need into the text')
  })
}
