import { listNames, quote } from '../../../contract/problem.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'

/** How to fix an unknown name: write the nearest known one, else what `otherwise` says. */
export function suggestName(
  text: string,
  known: readonly string[],
  otherwise = `write one of ${listNames(known)}`,
): string {
  const meant = findNearest(text, known)
  return meant === undefined ? otherwise : `write ${quote(meant)}`
}
