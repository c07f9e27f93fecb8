import { constantTimeEqual } from '@oslojs/crypto/subtle'

/** Compares secrets; the time it takes does not depend on where they differ. */
export function isSameSecret(left: string | Uint8Array, right: string | Uint8Array): boolean {
  return constantTimeEqual(bytesOf(left), bytesOf(right))
}

function bytesOf(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? new TextEncoder().encode(value) : value
}
