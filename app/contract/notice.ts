import type { SearchOutcome } from './search_match.ts'
import { type CapabilityStatus, factsOf } from './statuses.ts'

/** Says in words what a status means that a model may overlook; the build adds it to a record. */
export function noticeOf(status: CapabilityStatus): { readonly notice?: string } {
  const { notice } = factsOf(status)
  return notice === undefined ? {} : { notice }
}

const DEGRADED =
  'Page bodies could not be searched, so pages that match only in their text may be missing.'

const NOTES: Readonly<Record<SearchOutcome, readonly string[]>> = {
  found: [],
  weak: ['No section holds these words together: say that the answer may not be here.'],
  nothing_found: [
    'No page matches these words. Try other or fewer words; ' +
      'this does not mean a feature is absent.',
  ],
}

/** What a reader must know about the result of a search, beside its records. */
export function noteSearch(outcome: SearchOutcome, degraded: boolean): readonly string[] {
  return [...NOTES[outcome], ...(degraded ? [DEGRADED] : [])]
}
