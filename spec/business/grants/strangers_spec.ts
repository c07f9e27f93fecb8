import { describe, expect, test } from 'bun:test'
import type { Sql } from '../../../app/foundation/store/port.ts'
import { forEachStore } from '../../support/stores.ts'
import { beginConsent, createWorld, READ, requestOf, START_MS } from './granting.ts'

const HELD_MAX = 20_000

/** As many rows as a table may hold, older than all that come. */
const FILLED = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)`

forEachStore((name, open) => {
  const hash = name === 'sqlite' ? 'randomblob(32)' : `decode(md5(CAST(i AS TEXT)), 'hex')`
  const ends = START_MS + 1000

  describe('strangers fill no table', () => {
    test('with requests: the oldest that nobody was shown go first', async () => {
      const here = await createWorld(await open())
      const shown = await beginConsent(here)
      const old = await here.grants.beginConsent(requestOf())
      await here.change('UPDATE consent_request SET ends = ?', ends - 1)
      await here.change(`${FILLED} INSERT INTO consent_request (hash, client_id, redirect_uri,
        scopes, resource, challenge, ends) SELECT ${hash}, 'desk', '', '', '', '', ${ends} FROM n`)
      const { id } = await here.grants.beginConsent(requestOf())
      const count = 'SELECT CAST(count(*) AS INTEGER) AS held FROM consent_request'
      const row = await here.store.sql.one(count)
      expect(row?.held).toBeLessThanOrEqual(HELD_MAX)
      expect(row?.held).toBeGreaterThan(HELD_MAX - 1000)
      expect(await here.grants.claimConsentRequest(id, here.ann.secret)).toBeDefined()
      expect(await here.grants.claimConsentRequest(old.id, here.ann.secret)).toBeUndefined()
      const choice = { businessId: 'bakery', scopes: [READ] as const }
      expect(await here.grants.consent({ ...shown, ...choice })).toMatchObject({ ok: true })
    })

    // What a stranger sent may be long; neither the count nor the choice of a row reads it. Only
    // SQLite holds up all others meanwhile, and only its plans are told in these words.
    const onSqlite = name === 'sqlite' ? test : () => undefined
    onSqlite('with clients: rows are evicted from an index alone', async () => {
      const store = await open()
      const texts: string[] = []
      const watch = (sql: Sql): Sql => ({
        ...sql,
        one: (text, ...values) => {
          texts.push(text)
          return sql.one(text, ...values)
        },
      })
      const transaction: typeof store.transaction = (work) =>
        store.transaction((sql) => work(watch(sql)))
      const { grants } = await createWorld({ ...store, transaction })
      texts.length = 0
      await grants.registerClient({ name: 'L', redirectUris: [], refreshes: true }, '192.0.2.1')
      const [count = ''] = texts
      const first = `SELECT id FROM client WHERE kind = ?
        ORDER BY last_used NULLS FIRST, created, id LIMIT 1`
      for (const text of [count, first]) {
        const plan = await store.sql.all(`EXPLAIN QUERY PLAN ${text}`, 'dynamic')
        const using = 'SEARCH client USING COVERING INDEX client_room (kind=?)'
        expect(plan.map(({ detail }) => detail)).toEqual([using])
      }
    })

    test('with sign-ins: the oldest go first', async () => {
      const here = await createWorld(await open())
      const kept = { nonce: 'n', verifier: 'v', returnTo: '/account' }
      const old = await here.grants.beginSignIn(kept)
      await here.change('UPDATE sign_in SET ends = ?', ends - 1)
      await here.change(`${FILLED} INSERT INTO sign_in (state_hash, cookie_hash, nonce, verifier,
        return_to, ends) SELECT ${hash}, ${hash}, '', '', '', ${ends} FROM n`)
      const one = await here.grants.beginSignIn(kept)
      const row = await here.store.sql.one('SELECT CAST(count(*) AS INTEGER) AS held FROM sign_in')
      expect(row?.held).toBeLessThanOrEqual(HELD_MAX)
      expect(await here.grants.takeSignIn(old.state, old.cookie)).toBeUndefined()
      expect(await here.grants.takeSignIn(one.state, one.cookie)).toEqual(kept)
    })
  })

  test('what cannot be a secret of ours begins no transaction', async () => {
    const store = await open()
    const here = await createWorld(store)
    const { grants } = await createWorld(
      { ...store, transaction: () => Promise.reject(new Error('a transaction')) },
      { seeded: true, signed: here },
    )
    await grants.signOut('junk')
    await grants.revokeToken('junk', 'desk')
    expect(await grants.takeSignIn('junk', 'junk')).toBeUndefined()
    expect(await grants.findSession('junk')).toBeUndefined()
  })
})
