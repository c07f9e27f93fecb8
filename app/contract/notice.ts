import type { CapabilityStatus } from './page.ts'

const NOT_BUILT = 'Not built yet: do not claim that it works.'

/** Says in words what `not_yet` means, because a model may overlook a status. */
export function withNotice<Item extends { readonly status: CapabilityStatus }>(
  item: Item,
): Item & { readonly notice?: string } {
  return item.status === 'not_yet' ? { ...item, notice: NOT_BUILT } : item
}

const NOTHING_FOUND =
  'No page matches these words. Try other or fewer words; this does not mean a feature is absent.'
const DEGRADED =
  'Page bodies could not be searched, so pages that match only in their text may be missing.'

/** What a reader must know about the result of a search, beside its records. */
export function noteSearch(recordCount: number, degraded: boolean): readonly string[] {
  return [...(recordCount === 0 ? [NOTHING_FOUND] : []), ...(degraded ? [DEGRADED] : [])]
}
