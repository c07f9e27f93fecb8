import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { BusinessAnswer } from '../../app/business/tools/mod.ts'
import type { BusinessTool } from '../../app/contract/business.ts'
import {
  type BusinessFixture,
  createBusinessFixture,
  EXAMPLE,
  READ,
  REGISTRY,
  WRITE,
} from '../business/tools/business_fixture.ts'
import { findBusinessOf } from '../business/tools/expected_records.ts'
import { verifies } from '../requirements/verifies.ts'
import { replaceCallWithin } from '../support/changed_domain.ts'
import { forEachStore } from '../support/stores.ts'
import { buildArguments, call, createKey, SUCCESS, schemaOf, toBearer } from './isolation.ts'

forEachStore((_name, open) => {
  describe('threat 34', () => {
    verifies(
      'auth.derived_from_grant',
      'threat 34: an id of another business, in any argument of any tool, is an unknown id',
      async () => {
        const here = await createBusinessFixture(await open())
        const [reader, writer] = [
          await here.reader('ada', 'biz_bakery'),
          await here.writer('ada', 'biz_bakery'),
        ]
        const foreign = EXAMPLE.records.filter(
          ({ type, fields }) => findBusinessOf(type, fields) !== 'biz_bakery',
        )
        const callTool = async (tool: BusinessTool, args: unknown) =>
          tool.kind === 'read'
            ? await here.read(reader, tool.name, args)
            : await here.write(writer, tool.name, args, createKey(tool))
        const before = await readStored(here)
        // Reads first: a write may put the id into a text of our own business, where it is found.
        for (const kind of ['read', 'write'] as const) {
          await fc.assert(
            fc.asyncProperty(
              fc.constantFrom(...listPlaces(kind)),
              fc.constantFrom(...foreign),
              fc.stringMatching(/^[a-z][a-z0-9_]{3,30}_unknown$/),
              async ({ tool, name }, record, unknown) => {
                const known = await callTool(tool, { ...buildArguments(tool), [name]: record.id })
                const other = await callTool(tool, { ...buildArguments(tool), [name]: unknown })
                expect(maskId(known, record.id)).toEqual(maskId(other, unknown))
                for (const text of textsOf(record.fields)) {
                  expect(JSON.stringify(known)).not.toContain(text)
                }
              },
            ),
            { numRuns: 120 },
          )
        }
        // Foreign records are unchanged, whatever was written into our own business.
        const after = await readStored(here)
        for (const { id } of foreign) expect(after.get(id)).toBe(before.get(id) ?? '')
      },
    )

    test('threat 34: a selector in arguments is refused, whatever it names', async () => {
      const here = await createBusinessFixture(await open())
      const reader = await here.reader('ada', 'biz_bakery')
      const selectors = ['business_id', 'businessId', 'business', 'workspace', 'workspace_id']
      for (const tool of REGISTRY.tools.filter(({ kind }) => kind === 'read')) {
        for (const name of [...selectors, 'tenant', 'account', 'organisation']) {
          const args = { ...buildArguments(tool), [name]: 'biz_cycles' }
          const answer = await here.read(reader, tool.name, args)
          expect(answer).toMatchObject({
            answer: 'refused',
            message: expect.stringMatching(
              new RegExp(`^Cannot call "${tool.name}": argument "${name}" is unknown; it takes `),
            ),
          })
        }
      }
    })
  })

  describe('threat 35', () => {
    test('threat 35: it is archived after a write that rests on it, not within', async () => {
      const [changed, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const here = await createBusinessFixture(await open(), {
        domain: replaceCallWithin((inside) => async (context, asked) => {
          const outcome = await inside.call(context, asked)
          changed.resolve()
          await goOn.promise
          return outcome
        }),
      })
      const grant = await here.writer('ada', 'biz_bakery')
      const note = { topic: 'routine', text: 'Late.' }
      const order: string[] = []
      const write = here.write(grant, 'add_memory_note', note).then(({ answer }) => {
        order.push(answer)
      })
      await changed.promise
      const archive = here
        .change("UPDATE business SET state = 'archived' WHERE id = 'biz_bakery'")
        .then(() => order.push('archived'))
      await Bun.sleep(100)
      expect(order).toEqual([])
      goOn.resolve()
      await Promise.all([write, archive])
      expect([...order].sort()).toEqual(['applied', 'archived'])
      expect(await here.write(grant, 'add_memory_note', note)).toMatchObject({ answer: 'refused' })
    })

    const ends: readonly (readonly [string, string])[] = [
      ['archived', "UPDATE business SET state = 'archived' WHERE id = 'biz_bakery'"],
      ['removed', "UPDATE business SET state = 'removed' WHERE id = 'biz_bakery'"],
      ['left by its member', "DELETE FROM membership WHERE business_id = 'biz_bakery'"],
    ]
    for (const [state, change] of ends) {
      verifies(
        'auth.checked_at_call',
        `threat 35: of 200 calls around the moment of a business ${state}, none succeeds after it`,
        async () => {
          const here = await createBusinessFixture(await open())
          const header = toBearer(await here.token('ada', 'biz_bakery', [READ, WRITE]))
          let ended = false
          const isEnded = Promise.withResolvers<void>()
          const late: string[] = []
          const calls = Array.from({ length: 200 }, async (_, at) => {
            const tool = REGISTRY.tools[at % REGISTRY.tools.length]
            if (tool === undefined) return ''
            // The others may all be over before a busy machine commits the change.
            await (at < 150 ? Bun.sleep(at / 10) : isEnded.promise)
            const began = ended
            const answer = await call(here, tool, header)
            if (began && SUCCESS.has(answer)) late.push(tool.name)
            return answer
          })
          await Bun.sleep(8)
          await here.change(change)
          ended = true
          const committed = await listWrites(here)
          isEnded.resolve()
          const words = await Promise.all(calls)
          expect(late).toEqual([])
          expect(words.some((word) => word === 'refused')).toBe(true)
          // A write that was answered after the commit was made before it.
          expect(await listWrites(here)).toBe(committed)
        },
      )
    }
  })
})

/** Every argument of every tool of a kind. */
function listPlaces(
  kind: BusinessTool['kind'],
): readonly { readonly tool: BusinessTool; readonly name: string }[] {
  return REGISTRY.tools
    .filter((tool) => tool.kind === kind)
    .flatMap((tool) => Object.keys(schemaOf(tool).properties ?? {}).map((name) => ({ tool, name })))
}

/** Texts that identify a record; short ones occur in other records too. */
function textsOf(fields: Readonly<Record<string, unknown>>): readonly string[] {
  const texts = Object.values(fields).filter((value) => typeof value === 'string')
  return texts.filter((text) => text.length > 12)
}

/** An answer without the id that was asked for and without newly created ids. */
function maskId(answer: BusinessAnswer, id: string): string {
  return JSON.stringify(answer)
    .replaceAll(JSON.stringify(id), '"(the id)"')
    .replaceAll(/"appr_\w{22}"|"[a-z_]+_[0-9A-Za-z]{22}"/g, '"(made)"')
}

async function readStored({ store }: BusinessFixture): Promise<ReadonlyMap<string, string>> {
  const rows = await store.sql.all('SELECT id, fields, version FROM domain_record')
  return new Map(rows.map((row) => [String(row.id), `${row.version} ${row.fields}`]))
}

/** Everything that a write leaves behind. */
async function listWrites({ store }: BusinessFixture): Promise<string> {
  const texts = [
    'SELECT type, id, version FROM domain_record ORDER BY type, id',
    'SELECT id FROM held_approval ORDER BY id',
  ]
  return JSON.stringify(await Promise.all(texts.map((text) => store.sql.all(text))))
}
