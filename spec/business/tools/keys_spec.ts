import { expect } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import { createBusinessFixture, DAY_MS, listIds, messageOf, REGISTRY } from './business_fixture.ts'

const NOTE = { topic: 'routine', text: 'The flour comes on Mondays.' }
const FOLLOW_UP = { customer_id: 'cust_teapot', title: 'Call back', due: '2026-12-01' }
const CANCEL = { id: 'job_wedding_cake', cancel_reason: 'The wedding is off.' }

forEachStore((_name, open) => {
  verifies(
    'business.idempotency_key',
    'one key in two businesses or for two tools stands for two calls',
    async () => {
      const here = await createBusinessFixture(await open())
      const bakery = await here.writer('ada', 'biz_bakery')
      const cycles = await here.writer('ada', 'biz_cycles')
      const first = await here.write(bakery, 'add_memory_note', NOTE, 'key')
      const other = await here.write(cycles, 'add_memory_note', NOTE, 'key')
      expect([first.answer, other.answer]).toEqual(['applied', 'applied'])
      expect(listIds(other)).not.toEqual(listIds(first))
      const third = await here.write(bakery, 'create_follow_up', FOLLOW_UP, 'key')
      expect(third).toMatchObject({ answer: 'applied' })
    },
  )

  verifies(
    'business.idempotency_key',
    'a key stands for its arguments alone, for a whole day',
    async () => {
      const here = await createBusinessFixture(await open())
      const grant = await here.writer('ada', 'biz_bakery')
      const add = (text: string) => here.write(grant, 'add_memory_note', { ...NOTE, text }, 'key')
      expect(await add('One.')).toMatchObject({ answer: 'applied' })
      expect(messageOf(await add('Two.'))).toContain('use a new one')
      here.time.now += DAY_MS - 1
      expect(messageOf(await add('Two.'))).toContain('use a new one')
      here.time.now += 1
      expect(await add('Two.')).toMatchObject({ answer: 'applied' })
    },
  )

  verifies(
    'auth.derived_from_grant',
    'no argument puts a record into another business, even where the schema is open',
    async () => {
      const tools = REGISTRY.tools.map((tool) => ({ ...tool, input_schema: { type: 'object' } }))
      const registry = { ...REGISTRY, tools }
      const here = await createBusinessFixture(await open(), { registry })
      const grant = await here.writer('ada', 'biz_bakery')
      const readStored = () =>
        here.store.sql.all('SELECT id, fields FROM domain_record ORDER BY type, id')
      const before = await readStored()
      const placed = { ...NOTE, business_id: 'biz_cycles' }
      expect(messageOf(await here.write(grant, 'add_memory_note', placed))).toBeDefined()
      const moved = { id: 'job_wedding_cake', customer_id: 'cust_priya' }
      expect(messageOf(await here.write(grant, 'set_job_status', moved))).toBeDefined()
      expect(await readStored()).toEqual([...before])
    },
  )

  verifies(
    'auth.derived_from_grant',
    'an address shares the memberships of an example user, and of nobody else',
    async () => {
      const here = await createBusinessFixture(await open())
      const { user } = await here.signIn('first', 'mia@mossgate.example')
      const values = [user.userId, 'ws_mossgate', 'biz_heating', 'member']
      await here.change(
        'INSERT INTO membership (user_id, workspace_id, business_id, role) VALUES (?, ?, ?, ?)',
        ...values,
      )
      const { user: twin } = await here.signIn('second', 'mia@mossgate.example')
      expect(await here.domain.businessesOf(user.userId)).toHaveLength(1)
      expect(await here.domain.businessesOf(twin.userId)).toEqual([])
    },
  )

  verifies(
    'rule.business_reach',
    'a domain is not even asked for records of a type without a rule',
    async () => {
      const records = REGISTRY.records.map((entry) =>
        entry.type === 'job_message' ? { ...entry, reach: { rule: 'none' as const } } : entry,
      )
      const asked: (readonly string[])[] = []
      const here = await createBusinessFixture(await open(), {
        registry: { ...REGISTRY, records },
        domain: (embedded) => ({
          ...embedded,
          call: async (context, call) => {
            asked.push(call.records)
            return await embedded.call(context, call)
          },
        }),
      })
      const reader = await here.reader('ada', 'biz_bakery')
      await here.read(reader, 'search_records', { query: 'cake' })
      expect(asked).toHaveLength(1)
      expect(asked[0]).toContain('job')
      expect(asked[0]).not.toContain('job_message')
    },
  )

  verifies(
    'rule.private_needs_scope',
    'a grant that may only read holds no call either',
    async () => {
      const here = await createBusinessFixture(await open())
      const reader = await here.reader('ada', 'biz_bakery')
      // The types refuse this call; whoever has none is refused all the same.
      const answer = await here.write(reader as never, 'cancel_job', CANCEL, 'key')
      expect(messageOf(answer)).toContain('is not available to this connection')
      expect(await here.store.sql.all('SELECT id FROM held_approval')).toEqual([])
    },
  )
})
