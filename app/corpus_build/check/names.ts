import { CAPABILITY_STATUSES } from '../../contract/page.ts'
import { listNames, type Problem, problemAt, quote } from '../../contract/problem.ts'
import { findNearest } from '../../source_text/nearest_word.ts'
import type { Field, SourceRegistry } from '../model/source.ts'

/** Reports a capability that the registry does not have. */
export function checkCapability(
  { text, place }: Field,
  registry: Pick<SourceRegistry, 'capabilities'>,
): readonly Problem[] {
  const known = registry.capabilities
  if (text === '' || known === undefined || known.some(({ id }) => id === text)) return []
  const ids = known.map(({ id }) => id)
  const what = `the capability ${quote(text)} is not in the registry`
  return [problemAt(place, what, suggest(text, ids))]
}

/** Reports a status that is not one of the five (contract 3). */
export function checkStatus({ text, place }: Field): readonly Problem[] {
  if (text === '' || CAPABILITY_STATUSES.some((status) => status === text)) return []
  const what = `the status ${quote(text)} is not in the vocabulary`
  return [problemAt(place, what, suggest(text, CAPABILITY_STATUSES))]
}

function suggest(text: string, known: readonly string[]): string {
  const meant = findNearest(text, known)
  return meant === undefined ? `write one of ${listNames(known)}` : `write ${quote(meant)}`
}
