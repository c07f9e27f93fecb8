import Ajv from 'ajv'
import addFormats from 'ajv-formats'

// The id under which Ajv keeps the description; it is never fetched.
const DESCRIPTION = 'https://description.invalid/'

type Reference = { readonly $ref: string }
type Message = { readonly name: string; readonly payload: Reference; readonly traits: Reference[] }

/** The members of the description that a receiver reads; no other name is known here. */
export type EventDescription = {
  readonly info: { readonly version: string }
  readonly channels: Readonly<Record<string, { readonly messages: Record<string, Reference> }>>
  readonly operations: Readonly<Record<string, Operation>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly messages: Readonly<Record<string, Message>>
    readonly messageTraits: Readonly<Record<string, { readonly headers: Reference }>>
  }
}

type Operation = {
  readonly action: string
  readonly description: string
  readonly messages: readonly Reference[]
  readonly 'x-delivery': {
    readonly sent: boolean
    readonly success: { readonly statusFrom: number }
  }
  readonly 'x-deduplication': {
    readonly key: string
    readonly header: string
    readonly rememberSeconds: number
  }
  readonly 'x-signature': SignatureRule
}

export type SignatureRule = {
  readonly header: string
  readonly idHeader: string
  readonly timestampHeader: string
  readonly secret: { readonly prefix: string }
  readonly signedContent: string
  readonly value: string
  readonly valueSeparator: string
  readonly toleranceSeconds: number
  readonly testVector: {
    readonly secret: string
    readonly id: string
    readonly timestamp: number
    readonly body: string
    readonly signature: string
    readonly description: string
  }
}

type Receipt = {
  readonly status: number
  readonly why:
    | 'accepted'
    | 'duplicate'
    | 'unknown'
    | 'signature'
    | 'too_old'
    | 'headers'
    | 'payload'
    | 'id'
}

/** The one operation of the description. */
export function operationOf(description: EventDescription): Operation {
  const [operation] = Object.values(description.operations)
  if (operation === undefined) throw new Error('Cannot receive: the description has no operation')
  return operation
}

/** Follows a reference inside the description. */
export function resolveReference(description: EventDescription, { $ref }: Reference): unknown {
  const parts = $ref.split('/').slice(1)
  return parts.reduce<unknown>(
    (value, part) => (value as Readonly<Record<string, unknown>>)[part],
    description,
  )
}

/** Checks values against schemas of the description, by JSON Pointer. */
export function createChecker(
  description: EventDescription,
): (pointer: string, value: unknown) => readonly string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false })
  addFormats(ajv)
  ajv.addSchema(description, DESCRIPTION)
  return (pointer, value) => {
    const check = ajv.compile({ $ref: `${DESCRIPTION}#${pointer}` })
    if (check(value)) return []
    return (check.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  }
}

/**
 * A receiver built from the description alone: it takes every name, number and rule from it, and
 * brings only its own clock and secret.
 */
export function createReceiver(
  description: EventDescription,
  secret: string,
  nowSeconds: () => number,
): { readonly receive: (request: Request) => Promise<Receipt>; readonly accepted: unknown[] } {
  const operation = operationOf(description)
  const { 'x-signature': rule, 'x-deduplication': once, 'x-delivery': delivery } = operation
  const check = createChecker(description)
  const seen = new Set<string>()
  const accepted: unknown[] = []
  const ok = delivery.success.statusFrom
  const receive = async (request: Request): Promise<Receipt> => {
    const headers = readHeaders(description, request)
    const [trait] = Object.values(description.components.messageTraits)
    if (check(trait?.headers.$ref.slice(1) ?? '', headers).length > 0)
      return { status: 400, why: 'headers' }
    const timestamp = headers[rule.timestampHeader] ?? ''
    const id = headers[rule.idHeader] ?? ''
    const age = Math.abs(nowSeconds() - Number(timestamp))
    if (age > rule.toleranceSeconds) return { status: 400, why: 'too_old' }
    const body = await request.text()
    const values = (headers[rule.header] ?? '').split(rule.valueSeparator)
    const signed = fillTemplate(rule.signedContent, { id, timestamp, body })
    if (!(await hasValidSignature(values, signed, secret, rule)))
      return { status: 401, why: 'signature' }
    const payload: unknown = JSON.parse(body)
    const events = Object.values(description.components.messages).map((message) => ({
      ...findParts(description, message),
      fits: check(message.payload.$ref.slice(1), payload).length === 0,
    }))
    const known = events.filter((event) => event.fits).length
    // A valid envelope with an undescribed type is a newer event.
    if (known !== 1) {
      const strange = events.every(
        ({ envelope, field, type }) =>
          check(envelope, payload).length === 0 && resolvePointer(payload, `/${field}`) !== type,
      )
      return strange ? { status: ok, why: 'unknown' } : { status: 400, why: 'payload' }
    }
    const key = String(resolvePointer(payload, once.key.slice('$message.payload#'.length)))
    if (key !== headers[once.header]) return { status: 400, why: 'id' }
    if (seen.has(key)) return { status: ok, why: 'duplicate' }
    seen.add(key)
    accepted.push(payload)
    return { status: ok, why: 'accepted' }
  }
  return { receive, accepted }
}

type Part = {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, { readonly const?: string }>>
}

/** The envelope schema of an event, and the field that names its type. */
function findParts(description: EventDescription, { payload }: Message) {
  const { allOf } = resolveReference(description, payload) as { allOf: readonly Part[] }
  const envelope = allOf.find(({ $ref }) => $ref !== undefined)?.$ref?.slice(1) ?? ''
  const own = allOf.flatMap(({ properties }) => Object.entries(properties ?? {}))
  const [field = '', type] = own.find(([, schema]) => schema.const !== undefined) ?? []
  return { envelope, field, type: type?.const }
}

function readHeaders(description: EventDescription, request: Request): Record<string, string> {
  const [trait] = Object.values(description.components.messageTraits)
  const schema = resolveReference(description, trait?.headers ?? { $ref: '' }) as {
    properties: Record<string, unknown>
  }
  const pairs = Object.keys(schema.properties).flatMap((name) => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return Object.fromEntries(pairs)
}

async function hasValidSignature(
  values: readonly string[],
  signed: string,
  secret: string,
  rule: SignatureRule,
): Promise<boolean> {
  const key = await importKey(secret, rule)
  const [before = '', after = ''] = rule.value.split('{signature}')
  for (const value of values) {
    if (!value.startsWith(before) || !value.endsWith(after)) continue
    const text = value.slice(before.length, value.length - after.length)
    // WebCrypto compares in constant time.
    if (await crypto.subtle.verify('HMAC', key, decodeBase64(text), encodeUtf8(signed))) return true
  }
  return false
}

/** The key behind a secret: what follows its prefix, as base64. */
export async function importKey(secret: string, rule: SignatureRule): Promise<CryptoKey> {
  const raw = decodeBase64(secret.slice(rule.secret.prefix.length))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return await crypto.subtle.importKey('raw', raw, algorithm, false, ['sign', 'verify'])
}

export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark)
}

function resolvePointer(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, part) => (inner as Record<string, unknown>)[part], value)
}

export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
