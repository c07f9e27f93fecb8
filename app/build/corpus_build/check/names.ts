import { listNames, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { CAPABILITY_STATUSES, readStatus } from '../../../contract/statuses.ts'
import type { Field, SourceRegistry } from '../../../docs/model/source.ts'
import { findNearest } from '../../../text/source_text/nearest_word.ts'

export function checkCapability(
  { text, place }: Field,
  registry: Pick<SourceRegistry, 'capabilities'>,
): readonly Problem[] {
  const known = registry.capabilities
  if (text === '' || known === undefined || known.some(({ id }) => id === text)) return []
  const ids = known.map(({ id }) => id)
  const what = `the capability ${quote(text)} is not in the registry`
  return [problemAt(place, what, suggestName(text, ids))]
}

/** Reports a status that the vocabulary does not have (contract 3). */
export function checkStatus({ text, place }: Field): readonly Problem[] {
  if (text === '' || readStatus(text) !== undefined) return []
  const what = `the status ${quote(text)} is not in the vocabulary`
  return [problemAt(place, what, suggestName(text, CAPABILITY_STATUSES))]
}

/** How to fix an unknown name: write the nearest known one, else what `otherwise` says. */
export function suggestName(
  text: string,
  known: readonly string[],
  otherwise = `write one of ${listNames(known)}`,
): string {
  const meant = findNearest(text, known)
  return meant === undefined ? otherwise : `write ${quote(meant)}`
}
