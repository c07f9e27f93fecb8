import { describe, expect, test } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import {
  type BusinessFixture,
  createBusinessFixture,
  EXAMPLE,
  listIds,
  messageOf,
  REGISTRY,
  replaceTool,
} from './business_fixture.ts'
import { findExpectedIds } from './expected_records.ts'

const NOT_AVAILABLE = (tool: string) =>
  `Cannot call "${tool}": what it asks for is not available to this connection`

const LISTS = REGISTRY.tools.filter(
  ({ operation, input_schema: { required } }) =>
    operation === 'record.list' && Array.isArray(required) && required.length === 0,
)

forEachStore((_name, open) => {
  describe('reads', () => {
    for (const { name, with: constants } of LISTS) {
      for (const [subject, businessId] of [
        ['ada', 'biz_bakery'],
        ['ada', 'biz_cycles'],
        ['ben', 'biz_heating'],
      ] as const) {
        verifies(
          ['authority.business_read', 'auth.derived_from_grant'],
          `read() gives ${name} the records of ${businessId} and no others`,
          async () => {
            const here = await createBusinessFixture(await open())
            const answer = await here.read(await here.reader(subject, businessId), name)
            const type = String(constants?.type)
            expect([...listIds(answer)].sort()).toEqual([...findExpectedIds(type, businessId)])
          },
        )
      }
    }

    verifies(
      'rule.business_reach',
      'read() searches all types that have a rule, and nothing of the type that has none',
      async () => {
        const here = await createBusinessFixture(await open())
        const grant = await here.reader('ada', 'biz_bakery')
        const reached = new Set(
          REGISTRY.records.flatMap(({ type }) => [...findExpectedIds(type, 'biz_bakery')]),
        )
        const words = new Set(JSON.stringify(EXAMPLE.records).match(/[a-z]{3,}/gi))
        const found = new Set<string>()
        for (const query of words) {
          for (const id of listIds(
            await here.read(grant, 'search_records', { query, limit: 50 }),
          )) {
            found.add(id)
          }
        }
        expect([...found].sort()).toEqual([...reached].sort())
      },
    )

    test('read() finds only records that contain all the words, in any case', async () => {
      const here = await createBusinessFixture(await open())
      const grant = await here.reader('ada', 'biz_bakery')
      const search = async (query: string) =>
        listIds(await here.read(grant, 'search_records', { query }))
      expect(await search('SEEDED rolls')).toContain('job_teapot_rolls')
      expect(await search('seeded elderflower')).toEqual([])
      expect(await search('%')).toEqual([])
      expect(await search("' OR ''='' --; unlisted")).toEqual([])
    })

    verifies(
      'rule.business_reach',
      'threat 36: a search that names a type without a rule is refused, like one that names none',
      async () => {
        const here = await createBusinessFixture(await open())
        const grant = await here.reader('ada', 'biz_bakery')
        const search = async (types: readonly string[]) =>
          messageOf(await here.read(grant, 'search_records', { query: 'note', types }))
        expect(await search(['internal_note'])).toBe(NOT_AVAILABLE('search_records'))
        expect(await search(['no_such_type'])).toBe(NOT_AVAILABLE('search_records'))
        expect(await search(['job', 'internal_note'])).toBe(NOT_AVAILABLE('search_records'))
        expect(await search(['job'])).toBeUndefined()
        expect(await here.lines()).toContain('tool_read type_without_reach')
      },
    )

    test('read() gives unknown and foreign ids the same answer', async () => {
      const here = await createBusinessFixture(await open())
      const grant = await here.reader('ada', 'biz_cycles')
      const answers = [
        await here.read(grant, 'get_job', { id: 'job_wedding_cake' }),
        await here.read(grant, 'get_job', { id: 'job_that_is_not' }),
        await here.read(grant, 'get_job', { id: 'cust_ivy' }),
      ]
      expect(answers.map(messageOf)).toEqual(Array(3).fill(NOT_AVAILABLE('get_job')))
      const lists = [
        await here.read(grant, 'list_job_messages', { job_id: 'job_wedding_cake' }),
        await here.read(grant, 'list_job_messages', { job_id: 'job_that_is_not' }),
      ]
      expect(lists).toEqual(Array(2).fill({ answer: 'records', records: [], more: false }))
    })

    test('read() reaches nothing over a null, multiple or foreign link', async () => {
      const here = await createBusinessFixture(await open())
      const grant = await here.reader('ada', 'biz_bakery')
      const before = listIds(await here.read(grant, 'list_jobs', { limit: 50 }))
      const links = [null, ['cust_ivy', 'cust_marek'], ['cust_ivy'], { id: 'cust_ivy' }, 7, '']
      for (const [at, link] of links.entries()) await addJob(here, `odd_${at}`, link)
      await addJob(here, 'elsewhere', 'cust_ivy', 'ws_mossgate')
      await addJob(here, 'absent', undefined)
      expect(listIds(await here.read(grant, 'list_jobs', { limit: 50 }))).toEqual(before)
      const answer = await here.read(grant, 'get_job', { id: 'odd_2' })
      expect(messageOf(answer)).toBe(NOT_AVAILABLE('get_job'))
    })

    test('read() says the same about an archived, a removed and a left business', async () => {
      const here = await createBusinessFixture(await open())
      const grant = await here.reader('ada', 'biz_bakery')
      const ask = async () => messageOf(await here.read(grant, 'list_jobs'))
      expect(await ask()).toBeUndefined()
      for (const state of ['archived', 'removed']) {
        await here.change("UPDATE business SET state = ? WHERE id = 'biz_bakery'", state)
        expect(await ask()).toBe(NOT_AVAILABLE('list_jobs'))
      }
      await here.change("UPDATE business SET state = 'active' WHERE id = 'biz_bakery'")
      expect(await ask()).toBeUndefined()
      await here.change("DELETE FROM membership WHERE business_id = 'biz_bakery'")
      expect(await ask()).toBe(NOT_AVAILABLE('list_jobs'))
    })

    test('read() lists on after a record, and nothing after a foreign one', async () => {
      const registry = replaceTool('list_jobs', {
        input_schema: {
          type: 'object',
          properties: { limit: { type: 'integer' }, after: { type: 'string' } },
          additionalProperties: false,
        },
      })
      const here = await createBusinessFixture(await open(), { registry })
      const grant = await here.reader('ada', 'biz_bakery')
      const all = listIds(await here.read(grant, 'list_jobs', { limit: 50 }))
      const first = await here.read(grant, 'list_jobs', { limit: 2 })
      expect(first).toMatchObject({ more: true })
      const rest = await here.read(grant, 'list_jobs', { after: listIds(first)[1], limit: 50 })
      expect([...listIds(first), ...listIds(rest)]).toEqual([...all])
      for (const after of ['job_priya_wheel', 'job_that_is_not']) {
        const answer = await here.read(grant, 'list_jobs', { after })
        expect(messageOf(answer)).toBe(NOT_AVAILABLE('list_jobs'))
      }
    })

    test('read() returns fewer records when all would be too large, or refuses', async () => {
      const registry = replaceTool('list_memory', { result_bytes_max: 1024 })
      const here = await createBusinessFixture(await open(), { registry })
      const grant = await here.reader('ada', 'biz_bakery')
      expect(await here.read(grant, 'list_memory')).toMatchObject({ answer: 'records' })
      await here.change(
        "UPDATE domain_record SET fields = ? WHERE id = 'note_bakery_flour'",
        JSON.stringify({ business_id: 'biz_bakery', topic: 'supplier', text: 'long '.repeat(200) }),
      )
      const fewer = await here.read(grant, 'list_memory')
      expect(fewer).toMatchObject({ answer: 'records', more: true })
      expect(listIds(fewer)).not.toContain('note_bakery_flour')
      const one = await here.read(grant, 'list_memory', { topic: 'supplier' })
      expect(messageOf(one)).toContain('exceeds the size limit of an answer')
    })

    verifies(
      'authority.business_read',
      'read() returns third-party text as data, without invisible characters',
      async () => {
        const here = await createBusinessFixture(await open())
        const grant = await here.reader('ada', 'biz_bakery')
        const text = 'a\u202eb\u200bc\u0007d\u{e0041}ef\u009bg\nh'
        await here.change(
          "UPDATE domain_record SET fields = ? WHERE id = 'note_bakery_flour'",
          `{"business_id": "biz_bakery", "topic": "supplier", "text": ${JSON.stringify(text)}}`,
        )
        const answer = await here.read(grant, 'list_memory', { topic: 'supplier' })
        expect(answer).toMatchObject({ records: [{ fields: { text: 'abcdefg h' } }] })
      },
    )
  })
})

async function addJob(
  here: BusinessFixture,
  id: string,
  customer: unknown,
  workspace = 'ws_quillfeather',
): Promise<void> {
  await here.change(
    `INSERT INTO domain_record (type, id, workspace_id, fields, created, updated, version)
      VALUES ('job', ?, ?, ?, 1, 1, 1)`,
    id,
    workspace,
    JSON.stringify({ customer_id: customer, title: 'odd' }),
  )
}
