import { describe, expect, test } from 'bun:test'
import { StoreUnavailable } from '../../../app/foundation/store/port.ts'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import {
  type BusinessFixture,
  createBusinessFixture,
  DAY_MS,
  listIds,
  messageOf,
  replaceTool,
} from './business_fixture.ts'

const FOLLOW_UP = { customer_id: 'cust_ivy', title: 'Ring about the tasting', due: '2026-12-01' }
const NOTE = { topic: 'routine', text: 'The oven is cleaned on Mondays.' }
const notAvailable = (tool: string) =>
  `Cannot call "${tool}": what it asks for is not available to this connection`

forEachStore((_name, open) => {
  describe('writes', () => {
    verifies(
      ['authority.business_write', 'rule.writes_through_services'],
      'write() changes one field of one record of the business and returns it',
      async () => {
        const here = await createBusinessFixture(await open())
        const grant = await here.writer('ada', 'biz_bakery')
        const args = { id: 'job_school_rolls', status: 'confirmed' }
        const answer = await here.write(grant, 'set_job_status', args)
        expect(answer).toMatchObject({
          answer: 'applied',
          result: { id: 'job_school_rolls' },
          records: [{ type: 'job', fields: { status: 'confirmed', customer_id: 'cust_school' } }],
        })
        const reader = await here.reader('ada', 'biz_bakery')
        const read = await here.read(reader, 'get_job', { id: 'job_school_rolls' })
        expect(read).toMatchObject({ records: [{ fields: { status: 'confirmed' } }] })
        expect(await here.lines()).toEqual(['tool_write applied', 'tool_read records'])
      },
    )

    test('write() puts a new record into the business of the grant', async () => {
      const here = await createBusinessFixture(await open())
      const made = await here.write(await here.writer('ada', 'biz_bakery'), 'add_memory_note', NOTE)
      expect(made).toMatchObject({ answer: 'applied', records: [{ fields: NOTE }] })
      const [id] = listIds(made)
      expect(id).toMatch(/^memory_note_[0-9A-Za-z]{22}$/)
      const bakery = await here.read(await here.reader('ada', 'biz_bakery'), 'list_memory')
      const cycles = await here.read(await here.reader('ada', 'biz_cycles'), 'list_memory')
      expect(listIds(bakery)[0]).toBe(id)
      expect(listIds(cycles)).not.toContain(id)
    })

    test('write() answers a foreign and an unknown record alike, and changes neither', async () => {
      const here = await createBusinessFixture(await open())
      const grant = await here.writer('ada', 'biz_cycles')
      const before = await here.store.sql.all('SELECT * FROM domain_record ORDER BY type, id')
      const foreign = [
        ['set_job_status', { id: 'job_wedding_cake', status: 'done' }],
        ['set_job_status', { id: 'job_that_is_not', status: 'done' }],
        ['complete_follow_up', { id: 'follow_ivy_tasting' }],
        ['complete_follow_up', { id: 'follow_that_is_not' }],
      ] as const
      for (const [tool, args] of foreign) {
        expect(messageOf(await here.write(grant, tool, args))).toBe(notAvailable(tool))
      }
      for (const customer_id of ['cust_ivy', 'cust_that_is_not']) {
        const args = { ...FOLLOW_UP, customer_id }
        const answer = await here.write(grant, 'create_follow_up', args, `key-${customer_id}`)
        expect(messageOf(answer)).toBe(notAvailable('create_follow_up'))
      }
      const after = await here.store.sql.all('SELECT * FROM domain_record ORDER BY type, id')
      expect(after).toEqual([...before])
    })

    test('write() never moves a record to another business', async () => {
      const loose = {
        type: 'object',
        properties: { id: { type: 'string' }, customer_id: { type: 'string' }, b: {} },
        additionalProperties: true,
      }
      const registry = replaceTool('set_job_status', { input_schema: loose })
      const here = await createBusinessFixture(await open(), { registry })
      const grant = await here.writer('ada', 'biz_bakery')
      const args = { id: 'job_wedding_cake', customer_id: 'cust_priya' }
      const answer = await here.write(grant, 'set_job_status', args)
      expect(messageOf(answer)).toBe(notAvailable('set_job_status'))
      const notes = replaceTool('add_memory_note', { input_schema: loose })
      const other = await createBusinessFixture(await open(), { registry: notes })
      const writer = await other.writer('ada', 'biz_bakery')
      const moved = await other.write(writer, 'add_memory_note', { business_id: 'biz_cycles' })
      expect(messageOf(moved)).toBe(notAvailable('add_memory_note'))
    })

    test('write() keeps nothing when its audit line cannot be written', async () => {
      const here = await createBusinessFixture(await open(), {
        audit: (audit) => ({
          ...audit,
          append: async () => {
            throw new StoreUnavailable('Cannot write the audit: it is full')
          },
        }),
      })
      const grant = await here.writer('ada', 'biz_bakery')
      const answer = await here.write(grant, 'add_memory_note', NOTE, 'key')
      expect(messageOf(answer)).toContain('temporarily unavailable')
      const text = `%${NOTE.text}%`
      const find = 'SELECT id FROM domain_record WHERE fields LIKE ?'
      expect(await here.store.sql.all(find, text)).toEqual([])
      expect(await here.store.sql.all('SELECT tool FROM idempotency')).toEqual([])
    })

    verifies(
      'auth.checked_at_call',
      'write() refuses once the business is archived or removed or the membership has ended',
      async () => {
        const here = await createBusinessFixture(await open())
        const grant = await here.writer('ada', 'biz_bakery')
        const ask = () => here.write(grant, 'add_memory_note', NOTE, 'key')
        expect(await ask()).toMatchObject({ answer: 'applied' })
        for (const state of ['archived', 'removed']) {
          await here.change("UPDATE business SET state = ? WHERE id = 'biz_bakery'", state)
          // Not even an earlier answer is repeated.
          expect(messageOf(await ask())).toBe(notAvailable('add_memory_note'))
        }
        await here.change("UPDATE business SET state = 'active' WHERE id = 'biz_bakery'")
        expect(await ask()).toMatchObject({ answer: 'applied' })
        await here.change("DELETE FROM membership WHERE business_id = 'biz_bakery'")
        expect(messageOf(await ask())).toBe(notAvailable('add_memory_note'))
      },
    )

    test('concurrent write() calls lose no change', async () => {
      const here = await createBusinessFixture(await open())
      const grant = await here.writer('ada', 'biz_bakery')
      const answers = await Promise.all([
        here.write(grant, 'set_job_status', { id: 'job_marek_stollen', status: 'confirmed' }),
        here.write(grant, 'set_opening_hours', {
          id: 'profile_bakery',
          opening_hours: { monday: '08:00-12:00' },
        }),
        ...Array.from({ length: 10 }, (_, at) =>
          here.write(grant, 'add_memory_note', { ...NOTE, text: `Note ${at}` }),
        ),
      ])
      expect(answers.map(({ answer }) => answer)).toEqual(Array(12).fill('applied'))
      expect(await here.brokenAt()).toBeUndefined()
    })
  })

  describe('idempotency', () => {
    verifies(
      'business.idempotency_key',
      'write() makes fifty concurrent calls under the same key once',
      async () => {
        const here = await createBusinessFixture(await open())
        const grant = await here.writer('ada', 'biz_bakery')
        const answers = await Promise.all(
          Array.from({ length: 50 }, () => here.write(grant, 'add_memory_note', NOTE, 'key')),
        )
        const ids = new Set(answers.flatMap(listIds))
        expect(ids.size).toBe(1)
        expect(answers.filter(({ answer }) => answer === 'applied')).toHaveLength(50)
        expect(await countNotes(here)).toBe(1)
      },
    )

    test('write() refuses a key with other arguments, and releases a refused one', async () => {
      const here = await createBusinessFixture(await open())
      const grant = await here.writer('ada', 'biz_bakery')
      const create = (args: object, key: string) =>
        here.write(grant, 'create_follow_up', { ...FOLLOW_UP, ...args }, key)
      expect(messageOf(await create({ customer_id: 'cust_that_is_not' }, 'a'))).toBeDefined()
      expect(await create({}, 'a')).toMatchObject({ answer: 'applied' })
      expect(messageOf(await create({ title: 'Another' }, 'a'))).toContain('use a new one')
      expect(await create({ title: 'Another' }, 'b')).toMatchObject({ answer: 'applied' })
    })

    test('write() separates keys by user, business, client and tool', async () => {
      const here = await createBusinessFixture(await open())
      const grants = [
        await here.writer('ada', 'biz_bakery'),
        await here.writer('ada', 'biz_cycles'),
        await here.writer('ada', 'biz_bakery', 'phone'),
        await here.writer('cleo', 'biz_bakery'),
        await here.writer('ben', 'biz_heating'),
      ]
      for (const grant of grants) {
        expect(await here.write(grant, 'add_memory_note', NOTE, 'key')).toMatchObject({
          answer: 'applied',
        })
      }
      expect(await countNotes(here)).toBe(grants.length)
    })

    test('write() forgets a key after a day', async () => {
      const here = await createBusinessFixture(await open())
      const grant = await here.writer('ada', 'biz_bakery')
      await here.write(grant, 'add_memory_note', NOTE, 'key')
      here.time.now += DAY_MS - 1
      await here.write(grant, 'add_memory_note', NOTE, 'key')
      expect(await countNotes(here)).toBe(1)
      here.time.now += 1
      await here.write(grant, 'add_memory_note', NOTE, 'key')
      expect(await countNotes(here)).toBe(2)
    })

    const bad: readonly (readonly [string, string, unknown, string])[] = [
      [
        'a tool that needs one is given none',
        'create_follow_up',
        undefined,
        'needs an idempotency',
      ],
      [
        'a tool that takes none is given one',
        'complete_follow_up',
        'key',
        'accepts no idempotency',
      ],
      ['the key has a space', 'create_follow_up', 'a key', '1 to 64 letters'],
      ['the key is no text', 'create_follow_up', 7, '1 to 64 letters'],
      ['the key is empty', 'create_follow_up', '', '1 to 64 letters'],
      ['the key is too long', 'create_follow_up', 'k'.repeat(65), '1 to 64 letters'],
    ]
    for (const [when, tool, key, words] of bad) {
      test(`write() refuses when ${when}`, async () => {
        const idempotency = key === undefined || tool === 'create_follow_up' ? 'required' : 'none'
        const here = await createBusinessFixture(await open(), {
          registry: replaceTool(tool, { idempotency }),
        })
        const args = tool === 'create_follow_up' ? FOLLOW_UP : { id: 'follow_ivy_tasting' }
        const answer = await here.write(await here.writer('ada', 'biz_bakery'), tool, args, key)
        expect(messageOf(answer)).toContain(words)
        expect(await here.lines()).toEqual(['tool_write key_refused'])
      })
    }
  })
})

async function countNotes({ store }: BusinessFixture): Promise<number> {
  const find = "SELECT id FROM domain_record WHERE type = 'memory_note' AND fields LIKE ?"
  return (await store.sql.all(find, `%${NOTE.text}%`)).length
}
