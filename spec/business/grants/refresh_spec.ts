import { describe, expect, test } from 'bun:test'
import { forEachStore } from '../../support/stores.ts'
import {
  CLIENT,
  callPrivate,
  codeFor,
  createWorld,
  DAY_MS,
  HOUR_MS,
  pairOf,
  READ,
  REDIRECT,
  RESOURCE,
  redemptionOf,
  renewalOf,
  signIn,
  tokensFor,
  type World,
  WRITE,
  wordOf,
} from './granting.ts'

/** What becomes of a refresh token that is shown now. */
async function renew({ grants }: World, refreshToken: string): Promise<string> {
  return wordOf(await grants.renew(renewalOf(refreshToken)))
}

forEachStore((_name, open) => {
  describe('a refresh token', () => {
    test('becomes another pair, and the access token before it stays', async () => {
      const here = await createWorld(await open())
      const first = await tokensFor(here)
      const second = pairOf(await here.grants.renew(renewalOf(first.refreshToken)))
      expect(second.refreshToken).not.toBe(first.refreshToken)
      expect(second.accessToken).not.toBe(first.accessToken)
      expect(await callPrivate(here, first.accessToken)).toBe('bakery')
      expect(await callPrivate(here, second.accessToken)).toBe('bakery')
    })

    test('lasts 30 days without use and never longer than its grant', async () => {
      const here = await createWorld(await open())
      const idle = await tokensFor(here)
      here.time.now += 30 * DAY_MS
      expect(await renew(here, idle.refreshToken)).toBe('invalid_grant')
      const browser = await signIn(here.grants, 'ann')
      let { refreshToken } = await tokensFor(here, { browser })
      for (let day = 20; day < 180; day += 20) {
        here.time.now += 20 * DAY_MS
        refreshToken = pairOf(await here.grants.renew(renewalOf(refreshToken))).refreshToken
      }
      here.time.now += 20 * DAY_MS - 1000
      const last = pairOf(await here.grants.renew(renewalOf(refreshToken)))
      expect(last.expiresIn).toBe(1)
      here.time.now += 1000
      expect(await callPrivate(here, last.accessToken)).toBe('token_invalid')
      expect(await renew(here, last.refreshToken)).toBe('invalid_grant')
    })

    test('is renewed by no overlap after the end of its grant', async () => {
      const config = { clients: [CLIENT], lifetimes: { grant: 3600 } }
      const here = await createWorld(await open(), { config })
      const { refreshToken } = await tokensFor(here)
      here.time.now += HOUR_MS - 1
      expect(await renew(here, refreshToken)).toBe('tokens')
      here.time.now += 1
      expect(await renew(here, refreshToken)).toBe('invalid_grant')
    })

    test('keeps its scopes when an access token asks for fewer', async () => {
      const here = await createWorld(await open())
      const { refreshToken } = await tokensFor(here, { scopes: [READ, WRITE] })
      const narrow = pairOf(await here.grants.renew(renewalOf(refreshToken, { scopes: [READ] })))
      expect(narrow.scopes).toEqual([READ])
      expect(await callPrivate(here, narrow.accessToken, WRITE)).toBe('scope_missing')
      const wide = pairOf(await here.grants.renew(renewalOf(narrow.refreshToken)))
      expect(await callPrivate(here, wide.accessToken, WRITE)).toBe('bakery')
    })
  })

  describe('reuse', () => {
    test('threat 16: after its successor was used the whole family is dead at once', async () => {
      const here = await createWorld(await open())
      const first = await tokensFor(here)
      const second = pairOf(await here.grants.renew(renewalOf(first.refreshToken)))
      const third = pairOf(await here.grants.renew(renewalOf(second.refreshToken)))
      expect(await renew(here, first.refreshToken)).toBe('invalid_grant')
      const { accessToken, refreshToken } = third
      expect(await callPrivate(here, accessToken)).toBe('token_invalid')
      expect(await callPrivate(here, first.accessToken)).toBe('token_invalid')
      expect(await renew(here, refreshToken)).toBe('invalid_grant')
      expect(await here.events()).toContain('refresh_reuse revoked')
    })

    test('threat 16: a used token is recognised until its grant would have ended', async () => {
      const here = await createWorld(await open())
      const first = await tokensFor(here)
      let { refreshToken } = first
      for (let day = 0; day < 160; day += 20) {
        refreshToken = pairOf(await here.grants.renew(renewalOf(refreshToken))).refreshToken
        here.time.now += 20 * DAY_MS
        await here.grants.sweep()
      }
      const last = pairOf(await here.grants.renew(renewalOf(refreshToken)))
      expect(await renew(here, first.refreshToken)).toBe('invalid_grant')
      expect(await callPrivate(here, last.accessToken)).toBe('token_invalid')
    })

    test('threat 17: within 30 s it works once more, the third time kills the family', async () => {
      const here = await createWorld(await open())
      const first = await tokensFor(here)
      const lost = pairOf(await here.grants.renew(renewalOf(first.refreshToken)))
      here.time.now += 29_999
      const again = pairOf(await here.grants.renew(renewalOf(first.refreshToken)))
      expect(again.refreshToken).not.toBe(lost.refreshToken)
      expect(await callPrivate(here, lost.accessToken)).toBe('bakery')
      expect(await renew(here, first.refreshToken)).toBe('invalid_grant')
      expect(await callPrivate(here, again.accessToken)).toBe('token_invalid')
      expect(await renew(here, again.refreshToken)).toBe('invalid_grant')
    })

    test('threat 17: the successor that stepped back kills the family', async () => {
      const here = await createWorld(await open())
      const first = await tokensFor(here)
      const lost = pairOf(await here.grants.renew(renewalOf(first.refreshToken)))
      const again = pairOf(await here.grants.renew(renewalOf(first.refreshToken)))
      expect(await renew(here, lost.refreshToken)).toBe('invalid_grant')
      expect(await callPrivate(here, again.accessToken)).toBe('token_invalid')
    })

    test('threat 17: after 30 s it kills the family', async () => {
      const here = await createWorld(await open())
      const first = await tokensFor(here)
      const second = pairOf(await here.grants.renew(renewalOf(first.refreshToken)))
      here.time.now += 30_000
      expect(await renew(here, first.refreshToken)).toBe('invalid_grant')
      expect(await callPrivate(here, second.accessToken)).toBe('token_invalid')
    })

    test('threat 17: without an overlap the second time kills the family', async () => {
      const config = { clients: [CLIENT], lifetimes: { refresh_overlap: 0 } }
      const here = await createWorld(await open(), { config })
      const first = await tokensFor(here)
      const second = pairOf(await here.grants.renew(renewalOf(first.refreshToken)))
      expect(await renew(here, first.refreshToken)).toBe('invalid_grant')
      expect(await callPrivate(here, second.accessToken)).toBe('token_invalid')
    })

    test('of twenty at once is one pair, one more by the overlap, then the end', async () => {
      const here = await createWorld(await open())
      const { refreshToken } = await tokensFor(here)
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => here.grants.renew(renewalOf(refreshToken))),
      )
      expect(answers.map(wordOf).filter((word) => word === 'tokens')).toHaveLength(2)
      expect(answers.map(wordOf).filter((word) => word === 'invalid_grant')).toHaveLength(18)
    })
  })

  describe('threat 18', () => {
    const refused: readonly (readonly [string, Partial<ReturnType<typeof renewalOf>>, string])[] = [
      ['another client', { clientId: 'lamp' }, 'invalid_grant'],
      ['an unknown client', { clientId: 'nobody' }, 'invalid_client'],
      ['another resource', { resource: `${RESOURCE}/more` }, 'invalid_target'],
      ['a wider scope', { scopes: [READ, WRITE] }, 'invalid_scope'],
      ['no known scope', { scopes: [] }, 'invalid_scope'],
    ]
    for (const [what, changes, word] of refused) {
      test(`threat 18: a refresh by or for ${what} is refused and uses up nothing`, async () => {
        const clients = [CLIENT, { ...CLIENT, id: 'lamp' }]
        const here = await createWorld(await open(), { config: { clients } })
        const { refreshToken } = await tokensFor(here)
        expect(wordOf(await here.grants.renew(renewalOf(refreshToken, changes)))).toBe(word)
        const after = pairOf(await here.grants.renew(renewalOf(refreshToken)))
        // Its first use: the token after it has not stepped back for another.
        expect(await renew(here, after.refreshToken)).toBe('tokens')
      })
    }

    for (const within of [true, false]) {
      const where = within ? 'in our store' : 'elsewhere'
      test(`threat 18: an archived business of a domain ${where} renews nothing`, async () => {
        const here = await createWorld(await open(), { within })
        const { refreshToken } = await tokensFor(here)
        await here.setBusiness('bakery', 'archived')
        expect(await renew(here, refreshToken)).toBe('invalid_grant')
        await here.setBusiness('bakery', 'active')
        expect(await renew(here, refreshToken)).toBe('tokens')
        expect(await here.events()).toContain('refresh denied')
      })
    }

    test('threat 18: a disabled user and a removed membership renew nothing', async () => {
      const here = await createWorld(await open())
      const { refreshToken } = await tokensFor(here)
      await here.change(`UPDATE app_user SET state = 'disabled' WHERE subject = 'ann'`)
      expect(await renew(here, refreshToken)).toBe('invalid_grant')
      await here.change(`UPDATE app_user SET state = 'active' WHERE subject = 'ann'`)
      await here.change(`DELETE FROM membership WHERE business_id = 'bakery'`)
      expect(await renew(here, refreshToken)).toBe('invalid_grant')
    })

    test('threat 18: a disabled client renews nothing', async () => {
      const here = await createWorld(await open())
      const metadata = { name: 'Lamp', redirectUris: [REDIRECT], refreshes: true }
      const { client } = await here.grants.registerClient(metadata, '192.0.2.1')
      const code = await codeFor(here, { clientId: client.id })
      const given = redemptionOf(code, { clientId: client.id })
      const { refreshToken, accessToken } = pairOf(await here.grants.redeem(given))
      await here.change('UPDATE client SET disabled = 1')
      const renewal = renewalOf(refreshToken, { clientId: client.id })
      expect(wordOf(await here.grants.renew(renewal))).toBe('invalid_client')
      expect(await callPrivate(here, accessToken)).toBe('token_invalid')
    })

    test('threat 18: a domain that does not answer uses up nothing', async () => {
      const store = await open()
      let state: 'active' | 'unavailable' = 'active'
      const one = { workspaceId: 'n', workspaceName: 'N', businessId: 'bakery', businessName: 'B' }
      const businesses = { list: async () => [one], standing: async () => state }
      const here = await createWorld(store, { businesses })
      const { refreshToken } = await tokensFor(here)
      state = 'unavailable'
      expect(await renew(here, refreshToken)).toBe('temporarily_unavailable')
      state = 'active'
      const after = pairOf(await here.grants.renew(renewalOf(refreshToken)))
      expect(await renew(here, after.refreshToken)).toBe('tokens')
    })
  })

  test('a revoked access token leaves its grant, a revoked refresh token ends it', async () => {
    const here = await createWorld(await open())
    const first = await tokensFor(here)
    await here.grants.revokeToken(first.accessToken, 'lamp')
    expect(await callPrivate(here, first.accessToken)).toBe('bakery')
    await here.grants.revokeToken(first.accessToken, CLIENT.id)
    expect(await callPrivate(here, first.accessToken)).toBe('token_invalid')
    const second = pairOf(await here.grants.renew(renewalOf(first.refreshToken)))
    here.time.now += HOUR_MS / 2
    await here.grants.revokeToken(second.refreshToken, 'lamp')
    expect(await callPrivate(here, second.accessToken)).toBe('bakery')
    await here.grants.revokeToken(second.refreshToken, CLIENT.id)
    expect(await callPrivate(here, second.accessToken)).toBe('token_invalid')
    for (const junk of ['', 'abc', `lt_rt_${'A'.repeat(43)}`]) {
      await here.grants.revokeToken(junk, CLIENT.id)
    }
    const revoked = (await here.events()).filter((event) => event.startsWith('revoke'))
    expect(revoked).toEqual(['revoke token', 'revoke grant'])
  })
})
