import type { BusinessScope } from '../../app/contract/oauth.ts'
import { type BusinessFixture, READ, WRITE } from '../business/tools/business_fixture.ts'
import { toBearer } from './isolation.ts'

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

/** Every kind of credential with which a private tool may be called. */
export const TOKENS: readonly TokenKind[] = [
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
