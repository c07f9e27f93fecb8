import type { CapabilityStatus } from './page.ts'

const NOT_BUILT = 'Not built yet: do not claim that it works.'

/** Says in words what `not_yet` means, because a model may overlook a status. */
export function noticed<Item extends { readonly status: CapabilityStatus }>(
  item: Item,
): Item & { readonly notice?: string } {
  return item.status === 'not_yet' ? { ...item, notice: NOT_BUILT } : item
}
