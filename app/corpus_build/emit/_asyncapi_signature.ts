import { createHash, createHmac } from 'node:crypto'
import type { EventsEntry } from '../../contract/registry.ts'

type Signature = EventsEntry['signature']

/** One delivery: the id, timestamp and body that a signature covers. */
export type Delivery = {
  readonly id: string
  /** Seconds since 1970 of the attempt. */
  readonly timestamp: number
  readonly body: string
}

/**
 * The secret of the test vector: 32 bytes derived from the name of the service. It is public, and
 * no deployment signs with it.
 */
export function makeTestSecret(serviceName: string, { secret_prefix: prefix }: Signature): string {
  const bytes = createHash('sha256').update(`${serviceName}: test vector, not a secret`).digest()
  return prefix + bytes.toString('base64')
}

/** The value of the signature header: an HMAC over id, instant and body (contract 6, rule 3). */
export function signDelivery(
  delivery: Delivery,
  secret: string,
  { signed_content: content, value_format: format, secret_prefix: prefix }: Signature,
): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signed = fillTemplate(content, {
    id: delivery.id,
    timestamp: String(delivery.timestamp),
    body: delivery.body,
  })
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  return fillTemplate(format, { signature })
}

/** A pattern for the value of the header; several values are separated by spaces. */
export function makeSignaturePattern({ value_format: format }: Signature): string {
  const [before = '', after = ''] = format.split('{signature}').map(escapePattern)
  // 32 bytes are 43 characters of base64 and one of padding (RFC 4648, section 4).
  const value = `${before}[A-Za-z0-9+/]{43}=${after}`
  return `^${value}( ${value})*$`
}

// In one pass: a placeholder inside the body stays as it is.
function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark)
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
