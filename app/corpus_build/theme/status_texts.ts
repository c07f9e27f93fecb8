import type { CapabilityStatus } from '../../contract/page.ts'

/** Labels of the capability statuses (contract 3). */
export const STATUS_LABELS: Readonly<Record<CapabilityStatus, string>> = {
  available: 'Available',
  available_owner: 'Available to the owner',
  foundation: 'Foundation',
  not_yet: 'Not yet built',
  reference: 'Reference',
}

/** Notices for pages about features that readers might wrongly expect to work. */
export const STATUS_NOTICES: Readonly<Partial<Record<CapabilityStatus, string>>> = {
  foundation: 'Code for this exists, but the feature that you can use is deliberately narrower.',
  not_yet: 'This is not built yet. The page describes the plan.',
}
