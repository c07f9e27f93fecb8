import { afterAll, beforeAll, expect } from 'bun:test'
import { OPERATION_NAMES } from '../../../app/contract/operations/mod.ts'
import { verifies } from '../../requirements/verifies.ts'
import { type BusinessCaller, createBusinessCaller } from '../../support/business_calls.ts'
import { obtainToken } from '../../support/login.ts'
import { type Running, startRunning } from '../../support/running.ts'

const READ = 'mcp:business:read'
const WRITE = 'mcp:business:write'

/** A limit of calls per minute would stop this file long before its last test. */
const UNLIMITED = '127.0.0.0/8=1000000,::1/128=1000000'

let running: Running
let caller: BusinessCaller
let reader = ''
let writer = ''

beforeAll(async () => {
  running = await startRunning({ env: { DEV_SIGN_IN: '1', RATE_LIMIT_OVERRIDES: UNLIMITED } })
  caller = createBusinessCaller(running.url)
  reader = (await obtainToken(running.url, { scope: READ })).access
  writer = (await obtainToken(running.url, { scope: `${READ} ${WRITE}` })).access
})
afterAll(async () => {
  await running.stop()
})

verifies(
  ['interface.mcp_business', 'auth.business_tools', 'rule.two_mcp_surfaces'],
  'one list has the public tools, then the private ones, each with its scope',
  async () => {
    const tools = await caller.tools()
    expect(
      tools.slice(0, OPERATION_NAMES.length).filter(({ _meta }) => _meta !== undefined),
    ).toEqual([])
    const scopes = tools.slice(OPERATION_NAMES.length).map(({ _meta }) => _meta?.['lectern/scope'])
    expect(new Set(scopes)).toEqual(new Set([READ, WRITE]))
    for (const { description, inputSchema, annotations, _meta } of tools.slice(
      OPERATION_NAMES.length,
    )) {
      expect(description).toContain(`scope ${_meta?.['lectern/scope']}`)
      expect(inputSchema.additionalProperties).toBe(false)
      expect(Object.keys(inputSchema)).toContain('required')
      expect(annotations.readOnlyHint).toBe(_meta?.['lectern/scope'] === READ)
    }
  },
)

verifies('auth.no_selectors', 'no argument of a private tool selects whose records', async () => {
  const selects = /workspace|tenant|organi[sz]ation|account|business/i
  for (const { inputSchema } of (await caller.tools()).slice(OPERATION_NAMES.length)) {
    const names = [...JSON.stringify(inputSchema).matchAll(/"([A-Za-z_]+)":\{/g)].map(([, n]) => n)
    expect(names.filter((name) => selects.test(name ?? ''))).toEqual([])
  }
})

verifies(
  ['rule.private_needs_scope', 'auth.refused_without_scope', 'auth.checked_at_call'],
  'threat 39: 401 without a token, 403 without the scope, each with its challenge',
  async () => {
    const metadata = `${running.url}/.well-known/oauth-protected-resource/mcp`
    const anonymous = await caller.call('get_business_profile', {})
    expect([anonymous.status, anonymous.error?.code]).toEqual([401, -31401])
    expect(anonymous.challenge).toBe(`Bearer scope="${READ}", resource_metadata="${metadata}"`)
    const foreign = await caller.call('get_business_profile', {}, 'some-integration-key')
    expect(foreign.status).toBe(401)
    expect(foreign.challenge).toContain('error="invalid_token"')
    const narrow = await caller.call('add_memory_note', { topic: 'other', text: 'x' }, reader)
    expect([narrow.status, narrow.error?.code]).toEqual([403, -31403])
    expect(narrow.challenge).toContain('error="insufficient_scope"')
    expect(narrow.challenge).toContain(`scope="${READ} ${WRITE}"`)
    expect(narrow.challenge).toContain(metadata)
  },
)

verifies(
  'auth.refused_without_scope',
  'the token is checked before the arguments: nobody else learns what is wrong with them',
  async () => {
    const answer = await caller.call('get_job', { business_id: 'x', nonsense: true })
    expect(answer.status).toBe(401)
    expect(JSON.stringify(answer.error)).not.toContain('nonsense')
  },
)

verifies(
  ['rule.public_stays_public', 'auth.public_tools'],
  'threat 39: a public tool answers the same whatever token is attached',
  async () => {
    const args = { query: 'install' }
    const plain = await caller.call('search_public_docs', args)
    for (const token of ['garbage', reader, writer, 'a b', '']) {
      const answer = await caller.call('search_public_docs', args, token)
      expect([answer.status, answer.result]).toEqual([200, plain.result])
    }
    const lists = await Promise.all([caller.tools(), caller.tools('garbage'), caller.tools(writer)])
    expect(lists[1]).toEqual(lists[0] ?? [])
    expect(lists[2]).toEqual(lists[0] ?? [])
  },
)

verifies(
  'rule.private_needs_scope',
  'threat 39: a header that names a public tool opens no private one',
  async () => {
    const answer = await caller.modern('get_business_profile', {}, 'search_public_docs')
    expect([answer.status, answer.error?.code]).toEqual([400, -32020])
  },
)

verifies(
  ['authority.business_read', 'auth.derived_from_grant'],
  'a read gives records as data, both structured and as text',
  async () => {
    const { status, result } = await caller.call('get_business_profile', {}, reader)
    expect([status, result?.isError]).toEqual([200, undefined])
    expect(result?.structuredContent?.records).toMatchObject([{ type: 'business_profile' }])
    expect(JSON.parse(result?.content[0]?.text ?? '')).toEqual(result?.structuredContent)
    expect(JSON.stringify(result)).not.toContain('workspace_id')
  },
)

verifies(
  ['authority.business_write', 'rule.writes_through_services', 'business.idempotency_key'],
  'a write with a key is applied once, and a repetition gets the same answer',
  async () => {
    const args = { topic: 'routine', text: 'The oven is serviced each March.' }
    const meta = { 'lectern/idempotencyKey': 'note-1' }
    const first = await caller.call('add_memory_note', args, writer, meta)
    const again = await caller.call('add_memory_note', args, writer, meta)
    expect(first.result?.structuredContent?.status).toBe('applied')
    expect(again.result).toEqual(first.result)
    const other = { topic: 'routine', text: 'Another note under the same key.' }
    const conflict = await caller.call('add_memory_note', other, writer, meta)
    expect(conflict.result?.isError).toBe(true)
    const odd = await caller.call('add_memory_note', args, writer, {
      'lectern/idempotencyKey': 'no spaces',
    })
    expect(odd.result?.content[0]?.text).toContain('lectern/idempotencyKey')
    const found = await caller.call('search_records', { query: 'oven serviced March' }, reader)
    expect(found.result?.structuredContent?.records).toHaveLength(1)
  },
)

verifies(
  ['mcp.null_arguments', 'business.idempotency_key'],
  'null for the key of a write, for all of _meta or for an optional argument is absence',
  async () => {
    const args = { topic: 'routine', text: 'The till is counted twice.' }
    const ids = new Set<string | undefined>()
    for (const meta of [{ 'lectern/idempotencyKey': null }, { 'lectern/idempotencyKey': null }]) {
      const { result } = await caller.call('add_memory_note', args, writer, meta)
      expect(result?.structuredContent?.status).toBe('applied')
      ids.add(result?.structuredContent?.records?.[0]?.id)
    }
    // Under a key, the second would have been the first again.
    expect(ids.size).toBe(2)
    const nulls = { status: null, customer_id: null, limit: null }
    const listed = await caller.call('list_jobs', nulls, reader)
    expect(listed.result).toEqual((await caller.call('list_jobs', {}, reader)).result)
    const due = { customer_id: 'cust_ivy', title: 'Call', due: '2026-12-01', note: null }
    const made = await caller.call('create_follow_up', due, writer)
    const [record] = made.result?.structuredContent?.records ?? []
    expect(Object.keys(record?.fields ?? {})).not.toContain('note')
  },
)

verifies(
  ['business.held', 'auth.refused_without_scope'],
  'threat 39: a held call stays held, whoever repeats it',
  async () => {
    const jobs = await caller.call('list_jobs', { status: 'confirmed' }, reader)
    const id = jobs.result?.structuredContent?.records?.[0]?.id
    const args = { id, cancel_reason: 'The customer asked for it.' }
    const first = await caller.call('cancel_job', args, writer)
    expect(first.result?.structuredContent?.status).toBe('held')
    expect(first.result?.structuredContent?.approval_id).toMatch(/^appr_[0-9A-Za-z]{22}$/)
    const again = await caller.call('cancel_job', args, writer)
    expect(again.result).toEqual(first.result)
    const other = (await obtainToken(running.url, { clientName: 'Another' })).access
    const elsewhere = await caller.call('cancel_job', args, other)
    expect(elsewhere.result).toEqual(first.result)
    const job = await caller.call('get_job', { id }, reader)
    expect(job.result?.structuredContent?.records?.[0]?.fields?.status).toBe('confirmed')
  },
)

verifies(
  'auth.integration_key_refused',
  'threat 4: a token in the address is not a token',
  async () => {
    const answer = await fetch(`${running.url}/mcp?access_token=${reader}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_business_profile', arguments: { access_token: reader } },
      }),
    })
    expect(answer.status).toBe(401)
    expect(JSON.stringify(running.log())).not.toContain(reader)
  },
)
