import { createHash } from 'node:crypto'
import type { EventsEntry } from '../../../contract/registry.ts'

type Signature = EventsEntry['signature']

/**
 * The secret of the test vector: 32 bytes derived from the name of the service. It is public, and
 * no deployment signs with it.
 */
export function makeTestSecret(serviceName: string, { secret_prefix: prefix }: Signature): string {
  const bytes = createHash('sha256').update(`${serviceName}: test vector, not a secret`).digest()
  return prefix + bytes.toString('base64')
}

/** A pattern for the value of the header; several values are separated by spaces. */
export function makeSignaturePattern({ value_format: format }: Signature): string {
  const [before = '', after = ''] = format.split('{signature}').map(escapePattern)
  // 32 bytes are 43 characters of base64 and one of padding (RFC 4648, section 4).
  const value = `${before}[A-Za-z0-9+/]{43}=${after}`
  return `^${value}( ${value})*$`
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
