import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { CAPABILITY_STATUSES, readStatus } from '../../../contract/statuses.ts'
import type { Field, SourceRegistry } from '../../../docs/model/source.ts'
import { suggestName } from './_suggestion.ts'

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
