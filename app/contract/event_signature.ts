import { hmac } from '@oslojs/crypto/hmac'
import { SHA256 } from '@oslojs/crypto/sha2'
import { decodeBase64, encodeBase64 } from '@oslojs/encoding'
import type { EventsEntry } from './registry.ts'

type Signature = EventsEntry['signature']

/** One attempt of a delivery: the id, timestamp and body that its signature covers. */
export type Delivery = {
  readonly id: string
  /** Seconds since 1970 of the attempt. */
  readonly timestamp: number
  readonly body: string
}

/** How Standard Webhooks signs; the registry of a deployment may choose another way. */
const STANDARD = { signed_content: '{id}.{timestamp}.{body}', value_format: 'v1,{signature}' }

/** The headers by which every library of Standard Webhooks finds a signature. */
export const STANDARD_HEADERS = {
  header: 'webhook-signature',
  id_header: 'webhook-id',
  timestamp_header: 'webhook-timestamp',
} as const

/** The value of the signature header: an HMAC over id, instant and body (contract 6, rule 3). */
export function signDelivery(
  delivery: Delivery,
  secret: string,
  rule: Pick<Signature, 'signed_content' | 'value_format' | 'secret_prefix'>,
): string {
  const key = decodeBase64(secret.slice(rule.secret_prefix.length))
  const signed = fillTemplate(rule.signed_content, {
    id: delivery.id,
    timestamp: String(delivery.timestamp),
    body: delivery.body,
  })
  const signature = encodeBase64(hmac(SHA256, key, new TextEncoder().encode(signed)))
  return fillTemplate(rule.value_format, { signature })
}

/**
 * The headers of an attempt: those of the registry, and those of Standard Webhooks beside them, for
 * receivers that use one of its libraries. Each secret signs: a receiver may know either of two.
 */
export function signHeaders(
  delivery: Delivery,
  secrets: readonly string[],
  rule: Signature,
): Readonly<Record<string, string>> {
  const sign = (form: Pick<Signature, 'signed_content' | 'value_format'>) =>
    secrets.map((secret) => signDelivery(delivery, secret, { ...rule, ...form })).join(' ')
  const { id, timestamp } = delivery
  return {
    [rule.id_header]: id,
    [rule.timestamp_header]: String(timestamp),
    [rule.header]: sign(rule),
    [STANDARD_HEADERS.id_header]: id,
    [STANDARD_HEADERS.timestamp_header]: String(timestamp),
    [STANDARD_HEADERS.header]: sign(STANDARD),
  }
}

const KEY_BYTES_MIN = 24
const KEY_BYTES_MAX = 64

/** What is wrong with a secret, in words that do not quote it; undefined if it can be used. */
export function findSecretFault(secret: string, prefix: string): string | undefined {
  if (!secret.startsWith(prefix)) return `it does not begin with ${prefix}`
  const bounds = `${KEY_BYTES_MIN} to ${KEY_BYTES_MAX} bytes`
  try {
    const { length } = decodeBase64(secret.slice(prefix.length))
    const isLong = length >= KEY_BYTES_MIN && length <= KEY_BYTES_MAX
    return isLong ? undefined : `it has ${length} bytes, and not ${bounds}`
  } catch {
    return `what follows ${prefix} is not base64 of ${bounds}`
  }
}

// In one pass: a placeholder inside the body stays as it is.
function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark)
}
