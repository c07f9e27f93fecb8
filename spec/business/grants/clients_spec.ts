import { describe, expect, test } from 'bun:test'
import { forEachStore } from '../../support/stores.ts'
import {
  ADDRESS,
  beginConsent,
  CLIENT,
  codeFor,
  createWorld,
  DAY_MS,
  READ,
  REDIRECT,
  redemptionOf,
  renewalOf,
  tokensFor,
  wordOf,
} from './granting.ts'

const metadata = { name: 'Lamp', redirectUris: [REDIRECT], refreshes: true }
const URL_ID = 'https://host.example/client.json'

forEachStore((_name, open) => {
  describe('a registered client', () => {
    test('is known from the settings alone', async () => {
      const { grants } = await createWorld(await open())
      expect(await grants.findClient(CLIENT.id)).toEqual({
        id: CLIENT.id,
        kind: 'registered',
        name: 'Desk',
        redirectUris: [REDIRECT],
        refreshes: true,
        changed: false,
      })
      expect(await grants.findClient('nobody')).toBeUndefined()
    })
  })

  describe('dynamic registration', () => {
    test('gives a random id and keeps what was accepted', async () => {
      const { grants, time, events } = await createWorld(await open())
      const { client, issuedAt } = await grants.registerClient(metadata, ADDRESS)
      expect(client.id).toMatch(/^client_[A-Za-z0-9]{22}$/)
      expect(issuedAt).toBe(time.now)
      const known = { ...metadata, id: client.id, kind: 'dynamic', changed: false } as const
      expect(client).toEqual(known)
      expect(await grants.findClient(client.id)).toEqual(known)
      // Strangers register: what is never swept must not grow by it.
      expect((await events()).filter((event) => !event.startsWith('sign_in'))).toEqual([])
    })

    test('is one row for the same body and address within a minute', async () => {
      const { grants, time } = await createWorld(await open())
      const register = async (changes: object = {}, address = ADDRESS) =>
        (await grants.registerClient({ ...metadata, ...changes }, address)).client.id
      const first = await register()
      const others = [
        await register({ name: 'Lamp 2' }),
        await register({ redirectUris: [REDIRECT, `${REDIRECT}/2`] }),
        await register({ refreshes: false }),
        await register({}, '192.0.2.8'),
      ]
      expect(new Set([first, ...others]).size).toBe(5)
      time.now += 59_999
      expect(await register()).toBe(first)
      time.now += 1
      expect(await register()).not.toBe(first)
    })

    test('is one row for two at once', async () => {
      const { grants, store } = await createWorld(await open())
      await Promise.all(Array.from({ length: 5 }, () => grants.registerClient(metadata, ADDRESS)))
      expect(await store.sql.all('SELECT id FROM client')).toHaveLength(1)
    })

    test('lasts a day until the first consent, then 90 days after its last use', async () => {
      const here = await createWorld(await open())
      const { client: left } = await here.grants.registerClient(metadata, ADDRESS)
      const { client: kept } = await here.grants.registerClient(metadata, '192.0.2.8')
      await codeFor(here, { clientId: kept.id })
      here.time.now += DAY_MS
      expect(await here.grants.findClient(left.id)).toBeUndefined()
      here.time.now += 89 * DAY_MS - 1
      await here.grants.sweep()
      expect(await here.grants.findClient(kept.id)).toBeDefined()
      here.time.now += 1
      expect(await here.grants.findClient(kept.id)).toBeUndefined()
      expect(await here.store.sql.all('SELECT id FROM client')).toHaveLength(1)
    })

    test('lasts as long as the settings let its refresh token wait', async () => {
      const year = 365 * DAY_MS
      const lifetimes = { refresh_idle: year / 1000, grant: year / 1000 }
      const here = await createWorld(await open(), { config: { lifetimes } })
      const { client } = await here.grants.registerClient(metadata, ADDRESS)
      const { refreshToken } = await tokensFor(here, { clientId: client.id })
      here.time.now += year - 1
      await here.grants.sweep()
      const renewal = renewalOf(refreshToken, { clientId: client.id })
      expect(wordOf(await here.grants.renew(renewal))).toBe('tokens')
    })

    test('threat 22: at the cap the oldest that was never used goes first', async () => {
      const here = await createWorld(await open())
      const fill = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO client (id, kind, name, redirect_uris, refreshes, created, last_used, ends)
        SELECT 'client_' || i, 'dynamic', 'Spam', '[]', 1, i, CASE WHEN i < 3 THEN i END,
          9000000000000 FROM n`
      await here.change(fill)
      const { client } = await here.grants.registerClient(metadata, ADDRESS)
      const count = 'SELECT CAST(count(*) AS INTEGER) AS held FROM client'
      expect(await here.store.sql.one(count)).toEqual({ held: 20_000 })
      expect(await here.grants.findClient(client.id)).toBeDefined()
      expect(await here.grants.findClient('client_3')).toBeUndefined()
      for (const id of ['client_1', 'client_2', 'client_4']) {
        expect(await here.grants.findClient(id)).toBeDefined()
      }
      // Where all were used, the one that was idle longest goes.
      await here.change('UPDATE client SET last_used = created WHERE last_used IS NULL')
      await here.grants.registerClient({ ...metadata, name: 'Late' }, ADDRESS)
      expect(await here.store.sql.one(count)).toEqual({ held: 20_000 })
      expect(await here.grants.findClient('client_1')).toBeUndefined()
      expect(await here.grants.findClient(client.id)).toBeDefined()
    })

    test('threat 22: a disabled client is an unknown one', async () => {
      const here = await createWorld(await open())
      const { client } = await here.grants.registerClient(metadata, ADDRESS)
      const given = await beginConsent(here, { clientId: client.id })
      const code = await codeFor(here, { clientId: client.id })
      await here.change('UPDATE client SET disabled = 1')
      expect(await here.grants.findClient(client.id)).toBeUndefined()
      const choice = { businessId: 'bakery', scopes: [READ] as const }
      expect(await here.grants.consent({ ...given, ...choice })).toMatchObject({ error: 'expired' })
      const redemption = redemptionOf(code, { clientId: client.id })
      expect(wordOf(await here.grants.redeem(redemption))).toBe('invalid_client')
      // Registered again, it is another client.
      const again = await here.grants.registerClient(metadata, ADDRESS)
      expect(again.client.id).not.toBe(client.id)
    })
  })

  describe('a client document', () => {
    test('is fresh as long as it says and known as long as it is used', async () => {
      const here = await createWorld(await open())
      const { grants, time } = here
      await grants.storeDocument(URL_ID, metadata, time.now + 1000)
      expect(await grants.findFreshDocument(URL_ID)).toMatchObject({
        kind: 'document',
        name: 'Lamp',
      })
      time.now += 1000
      expect(await grants.findFreshDocument(URL_ID)).toBeUndefined()
      const code = await codeFor(here, { clientId: URL_ID })
      const redemption = redemptionOf(code, { clientId: URL_ID })
      expect(wordOf(await grants.redeem(redemption))).toBe('tokens')
      time.now += 89 * DAY_MS
      expect(await grants.findClient(URL_ID)).toBeDefined()
    })

    test('tells that it changed until somebody consented to the change', async () => {
      const here = await createWorld(await open())
      const { grants, time } = here
      const keep = (changes: object = {}) =>
        grants.storeDocument(URL_ID, { ...metadata, ...changes }, time.now)
      expect(await keep()).toMatchObject({ changed: false })
      expect(await keep({ name: 'Lantern' })).toMatchObject({ changed: false })
      await codeFor(here, { clientId: URL_ID })
      expect(await keep({ name: 'Lantern', refreshes: false })).toMatchObject({ changed: false })
      const moved = { name: 'Lantern', redirectUris: [`${REDIRECT}/2`] }
      expect(await keep(moved)).toMatchObject({ changed: true })
      expect(await grants.findClient(URL_ID)).toMatchObject({ changed: true })
      await codeFor(here, { clientId: URL_ID })
      expect(await grants.findClient(URL_ID)).toMatchObject({ changed: false })
    })

    test('of a disabled client has no address to go back to', async () => {
      const here = await createWorld(await open())
      await here.grants.storeDocument(URL_ID, metadata, here.time.now + 1000)
      await here.change('UPDATE client SET disabled = 1')
      expect(await here.grants.findFreshDocument(URL_ID)).toBeUndefined()
      expect(await here.grants.findClient(URL_ID)).toBeUndefined()
      const stored = await here.grants.storeDocument(URL_ID, metadata, here.time.now + 1000)
      expect(stored.redirectUris).toEqual([])
      expect(await here.grants.findClient(URL_ID)).toBeUndefined()
    })
  })
})
