import { describe, expect, test } from 'bun:test'
import type { BusinessScope } from '../../app/contract/scopes.ts'
import {
  type BusinessFixture,
  createBusinessFixture,
  EXAMPLE,
  READ,
  REGISTRY,
  WRITE,
} from '../business/business_fixture.ts'
import { findBusinessOf } from '../business/expected_records.ts'
import { verifies } from '../requirements/verifies.ts'
import { forEachStore } from '../support/stores.ts'
import { buildArguments, call, SUCCESS, toBearer } from './isolation.ts'

type TokenKind = {
  readonly kind: string
  readonly header: (here: BusinessFixture) => Promise<string | null>
  /** Scopes for which such a token allows a call while the business is active. */
  readonly opens: readonly BusinessScope[]
  readonly refusedAs?: string
}

function obtainToken(scopes: readonly BusinessScope[]): TokenKind['header'] {
  return async (here) => toBearer(await here.token('ada', 'biz_bakery', scopes))
}

const TOKENS: readonly TokenKind[] = [
  { kind: 'no token', header: async () => null, opens: [], refusedAs: 'credential_missing' },
  { kind: 'an empty header', header: async () => '', opens: [], refusedAs: 'credential_missing' },
  { kind: 'garbage', header: async () => 'Bearer x', opens: [], refusedAs: 'token_invalid' },
  { kind: 'basic', header: async () => 'Basic eDp5', opens: [], refusedAs: 'token_invalid' },
  {
    kind: 'an integration key',
    header: async () => 'Bearer ik_live_0123456789abcdef0123456789abcdef',
    opens: [],
    refusedAs: 'token_invalid',
  },
  {
    kind: 'an unknown token of our form',
    header: async () => toBearer(`lt_at_${'A'.repeat(43)}`),
    opens: [],
    refusedAs: 'token_invalid',
  },
  {
    kind: 'two tokens',
    header: async (here) => {
      const token = await here.token('ada', 'biz_bakery', [READ, WRITE])
      return `Bearer ${token}, Bearer ${token}`
    },
    opens: [],
    refusedAs: 'token_invalid',
  },
  {
    kind: 'an expired token',
    header: async (here) => {
      const token = await here.token('ada', 'biz_bakery', [READ, WRITE])
      here.time.now += 3600_000
      return toBearer(token)
    },
    opens: [],
    refusedAs: 'token_invalid',
  },
  {
    kind: 'a revoked token',
    header: async (here) => {
      const token = await here.token('ada', 'biz_bakery', [READ, WRITE])
      await here.grants.revokeToken(token, 'desk')
      return toBearer(token)
    },
    opens: [],
    refusedAs: 'token_invalid',
  },
  {
    kind: 'a token of a revoked grant',
    header: async (here) => {
      const token = await here.token('ada', 'biz_bakery', [READ, WRITE])
      const { user } = await here.signIn('ada')
      for (const { id } of await here.grants.grantsOf(user)) await here.grants.revokeGrant(user, id)
      return toBearer(token)
    },
    opens: [],
    refusedAs: 'token_invalid',
  },
  { kind: 'a read token', header: obtainToken([READ]), opens: [READ] },
  { kind: 'a write token', header: obtainToken([WRITE]), opens: [WRITE] },
  { kind: 'a token of both', header: obtainToken([READ, WRITE]), opens: [READ, WRITE] },
]

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
