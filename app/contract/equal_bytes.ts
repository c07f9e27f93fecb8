import { constantTimeEqual } from '@oslojs/crypto/subtle'

/** Compares bytes, or texts as UTF-8; the time it takes does not reveal where they differ. */
export function areBytesEqual(one: string | Uint8Array, other: string | Uint8Array): boolean {
  return constantTimeEqual(bytesOf(one), bytesOf(other))
}

function bytesOf(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? new TextEncoder().encode(value) : value
}
