import { describe, expect, test } from 'bun:test'
import { forEachStore } from '../../support/stores.ts'
import {
  CLIENT,
  callPrivate,
  codeFor,
  createWorld,
  HOUR_MS,
  READ,
  redemptionOf,
  renewalOf,
  tokensFor,
  WRITE,
  wordOf,
} from './granting.ts'

// Several guards often refuse the same call. Here rows are changed directly in the store, as a
// fault or an operator would, to test each guard on its own.

const BEHIND: readonly (readonly [string, string])[] = [
  ['a grant that has ended', `UPDATE grant_ SET status = 'revoked'`],
  ['a grant that was not redeemed', `UPDATE grant_ SET status = 'pending'`],
  ['a grant whose time is over', 'UPDATE grant_ SET ends = 1'],
  ['a token that was revoked', `UPDATE token SET revoked_at = 1 WHERE kind = 'access'`],
  ['a token of another kind', `UPDATE token SET kind = 'refresh' WHERE kind = 'access'`],
  ['a token whose time is over', `UPDATE token SET ends = 1 WHERE kind = 'access'`],
]

forEachStore((_name, open) => {
  describe('authorise() alone refuses', () => {
    for (const [what, change] of BEHIND) {
      test(what, async () => {
        const here = await createWorld(await open())
        const { accessToken } = await tokensFor(here)
        expect(await callPrivate(here, accessToken)).toBe('bakery')
        await here.change(change)
        expect(await callPrivate(here, accessToken)).toBe('token_invalid')
      })
    }
  })

  test('redeem() gives nothing for a grant that its user ended before', async () => {
    const here = await createWorld(await open())
    const code = await codeFor(here)
    const row = await here.store.sql.one('SELECT id FROM grant_')
    expect(await here.grants.revokeGrant(here.ann.user, String(row?.id))).toBe(true)
    expect(wordOf(await here.grants.redeem(redemptionOf(code)))).toBe('invalid_grant')
    expect(await here.events()).toContain('token denied')
    expect(await here.store.sql.all('SELECT hash FROM token')).toEqual([])
  })

  test('renew() takes a revoked token for an ended one, and not for a stolen one', async () => {
    const here = await createWorld(await open())
    const { accessToken, refreshToken } = await tokensFor(here)
    await here.change(`UPDATE token SET revoked_at = 1 WHERE kind = 'refresh'`)
    expect(wordOf(await here.grants.renew(renewalOf(refreshToken)))).toBe('invalid_grant')
    expect(await callPrivate(here, accessToken)).toBe('bakery')
  })

  test('no token is written that would outlive its grant', async () => {
    const lifetimes = { grant: 3600, access_token: 7200 }
    const here = await createWorld(await open(), { config: { clients: [CLIENT], lifetimes } })
    const { refreshToken } = await tokensFor(here, { scopes: [READ, WRITE] })
    here.time.now += HOUR_MS / 2
    expect(wordOf(await here.grants.renew(renewalOf(refreshToken)))).toBe('tokens')
    const outliving = `SELECT t.kind FROM token t JOIN grant_ g ON g.id = t.grant_id
      WHERE t.ends > g.ends`
    expect(await here.store.sql.all(outliving)).toEqual([])
  })
})
