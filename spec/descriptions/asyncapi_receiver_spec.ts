import { afterAll, beforeAll, expect } from 'bun:test'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { COUNTS } from '../../app/contract/registry_words.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { newFolder, removeFolders, textOf } from '../support/building.ts'
import { placeOurBuild } from '../support/kept_builds.ts'
import {
  createReceiver,
  type EventDescription,
  encodeUtf8,
  fillTemplate,
  importKey,
  operationOf,
  type SignatureRule,
} from './asyncapi_receiver.ts'

let description: EventDescription
let rule: SignatureRule

beforeAll(async () => {
  const distDir = join(await newFolder(), 'dist')
  await placeOurBuild(distDir)
  const text = await textOf(distDir, 'developers/asyncapi.yaml')
  description = Bun.YAML.parse(text) as EventDescription
  rule = operationOf(description)['x-signature']
})

afterAll(removeFolders)

type Change = { readonly body?: string; readonly headers?: Readonly<Record<string, string>> }

/** The delivery of the test vector, with changes. */
function makeDelivery({ body, headers }: Change = {}): Request {
  const { testVector: vector } = rule
  return new Request('https://receiver.example/hook', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [rule.idHeader]: vector.id,
      [rule.timestampHeader]: String(vector.timestamp),
      [rule.header]: vector.signature,
      ...headers,
    },
    body: body ?? vector.body,
  })
}

function createVectorReceiver(offsetSeconds = 0, secret = rule.testVector.secret) {
  return createReceiver(description, secret, () => rule.testVector.timestamp + offsetSeconds)
}

function fillSignedContent(): string {
  const { id, timestamp, body } = rule.testVector
  return fillTemplate(rule.signedContent, { id, timestamp: String(timestamp), body })
}

verifies(
  ['events.signature', 'asyncapi.receiver'],
  'the test vector matches WebCrypto',
  async () => {
    const key = await importKey(rule.testVector.secret, rule)
    const mac = await crypto.subtle.sign('HMAC', key, encodeUtf8(fillSignedContent()))
    const signature = Buffer.from(mac).toString('base64')
    expect(fillTemplate(rule.value, { signature })).toBe(rule.testVector.signature)
  },
)

verifies(['events.signature', 'asyncapi.receiver'], 'the test vector matches node:crypto', () => {
  const { secret, signature } = rule.testVector
  const key = Buffer.from(secret.slice(rule.secret.prefix.length), 'base64')
  const mac = createHmac('sha256', key).update(fillSignedContent()).digest('base64')
  expect(fillTemplate(rule.value, { signature: mac })).toBe(signature)
  expect(key.length).toBeGreaterThanOrEqual(24)
})

verifies('asyncapi.receiver', 'a receiver accepts the test vector', async () => {
  const { receive, accepted } = createVectorReceiver()
  expect(await receive(makeDelivery())).toEqual({ status: 200, why: 'accepted' })
  expect(accepted).toEqual([JSON.parse(rule.testVector.body)])
  expect(rule.testVector.description).toContain('set to the timestamp of the vector')
})

verifiesLong(
  'asyncapi.receiver',
  'a receiver accepts the example of every event type',
  async () => {
    const { receive, accepted } = createVectorReceiver()
    type Example = { headers: Record<string, string>; payload: object }
    for (const message of Object.values(description.components.messages)) {
      const { examples } = message as unknown as { examples: readonly Example[] }
      expect(examples).toHaveLength(1)
      for (const { headers, payload } of examples) {
        const request = makeDelivery({ headers, body: JSON.stringify(payload) })
        expect(await receive(request)).toEqual({ status: 200, why: 'accepted' })
      }
    }
    expect(accepted).toHaveLength(COUNTS.eventTypes)
  },
)

verifies('asyncapi.receiver', 'a receiver refuses a body with one byte changed', async () => {
  const body = rule.testVector.body.replace('"id"', '"Id"')
  expect(body).not.toBe(rule.testVector.body)
  expect(await createVectorReceiver().receive(makeDelivery({ body }))).toEqual({
    status: 401,
    why: 'signature',
  })
})

verifies('asyncapi.receiver', 'a receiver refuses another id, instant or secret', async () => {
  const { receive } = createVectorReceiver()
  const otherId = { [rule.idHeader]: rule.testVector.id.replace(/.$/, 'Z') }
  expect((await receive(makeDelivery({ headers: otherId }))).why).toBe('signature')
  const later = { [rule.timestampHeader]: String(rule.testVector.timestamp + 1) }
  expect((await receive(makeDelivery({ headers: later }))).why).toBe('signature')
  const other = createVectorReceiver(0, `${rule.secret.prefix}${btoa('x'.repeat(32))}`)
  expect((await other.receive(makeDelivery())).why).toBe('signature')
})

verifies('asyncapi.receiver', 'a receiver refuses an old and a future timestamp', async () => {
  const { toleranceSeconds } = rule
  const why = async (offset: number) =>
    (await createVectorReceiver(offset).receive(makeDelivery())).why
  expect(await why(toleranceSeconds)).toBe('accepted')
  expect(await why(toleranceSeconds + 1)).toBe('too_old')
  expect(await why(-toleranceSeconds)).toBe('accepted')
  expect(await why(-toleranceSeconds - 1)).toBe('too_old')
})

verifies(
  ['events.retry_and_deduplication', 'asyncapi.receiver'],
  'a receiver answers a repeated delivery with success and does nothing else',
  async () => {
    const { receive, accepted } = createVectorReceiver()
    expect((await receive(makeDelivery())).why).toBe('accepted')
    expect(await receive(makeDelivery())).toEqual({ status: 200, why: 'duplicate' })
    expect(accepted).toHaveLength(1)
  },
)

/** The delivery of the test vector with another body, correctly signed. */
function signAgain(body: string): Request {
  const { secret, id, timestamp } = rule.testVector
  const key = Buffer.from(secret.slice(rule.secret.prefix.length), 'base64')
  const content = fillTemplate(rule.signedContent, { id, timestamp: String(timestamp), body })
  const signature = createHmac('sha256', key).update(content).digest('base64')
  return makeDelivery({ body, headers: { [rule.header]: fillTemplate(rule.value, { signature }) } })
}

verifies(
  'asyncapi.receiver',
  'a receiver refuses a signed body of another shape or id',
  async () => {
    const { receive, accepted } = createVectorReceiver()
    const { body, id } = rule.testVector
    const why = async (text: string) => (await receive(signAgain(text))).why
    expect(await why(body.replace('"type":"corpus.published"', '"type":"page.added"'))).toBe(
      'payload',
    )
    expect(await why(body.replace('"type":"corpus.published"', '"kind":"page.seen"'))).toBe(
      'payload',
    )
    expect(await why(body.replace(/,"pages":\d+/, ''))).toBe('payload')
    expect(await why(body.replace(id, id.replace(/.$/, 'Z')))).toBe('id')
    expect(accepted).toEqual([])
    // An extra field is fine: clients ignore what they do not know (contract 7).
    expect(await why(body.replace('"data":{', '"data":{"more":true,'))).toBe('accepted')
  },
)

verifies(
  'asyncapi.receiver',
  'a receiver answers an unknown type with success and does nothing',
  async () => {
    const { receive, accepted } = createVectorReceiver()
    const { body } = rule.testVector
    const unknown = body.replace('"type":"corpus.published"', '"type":"page.seen"')
    expect(await receive(signAgain(unknown))).toEqual({ status: 200, why: 'unknown' })
    expect(accepted).toEqual([])
  },
)

verifies('asyncapi.receiver', 'a receiver accepts one of several signatures', async () => {
  const old = rule.testVector.signature.replace(/[A-Za-z0-9+/]{43}=/, `${'A'.repeat(43)}=`)
  const values = `${old}${rule.valueSeparator}${rule.testVector.signature}`
  const { receive } = createVectorReceiver()
  expect((await receive(makeDelivery({ headers: { [rule.header]: old } }))).why).toBe('signature')
  expect((await receive(makeDelivery({ headers: { [rule.header]: values } }))).why).toBe('accepted')
})

verifies('asyncapi.receiver', 'a receiver refuses a delivery without a signature', async () => {
  const { receive } = createVectorReceiver()
  expect((await receive(makeDelivery({ headers: { [rule.header]: '' } }))).why).toBe('headers')
  expect((await receive(makeDelivery({ headers: { [rule.timestampHeader]: 'soon' } }))).why).toBe(
    'headers',
  )
})
