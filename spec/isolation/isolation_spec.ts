import { describe, expect, test } from 'bun:test'
import {
  type BusinessFixture,
  createBusinessFixture,
  EXAMPLE,
  REGISTRY,
} from '../business/tools/business_fixture.ts'
import { findBusinessOf } from '../business/tools/expected_records.ts'
import { verifies } from '../requirements/verifies.ts'
import { forEachStore } from '../support/stores.ts'
import { buildArguments, call, SUCCESS } from './isolation.ts'
import { TOKENS } from './tokens.ts'

type BusinessCase = {
  readonly state: string
  readonly open: boolean
  readonly make: (here: BusinessFixture) => Promise<unknown>
}

const BUSINESSES: readonly BusinessCase[] = [
  { state: 'active', open: true, make: async () => undefined },
  {
    state: 'archived',
    open: false,
    make: (here) => here.change("UPDATE business SET state = 'archived' WHERE id = 'biz_bakery'"),
  },
  {
    state: 'removed',
    open: false,
    make: (here) => here.change("UPDATE business SET state = 'removed' WHERE id = 'biz_bakery'"),
  },
  {
    state: 'left by its member',
    open: false,
    make: (here) => here.change("DELETE FROM membership WHERE business_id = 'biz_bakery'"),
  },
  {
    state: 'in a removed workspace',
    open: false,
    make: (here) => here.change("UPDATE workspace SET state = 'removed'"),
  },
]

forEachStore((_name, open) => {
  describe('isolation matrix', () => {
    for (const { kind, header, opens, refusedAs } of TOKENS) {
      for (const { state, open: isOpen, make } of BUSINESSES) {
        verifies(
          ['rule.private_needs_scope', 'auth.checked_at_call', 'auth.refused_without_scope'],
          `each private tool, ${kind}, a business that is ${state}`,
          async () => {
            const here = await createBusinessFixture(await open())
            const credential = await header(here)
            await make(here)
            for (const tool of REGISTRY.tools) {
              const answer = await call(here, tool, credential)
              const may = isOpen && opens.includes(tool.scope)
              const why = opens.includes(tool.scope) ? 'refused' : (refusedAs ?? 'scope_missing')
              const as = may && SUCCESS.has(answer) ? 'allowed' : answer
              expect([tool.name, as]).toEqual([tool.name, may ? 'allowed' : why])
            }
          },
        )
      }
    }

    test('a token of one business reaches no record of the two others', async () => {
      const here = await createBusinessFixture(await open())
      for (const [subject, own] of [
        ['ada', 'biz_bakery'],
        ['ada', 'biz_cycles'],
        ['ben', 'biz_heating'],
      ] as const) {
        const grant = await here.reader(subject, own)
        for (const tool of REGISTRY.tools.filter(({ kind }) => kind === 'read')) {
          const answer = await here.read(grant, tool.name, buildArguments(tool))
          const text = JSON.stringify(answer)
          for (const { type, id, fields } of EXAMPLE.records) {
            const at = findBusinessOf(type, fields)
            if (at !== own) expect(text).not.toContain(`"${id}"`)
          }
        }
      }
    })
  })
})
