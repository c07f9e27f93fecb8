import type { CapabilityStatus } from '../../contract/page.ts'

/** What a reader sees instead of the value of a capability status (contract 3). */
export const STATUS_LABELS: Readonly<Record<CapabilityStatus, string>> = {
  available: 'Available',
  available_owner: 'Available to the owner',
  foundation: 'Foundation',
  not_yet: 'Not yet built',
  reference: 'Reference',
}

/** A sentence for pages whose feature a reader could take for granted. */
export const STATUS_NOTICES: Readonly<Partial<Record<CapabilityStatus, string>>> = {
  foundation: 'Code for this exists; the feature that you can use is deliberately narrower.',
  not_yet: 'This is not built yet. The page says what is planned.',
}
