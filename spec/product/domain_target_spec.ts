import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { DOMAIN_WIRE } from '../../app/contract/domain_wire.ts'
import { verifies } from '../requirements/verifies.ts'
import { connect, ISSUER, type Product, startProduct } from './running_product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

const HERE = { userId: 'ada', workspaceId: 'ws_quillfeather', businessId: 'biz_bakery' }
const UPDATE = { operation: 'record.update', args: { type: 'job', id: 'job_wedding_cake' } }
const RECORD = { target: 'record', business_id: 'biz_bakery', name: 'Rolls' }

/** What the service makes of one answer, why it was rejected, and how often it asked. */
async function probe(answering: (body: unknown) => Response | Promise<Response>, asks = 1) {
  const bodies: unknown[] = []
  await using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      bodies.push([new URL(request.url).pathname, await request.json()])
      return await answering(bodies)
    },
  })
  const time = { now: Date.now() }
  const { domain, reasons } = connect(server.url.origin, { clock: () => time.now })
  const targets: unknown[] = []
  for (let ask = 0; ask < asks; ask += 1) {
    targets.push(await domain.target?.(HERE, UPDATE))
    time.now += 40_000
  }
  return { targets, reasons, bodies }
}

test('target() names a record of the business, and finds no other', async () => {
  const { domain } = connect(product.url)
  const find = (operation: string, args: object, who = HERE) =>
    domain.target?.(who, { operation, args: { type: 'job', ...args } })
  const cake = { id: 'job_wedding_cake' }
  expect(await find('record.update', cake)).toEqual({
    name: 'Wedding cake, three tiers, lemon and elderflower',
  })
  for (const id of ['job_priya_wheel', 'job_none']) {
    expect([id, await find('record.update', { id })]).toEqual([id, 'absent'])
  }
  const call = { type: 'follow_up', title: 'Call' }
  expect(await find('record.create', { ...call, customer_id: 'cust_none' })).toBe('absent')
  expect(await find('record.create', { ...call, customer_id: 'cust_ivy' })).toEqual({
    name: 'Ivy Lantern',
  })
  expect(await find('record.archive', cake)).toBe('unknown')
  expect(await find('record.update', cake, { ...HERE, userId: 'ben' })).toBe('unknown')
  expect(await find('record.update', cake, { ...HERE, userId: 'nobody' })).toBe('unknown')
  product.workspace.archive('biz_bakery')
  expect(await find('record.update', cake)).toBe('unknown')
  product.workspace.open('biz_bakery')
})

verifies(
  'domain.http_questions',
  'what is asked about a target holds the business of the grant and the arguments alone',
  async () => {
    const { targets, bodies } = await probe(() => Response.json(RECORD))
    expect(targets).toEqual([{ name: 'Rolls' }])
    const asked = {
      user: { id: 'ada', issuer: ISSUER, subject: 'ada' },
      workspace_id: 'ws_quillfeather',
      business_id: 'biz_bakery',
      ...UPDATE,
    }
    expect(bodies).toEqual([['/target', asked]])
    expect(Value.Check(DOMAIN_WIRE.target.asked, asked)).toBe(true)
  },
)

verifies('domain.http_target', 'only the word of the product makes a record absent', async () => {
  const json = (value: unknown) => () => Response.json(value)
  const rows: readonly (readonly [() => Response | Promise<Response>, string])[] = [
    [json([]), 'schema'],
    [json({ target: 'absent', business_id: 'biz_bakery' }), 'schema'],
    [json({ ...RECORD, name: 'One\nTwo' }), 'schema'],
    [json({ ...RECORD, business_id: 'biz_cycles' }), 'foreign_record'],
    [() => new Promise<Response>(() => {}), 'deadline'],
    ...[400, 401, 403, 409, 413, 429, 500, 502, 503].map(
      (status) => [() => new Response(null, { status }), `status_${status}`] as const,
    ),
  ]
  for (const [answering, reason] of rows) {
    const { targets, reasons } = await probe(answering)
    expect([reason, targets, reasons]).toEqual([reason, ['unknown'], [reason]])
  }
  const away = connect('http://127.0.0.1:9')
  expect(await away.domain.target?.(HERE, UPDATE)).toBe('unknown')
  expect((await probe(json({ target: 'absent' }))).targets).toEqual(['absent'])
})

verifies(
  'domain.http_target',
  'a product that does not know the question is asked once a minute, and no outage is logged',
  async () => {
    for (const status of [404, 405, 501]) {
      const older = await probe(() => new Response(null, { status }), 3)
      expect([status, older.targets, older.reasons]).toEqual([status, Array(3).fill('unknown'), []])
      expect(older.bodies).toHaveLength(2)
    }
  },
)
