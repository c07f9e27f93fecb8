import { describe, expect, test } from 'bun:test'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import {
  beginConsent,
  createWorld,
  MINUTE_MS,
  pairOf,
  READ,
  redemptionOf,
  requestOf,
  WRITE,
} from './granting.ts'

const choice = { businessId: 'bakery', scopes: [READ] as const }

forEachStore((name, open) => {
  verifies(
    'auth.grant_records',
    `${name}: a grant records user, workspace, requested scopes and one business`,
    async () => {
      const here = await createWorld(await open())
      const given = await beginConsent(here, { scopes: [READ, WRITE] })
      const consented = await here.grants.consent({ ...given, ...choice })
      const code = consented.ok ? consented.value.code : ''
      const { accessToken } = pairOf(await here.grants.redeem(redemptionOf(code)))
      const answer = await here.grants.authorise(`Bearer ${accessToken}`, READ)
      expect(answer).toMatchObject({
        ok: true,
        value: { userId: here.ann.user.userId, workspaceId: 'north', businessId: 'bakery' },
      })
      const rows = await here.store.sql.all('SELECT requested_scopes, scopes FROM grant_')
      expect(rows).toEqual([{ requested_scopes: `${READ} ${WRITE}`, scopes: READ }])
    },
  )

  describe('a request', () => {
    test('comes back with what was asked, byte for byte', async () => {
      const here = await createWorld(await open())
      const state = `&#+%\r\n"<é>${'x'.repeat(2000)}`
      const { id } = await here.grants.beginConsent({ ...requestOf(), state })
      const shown = await here.grants.claimConsentRequest(id, here.ann.secret)
      expect(shown).toEqual({ ...requestOf(), state, id, csrf: expect.any(String) })
    })

    test('that is denied is used up without a grant', async () => {
      const here = await createWorld(await open())
      const given = await beginConsent(here)
      expect(await here.grants.deny(given)).toMatchObject({ ok: true, value: { request: {} } })
      expect(await here.grants.deny(given)).toEqual({ ok: false, error: 'expired' })
      expect(await here.grants.consent({ ...given, ...choice })).toMatchObject({ error: 'expired' })
      expect(await here.events()).toContain('consent denied')
    })
  })

  describe('threat 20', () => {
    test('threat 20: a form without its proof makes no code', async () => {
      const here = await createWorld(await open())
      const given = await beginConsent(here)
      const session = await here.grants.findSession(here.ann.secret)
      for (const csrf of ['', session?.csrf ?? '', `${given.csrf}x`]) {
        const forged = { ...given, csrf }
        expect(await here.grants.consent({ ...forged, ...choice })).toMatchObject({ ok: false })
        expect(await here.grants.deny(forged)).toMatchObject({ ok: false })
      }
      expect(await here.grants.consent({ ...given, ...choice })).toMatchObject({ ok: true })
    })

    test('threat 20: the proof of one request is none for another', async () => {
      const here = await createWorld(await open())
      const [one, other] = [await beginConsent(here), await beginConsent(here)]
      const crossed = { ...one, csrf: other.csrf, ...choice }
      expect(await here.grants.consent(crossed)).toEqual({ ok: false, error: 'expired' })
    })

    test('threat 20: the request of another session is not shown and makes no code', async () => {
      const here = await createWorld(await open())
      const given = await beginConsent(here)
      const { secret } = here.ben
      expect(await here.grants.claimConsentRequest(given.id, secret)).toBeUndefined()
      const stolen = { ...given, ...choice, sessionSecret: secret, businessId: 'dairy' }
      expect(await here.grants.consent(stolen)).toEqual({ ok: false, error: 'expired' })
    })

    test('threat 20: a request is answered once, also by many posts at once', async () => {
      const here = await createWorld(await open())
      const given = await beginConsent(here)
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => here.grants.consent({ ...given, ...choice })),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await here.store.sql.all('SELECT id FROM grant_')).toHaveLength(1)
      expect(await here.grants.claimConsentRequest(given.id, here.ann.secret)).toBeUndefined()
    })

    test('threat 20: a request ends after ten minutes and with its session', async () => {
      const here = await createWorld(await open())
      const [late, left] = [await beginConsent(here), await beginConsent(here)]
      here.time.now += 10 * MINUTE_MS
      expect(await here.grants.consent({ ...late, ...choice })).toMatchObject({ error: 'expired' })
      here.time.now -= 10 * MINUTE_MS
      await here.grants.signOut(here.ann.secret)
      expect(await here.grants.consent({ ...left, ...choice })).toMatchObject({ error: 'expired' })
      expect(await here.store.sql.all('SELECT id FROM grant_')).toHaveLength(0)
    })

    test('threat 20: no scope that was not asked for is granted', async () => {
      const here = await createWorld(await open())
      const given = await beginConsent(here, { scopes: [READ] })
      const wide = { ...given, businessId: 'bakery', scopes: [WRITE] as const }
      expect(await here.grants.consent(wide)).toMatchObject({ error: 'expired' })
      const both = { ...given, businessId: 'bakery', scopes: [WRITE, READ] as const }
      expect(await here.grants.consent(both)).toMatchObject({ ok: true })
      expect(await here.store.sql.all('SELECT scopes FROM grant_')).toEqual([{ scopes: READ }])
    })
  })

  describe('threat 21', () => {
    const wrong: readonly (readonly [string, string | undefined, string])[] = [
      ['another user', 'dairy', 'business_inactive'],
      ['nobody', 'nothing', 'business_inactive'],
      ['no choice', undefined, 'business_not_chosen'],
    ]
    for (const [whose, businessId, error] of wrong) {
      test(`threat 21: the business of ${whose} makes no grant, another may`, async () => {
        const here = await createWorld(await open())
        const given = await beginConsent(here)
        const answer = await here.grants.consent({ ...given, businessId, scopes: [READ] })
        expect(answer).toMatchObject({ error })
        expect(await here.grants.consent({ ...given, ...choice })).toMatchObject({ ok: true })
        expect(await here.store.sql.all('SELECT id FROM grant_')).toHaveLength(1)
      })
    }

    for (const within of [true, false]) {
      const where = within ? 'in our store' : 'elsewhere'
      test(`threat 21: a business ${where}, archived meanwhile, makes no grant`, async () => {
        const here = await createWorld(await open(), { within })
        const given = await beginConsent(here)
        expect(await here.grants.businessesOf(here.ann.user)).toHaveLength(2)
        await here.setBusiness('bakery', 'archived')
        const answer = await here.grants.consent({ ...given, ...choice })
        expect(answer).toEqual({ ok: false, error: 'business_inactive' })
        expect(await here.store.sql.all('SELECT id FROM grant_')).toHaveLength(0)
      })
    }

    test('threat 21: what the list shows is checked again where the grant is made', async () => {
      const store = await open()
      const one = { workspaceId: 'n', workspaceName: 'N', businessId: 'bakery', businessName: 'B' }
      const answers = [
        ['inactive', 'business_inactive'],
        ['unavailable', 'unavailable'],
      ] as const
      for (const [state, error] of answers) {
        const businesses = { list: async () => [one], standing: async () => state }
        const here = await createWorld(store, { businesses, seeded: true })
        const given = await beginConsent(here)
        expect(await here.grants.consent({ ...given, ...choice })).toEqual({ ok: false, error })
      }
    })

    test('threat 21: an id that two workspaces share names no one business', async () => {
      const one = { workspaceId: 'n', workspaceName: 'N', businessId: 'bakery', businessName: 'B' }
      const list = async () => [one, { ...one, workspaceId: 's' }]
      const businesses = { list, standing: async () => 'active' as const }
      const here = await createWorld(await open(), { businesses })
      const given = await beginConsent(here)
      const answer = await here.grants.consent({ ...given, ...choice })
      expect(answer).toEqual({ ok: false, error: 'business_inactive' })
    })
  })
})
