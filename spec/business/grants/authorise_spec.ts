import { describe, expect, test } from 'bun:test'
import { createGrants } from '../../../app/business/grants/mod.ts'
import { oauthSettings } from '../../../app/contract/oauth.ts'
import { createAudit } from '../../../app/foundation/store/audit.ts'
import type { Store } from '../../../app/foundation/store/port.ts'
import { StoreUnavailable } from '../../../app/foundation/store/port.ts'
import { forEachStore } from '../../support/stores.ts'
import {
  callPrivate,
  codeFor,
  createWorld,
  HOUR_MS,
  READ,
  RESOURCE,
  redemptionOf,
  renewalOf,
  START_MS,
  tokensFor,
  WRITE,
  wordOf,
} from './granting.ts'

const token = (letter: string) => `lt_at_${letter.repeat(43)}`

forEachStore((name, open) => {
  describe('authorise()', () => {
    test('gives the facts of the grant for a live token with the scope', async () => {
      const here = await createWorld(await open())
      const { accessToken } = await tokensFor(here, { scopes: [READ, WRITE] })
      for (const scheme of ['Bearer', 'bearer', 'BEARER ']) {
        const answer = await here.grants.authorise(`${scheme} ${accessToken}`, WRITE)
        const [grant] = await here.grants.grantsOf(here.ann.user)
        const facts: object = answer.ok ? answer.value : answer.error
        expect(facts).toEqual({
          grantId: grant?.id,
          clientId: 'desk',
          userId: here.ann.user.userId,
          workspaceId: 'north',
          businessId: 'bakery',
          scopes: [READ, WRITE],
        })
      }
    })

    test('refuses a token without the scope, and write does not imply read', async () => {
      const here = await createWorld(await open())
      const { accessToken } = await tokensFor(here, { scopes: [WRITE] })
      const answer = await here.grants.authorise(`Bearer ${accessToken}`, READ)
      const error = { reason: 'scope_missing', granted: [WRITE] } as const
      expect(answer).toEqual({ ok: false, error })
      expect(await here.events()).toContain('denied scope_missing')
    })

    test('tells no credential from a bad one, and no bad one from another', async () => {
      const here = await createWorld(await open())
      const { accessToken, refreshToken } = await tokensFor(here)
      const code = await codeFor(here)
      for (const header of [null, '']) {
        expect(await here.grants.authorise(header, READ)).toMatchObject({
          error: { reason: 'credential_missing' },
        })
      }
      const bad = [
        'Bearer',
        'Bearer ',
        `Basic ${btoa('desk:secret')}`,
        accessToken,
        `Bearer ${accessToken}, Bearer ${accessToken}`,
        `Bearer ${accessToken} `,
        `Bearer ${accessToken}=`,
        `Bearer\t${accessToken}`,
        `DPoP ${accessToken}`,
        `Bearer ${refreshToken}`,
        `Bearer ${code}`,
        `Bearer ${here.ann.secret}`,
        `Bearer ${accessToken.slice(0, -1)}`,
        `Bearer ${token('A')}`,
        'Bearer brand_live_0123456789abcdef',
        'Bearer eyJhbGciOiJub25lIn0.e30.',
        `Bearer ${'a'.repeat(8000)}`,
      ]
      for (const header of bad) {
        expect(await here.grants.authorise(header, READ)).toEqual({
          ok: false,
          error: { reason: 'token_invalid' },
        })
      }
      expect(await callPrivate(here, accessToken)).toBe('bakery')
    })

    test('refuses an access token after an hour', async () => {
      const here = await createWorld(await open())
      const { accessToken } = await tokensFor(here)
      here.time.now += HOUR_MS - 1
      expect(await callPrivate(here, accessToken)).toBe('bakery')
      here.time.now += 1
      expect(await callPrivate(here, accessToken)).toBe('token_invalid')
    })

    test('refuses one for another resource, of a removed client, a disabled user', async () => {
      const here = await createWorld(await open())
      const { accessToken } = await tokensFor(here)
      const { store, time } = here
      const clock = () => time.now
      const businesses = { list: async () => [], standing: async () => 'active' as const }
      const createFor = (resource: string, clients: { id: string; name: string }[]) =>
        createGrants({
          store,
          audit: createAudit(store, { clock }),
          businesses,
          clock,
          settings: oauthSettings({
            clients: clients.map((each) => ({ ...each, redirect_uris: [] })),
          }),
          resource,
        })
      const header = `Bearer ${accessToken}`
      const clients = [{ id: 'desk', name: 'Desk' }]
      expect(await createFor(RESOURCE, clients).authorise(header, READ)).toMatchObject({ ok: true })
      const others = [createFor('https://other.example/mcp', clients), createFor(RESOURCE, [])]
      for (const other of others) {
        expect(await other.authorise(header, READ)).toMatchObject({ ok: false })
      }
      await here.change(`UPDATE app_user SET state = 'disabled'`)
      expect(await callPrivate(here, accessToken)).toBe('token_invalid')
    })

    test('tells a store that does not answer from a bad token', async () => {
      const down: Store = {
        dialect: name,
        sql: { all: fail, one: fail, run: fail },
        transaction: fail,
        close: async () => undefined,
      }
      const audit = createAudit(down, { clock: () => START_MS })
      const businesses = { list: async () => [], standing: async () => 'active' as const }
      const settings = oauthSettings({})
      const grants = createGrants({
        store: down,
        audit,
        businesses,
        settings,
        clock: () => START_MS,
        resource: RESOURCE,
      })
      const answer = await grants.authorise(`Bearer ${token('A')}`, READ)
      expect(answer).toEqual({ ok: false, error: { reason: 'store_unavailable' } })
      const code = `lt_ac_${'A'.repeat(43)}`
      const redeemed = await grants.redeem(redemptionOf(code))
      const renewed = await grants.renew(renewalOf(`lt_rt_${'A'.repeat(43)}`))
      const words = [wordOf(redeemed), wordOf(renewed)]
      expect(words).toEqual(['temporarily_unavailable', 'temporarily_unavailable'])
      const answered = { id: 'x', sessionSecret: `lt_ss_${'A'.repeat(43)}`, csrf: '' }
      const consented = { ...answered, businessId: 'bakery', scopes: [READ] as const }
      expect(await grants.consent(consented)).toEqual({ ok: false, error: 'unavailable' })
      expect(await grants.deny(answered)).toEqual({ ok: false, error: 'unavailable' })
    })
  })

  test('threat 24: unknown and revoked tokens get one answer from one look-up', async () => {
    const here = await createWorld(await open())
    const looked: string[] = []
    const { sql } = here.store
    const one: typeof sql.one = (text, ...values) => {
      looked.push(text)
      return sql.one(text, ...values)
    }
    const watched = await createWorld({ ...here.store, sql: { ...sql, one } }, { seeded: true })
    const { accessToken } = await tokensFor(watched)
    const [grant] = await watched.grants.grantsOf(watched.ann.user)
    await watched.grants.revokeGrant(watched.ann.user, grant?.id ?? '')
    looked.length = 0
    const answers = new Set<string>()
    for (let each = 0; each < 1000; each += 1) {
      const unknown = token('A').slice(0, -4) + String(each).padStart(4, '0')
      for (const secret of [unknown, accessToken]) {
        const answer = await watched.grants.authorise(`Bearer ${secret}`, READ)
        answers.add(JSON.stringify(answer))
      }
    }
    expect([...answers]).toEqual(['{"ok":false,"error":{"reason":"token_invalid"}}'])
    // What takes time is the one statement, and both make the same one.
    expect(looked).toHaveLength(2000)
    expect(new Set(looked).size).toBe(1)
  })
})

function fail(): Promise<never> {
  return Promise.reject(new StoreUnavailable('Cannot use the store: it is gone'))
}
