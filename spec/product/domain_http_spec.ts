import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { Value } from '@sinclair/typebox/value'
import {
  DOMAIN_HEADERS,
  DOMAIN_NOTHING_DONE,
  DOMAIN_PATHS,
  DOMAIN_WIRE,
} from '../../app/contract/domain_wire.ts'
import { StoreUnavailable } from '../../app/foundation/store/port.ts'
import { verifies } from '../requirements/verifies.ts'
import {
  callOf,
  connect,
  ISSUER,
  NEXT_SECRET,
  type Product,
  READER,
  SECRET,
  startProduct,
  WRITER,
} from './running_product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

const HERE = { userId: 'ada', workspaceId: 'ws_quillfeather', businessId: 'biz_bakery' }

test('describe() returns what the product offers', async () => {
  const { operations, recordTypes } = await connect(product.url).domain.describe()
  expect(operations).toContain('record.search')
  expect(recordTypes).toContain('follow_up')
})

test('businessesOf() returns the businesses of a user, and no others', async () => {
  const { domain } = connect(product.url)
  expect(await domain.businessesOf('ben')).toEqual([
    {
      workspaceId: 'ws_mossgate',
      workspaceName: 'Mossgate Trades (example)',
      businessId: 'biz_heating',
      businessName: 'Mossgate Heating',
    },
  ])
  expect(await domain.businessesOf('zoe')).toEqual([])
  expect(await domain.businessesOf('nobody')).toEqual([])
})

test('standing() and mayDecide() ask the product each time', async () => {
  const { domain } = connect(product.url)
  expect(await domain.standing(HERE)).toBe('active')
  expect(await domain.standing({ ...HERE, userId: 'ben' })).toBe('inactive')
  expect(await domain.standing({ ...HERE, userId: 'nobody' })).toBe('inactive')
  expect(await domain.mayDecide?.(HERE)).toBe(true)
  expect(await domain.mayDecide?.({ ...HERE, userId: 'cleo' })).toBe(false)
  product.workspace.archive('biz_bakery')
  expect(await domain.standing(HERE)).toBe('inactive')
  expect(await domain.mayDecide?.(HERE)).toBe(false)
  const read = await domain.call(READER, callOf('record.list', { type: 'job' }))
  expect(read).toEqual({ outcome: 'inactive' })
  product.workspace.open('biz_bakery')
  expect(await domain.standing(HERE)).toBe('active')
})

test('call() reads records of the one business', async () => {
  const { domain } = connect(product.url)
  const listed = await domain.call(READER, callOf('record.list', { type: 'job', limit: 2 }))
  expect(listed).toMatchObject({ outcome: 'records', more: true })
  const one = { type: 'job', id: 'job_wedding_cake' }
  expect(await domain.call(READER, callOf('record.get', one))).toMatchObject({
    outcome: 'records',
    records: [{ ...one, businessId: 'biz_bakery' }],
    more: false,
  })
  const found = await domain.call(READER, callOf('record.search', { query: 'ivy lantern' }))
  expect(found).toMatchObject({ records: [{ type: 'customer', id: 'cust_ivy' }] })
})

test('call() passes on each outcome of the product', async () => {
  const { domain } = connect(product.url)
  const update = (args: object, more = {}) =>
    domain.call(WRITER, callOf('record.update', { type: 'job', ...args }, more))
  const cancel = { id: 'job_school_rolls', status: 'cancelled', cancel_reason: 'No school' }
  expect(await update({ id: 'job_priya_wheel', status: 'done' })).toEqual({ outcome: 'not_found' })
  expect(await update({ id: 'job_school_rolls', price: 1 })).toMatchObject({
    outcome: 'invalid',
    field: 'price',
  })
  expect(await update(cancel)).toMatchObject({ outcome: 'held' })
  expect(await update(cancel, { approvalId: 'appr_1' })).toMatchObject({
    outcome: 'applied',
    result: { id: 'job_school_rolls' },
    records: [{ fields: { status: 'cancelled' } }],
  })
  expect(await update(cancel, { approvalId: 'appr_1' })).toMatchObject({ outcome: 'conflict' })
  const denied = await domain.call(READER, callOf('record.update', { type: 'job', ...cancel }))
  expect(denied).toEqual({ outcome: 'denied' })
})

test('call() applies a write once for its key', async () => {
  const { domain } = connect(product.url)
  const note = { type: 'memory_note', topic: 'other', text: 'Ask for the blue tins' }
  const add = (args: object) =>
    domain.call(WRITER, callOf('record.create', { ...note, ...args }, { idempotencyKey: 'k-1' }))
  const first = await add({})
  expect(first.outcome).toBe('applied')
  expect(await add({})).toEqual(first)
  expect(await add({ text: 'Another' })).toMatchObject({ outcome: 'conflict' })
})

verifies(
  'domain.http_questions',
  'what is sent holds the grant and the arguments, is signed, and goes to one path',
  async () => {
    const seen: { path: string; headers: Headers; body: string }[] = []
    await using server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: async (request) => {
        const { pathname: path } = new URL(request.url)
        seen.push({ path, headers: request.headers, body: await request.text() })
        return Response.json({ outcome: 'denied' })
      },
    })
    const { domain } = connect(`${server.url.origin}/base/`, {
      clock: () => 1_700_000_000_999,
      randomId: () => 'request-id-0123456789',
    })
    const args = { id: '../../admin?x=1#y', url: 'http://169.254.169.254/' }
    const more = { records: ['job'], idempotencyKey: 'k', deadline: 1_700_000_009_000 }
    await domain.call(WRITER, callOf('record.get', args, more))
    const [request] = seen
    expect(request?.path).toBe('/base/call')
    const body: unknown = JSON.parse(request?.body ?? '')
    expect(Value.Check(DOMAIN_WIRE.call.asked, body)).toBe(true)
    expect(body).toEqual({
      operation: 'record.get',
      kind: 'read',
      context: {
        request_id: 'req_1',
        grant_id: 'grant_1',
        client_id: 'client_1',
        user: { id: 'ada', issuer: ISSUER, subject: 'ada' },
        workspace_id: 'ws_quillfeather',
        business_id: 'biz_bakery',
        scopes: ['mcp:business:read', 'mcp:business:write'],
      },
      args,
      record_types: ['job'],
      idempotency_key: 'k',
      deadline: 1_700_000_009_000,
    })
    const digest = new Bun.CryptoHasher('sha256').update(request?.body ?? '').digest('hex')
    const text = `v1\nPOST\n/base/call\n1700000000\nrequest-id-0123456789\n${digest}`
    const signature = createHmac('sha256', SECRET).update(text).digest('hex')
    expect(request?.headers.get('lectern-signature')).toBe(`v1=${signature}`)
    // The adapter is not even given the token of the MCP client (MCP: token passthrough).
    expect(request?.headers.get('authorization')).toBeNull()
    expect(request?.headers.get('cookie')).toBeNull()
  },
)

verifies('domain.http_rotation', 'keys are rotated without downtime', async () => {
  const read = async (secrets: readonly string[], secret: string) => {
    const other = await startProduct({ secrets })
    try {
      const { domain, reasons } = connect(other.url, { secret })
      const { outcome } = await domain.call(WRITER, callOf('record.list', { type: 'job' }))
      return [outcome, ...reasons]
    } finally {
      await other.stop()
    }
  }
  const both = `${NEXT_SECRET},${SECRET}`
  expect(await read([SECRET], both)).toEqual(['records'])
  expect(await read([NEXT_SECRET, SECRET], both)).toEqual(['records'])
  expect(await read([NEXT_SECRET], both)).toEqual(['records'])
  expect(await read([NEXT_SECRET, SECRET], SECRET)).toEqual(['records'])
  expect(await read([NEXT_SECRET], SECRET)).toEqual(['unavailable', 'status_401'])
})

test('a clock that is far off and a request id that comes twice are refused', async () => {
  const call = callOf('record.list', { type: 'job' }, { deadline: Date.now() + 3_600_000 })
  const ahead = connect(product.url, { clock: () => Date.now() + 310_000 })
  expect(await ahead.domain.call(WRITER, call)).toEqual({ outcome: 'unavailable' })
  const behind = connect(product.url, { clock: () => Date.now() - 310_000 })
  expect(await behind.domain.call(WRITER, call)).toEqual({ outcome: 'unavailable' })
  const nearly = connect(product.url, { clock: () => Date.now() - 290_000 })
  expect(await nearly.domain.call(WRITER, call)).toMatchObject({ outcome: 'records' })
  // The first request may have been applied.
  const again = connect(product.url, { randomId: () => 'the-same-request-id-twice' })
  const note = { type: 'memory_note', topic: 'other', text: 'Sent twice' }
  const write = callOf('record.create', note)
  expect(await again.domain.call(WRITER, write)).toMatchObject({ outcome: 'applied' })
  expect(await again.domain.call(WRITER, write)).toEqual({ outcome: 'unknown' })
  expect(again.reasons).toEqual(['status_409'])
})

test('the examples of the page match the schemas, and its tables are complete', async () => {
  const page = await Bun.file(
    `${import.meta.dir}/../../corpus/pages/run/connect-your-product.md`,
  ).text()
  const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) =>
    JSON.parse(json),
  )
  expect(examples.length).toBe(2)
  expect(Value.Check(DOMAIN_WIRE.call.asked, examples[0])).toBe(true)
  expect(Value.Check(DOMAIN_WIRE.call.answered, examples[1])).toBe(true)
  const rows = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)
  const outcomes = DOMAIN_WIRE.call.answered.anyOf.map(({ properties }) => properties.outcome.const)
  expect(rows).toEqual([
    ...Object.values(DOMAIN_PATHS),
    ...outcomes,
    ...Object.values(DOMAIN_HEADERS),
  ])
  const statuses = /^([0-9, ]+) and (\d+) say that nothing was done/m.exec(page)
  const named = [...`${statuses?.[1]},${statuses?.[2]}`.matchAll(/\d+/g)].map(Number)
  expect(new Set(named)).toEqual(new Set(DOMAIN_NOTHING_DONE))
})

test('nothing is sent after the deadline, or to an unreachable product', async () => {
  const { domain, reasons } = connect('http://127.0.0.1:9')
  expect(await domain.call(WRITER, callOf('record.list', {}))).toEqual({ outcome: 'unavailable' })
  const late = callOf('record.list', {}, { deadline: Date.now() - 1 })
  expect(await domain.call(WRITER, late)).toEqual({ outcome: 'unavailable' })
  expect(reasons).toEqual(['not_reached', 'deadline'])
  expect(await domain.standing(HERE)).toBe('unavailable')
  await expect(domain.describe()).rejects.toThrow(StoreUnavailable)
  await expect(domain.businessesOf('ada')).rejects.toThrow(StoreUnavailable)
})
