import { describe, expect, test } from 'bun:test'
import { forEachStore } from '../../support/stores.ts'
import {
  ADDRESS,
  callPrivate,
  codeFor,
  createWorld,
  HOUR_MS,
  MINUTE_MS,
  signIn,
  tokensFor,
} from './granting.ts'

forEachStore((_name, open) => {
  describe('a session', () => {
    test('ends 2 hours after its last use and 12 hours after the sign-in', async () => {
      const here = await createWorld(await open())
      const idle = await signIn(here.grants, 'ann')
      for (let hour = 1.9; hour < 12; hour += 1.9) {
        here.time.now += 1.9 * HOUR_MS
        expect(await here.grants.findSession(here.ann.secret)).toMatchObject({
          user: here.ann.user,
        })
      }
      expect(await here.grants.findSession(idle.secret)).toBeUndefined()
      here.time.now += 0.6 * HOUR_MS
      expect(await here.grants.findSession(here.ann.secret)).toBeUndefined()
    })

    test('has a new secret at each sign-in and none before it', async () => {
      const here = await createWorld(await open())
      const again = await signIn(here.grants, 'ann')
      expect(again.secret).not.toBe(here.ann.secret)
      expect(again.user).toEqual(here.ann.user)
      for (const planted of [undefined, '', 'abc', `lt_ss_${'A'.repeat(43)}`]) {
        expect(await here.grants.findSession(planted)).toBeUndefined()
      }
      await here.grants.signOut(again.secret)
      expect(await here.grants.findSession(again.secret)).toBeUndefined()
      expect(await here.grants.findSession(here.ann.secret)).toBeDefined()
    })

    test('of a disabled user opens nothing', async () => {
      const here = await createWorld(await open())
      await here.change(`UPDATE app_user SET state = 'disabled' WHERE subject = 'ann'`)
      expect(await here.grants.findSession(here.ann.secret)).toBeUndefined()
      const again = await signIn(here.grants, 'ann')
      expect(await here.grants.findSession(again.secret)).toBeUndefined()
      expect(await here.events()).toContain('sign_in refused')
    })

    test('of one subject of two providers is of two users', async () => {
      const here = await createWorld(await open())
      const identity = { subject: 'ann', display: 'ann', verifiedEmail: 'ann@example.com' }
      const other = await here.grants.signIn({ ...identity, issuer: 'https://b.example' }, ADDRESS)
      expect(other.user.userId).not.toBe(here.ann.user.userId)
      expect(await here.grants.businessesOf(other.user)).toEqual([])
    })
  })

  test('a sign-in state is taken once, with its own cookie, within ten minutes', async () => {
    const { grants, time } = await createWorld(await open())
    const kept = { nonce: 'n', verifier: 'v', returnTo: '/account' }
    const [one, other] = [await grants.beginSignIn(kept), await grants.beginSignIn(kept)]
    expect(await grants.takeSignIn(one.state, other.cookie)).toBeUndefined()
    const taken = await Promise.all([
      grants.takeSignIn(one.state, one.cookie),
      grants.takeSignIn(one.state, one.cookie),
    ])
    expect(taken.filter((each) => each !== undefined)).toEqual([kept])
    time.now += 10 * MINUTE_MS
    expect(await grants.takeSignIn(other.state, other.cookie)).toBeUndefined()
  })

  test('a user sees and ends their own grants only', async () => {
    const here = await createWorld(await open())
    const { accessToken } = await tokensFor(here)
    await codeFor(here, { browser: here.ben, businessId: 'dairy' })
    const [grant, ...more] = await here.grants.grantsOf(here.ann.user)
    expect(more).toEqual([])
    expect(grant).toMatchObject({ clientName: 'Desk', businessId: 'bakery', lastUsed: undefined })
    expect(grant?.id).toMatch(/^grant_[A-Za-z0-9]{22}$/)
    await callPrivate(here, accessToken)
    const [used] = await here.grants.grantsOf(here.ann.user)
    expect(used?.lastUsed).toBe(here.time.now)
    // A grant whose code was not redeemed is not shown.
    expect(await here.grants.grantsOf(here.ben.user)).toEqual([])
    expect(await here.grants.revokeGrant(here.ben.user, grant?.id ?? '')).toBe(false)
    expect(await callPrivate(here, accessToken)).toBe('bakery')
    expect(await here.grants.revokeGrant(here.ann.user, grant?.id ?? '')).toBe(true)
    expect(await here.grants.revokeGrant(here.ann.user, grant?.id ?? '')).toBe(false)
    expect(await callPrivate(here, accessToken)).toBe('token_invalid')
    expect(await here.events()).toContain('revoke user')
  })
})
