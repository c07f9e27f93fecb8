import { describe, expect, test } from 'bun:test'
import type { Sql, Store } from '../../../app/foundation/store/port.ts'
import { StoreUnavailable } from '../../../app/foundation/store/port.ts'
import { forBothStores } from '../../support/stores.ts'

const PUT = 'INSERT INTO workspace (id, name, state) VALUES (?, ?, ?)'
const GET = 'SELECT id, name, state FROM workspace WHERE id = ?'
const COUNT = 'SELECT count(*) AS workspaces FROM workspace'

const put = (sql: Sql, id: string) => sql.run(PUT, id, 'A workspace', 'active')
const puts = (store: Store, id: string) => store.transaction((sql) => put(sql, id))

forBothStores((name, open) => {
  describe('values', () => {
    test('are returned as they were stored', async () => {
      const store = await open()
      const hash = crypto.getRandomValues(new Uint8Array(32))
      const ends = 2 ** 45 + 1
      const text = 'e\u0301 \u{1F600} \u4E2D \' " \\ ? $1'
      const columns = '(scope_hash, tool, args_hash, state, result, ends)'
      await store.transaction(async (sql) => {
        const values = [hash, text, new Uint8Array(0), 'done', '', ends]
        await sql.run(`INSERT INTO idempotency ${columns} VALUES (?, ?, ?, ?, ?, ?)`, ...values)
      })
      const one = 'SELECT * FROM idempotency WHERE scope_hash = ? AND tool = ? AND ends > ?'
      const row = {
        scope_hash: hash,
        tool: text,
        args_hash: new Uint8Array(0),
        state: 'done',
        result: '',
        ends,
      }
      expect(await store.sql.one(one, hash, text, ends - 1)).toEqual(row)
      expect(await store.sql.one(one, hash, text, ends)).toBeUndefined()
    })

    test('of text have no NUL and no lone surrogate', async () => {
      const store = await open()
      await puts(store, 'a\0b\uD800')
      const row = { id: 'a\uFFFDb\uFFFD', name: 'A workspace', state: 'active' }
      expect(await store.sql.one(GET, 'a\0b\uD800')).toEqual(row)
      expect(await store.sql.one(GET, '\0')).toBeUndefined()
    })

    test('can be absent', async () => {
      const store = await open()
      await store.transaction(async (sql) => {
        const columns = '(id, issuer, subject, display, email, state, created)'
        const values = ['u', 'i', 's', 'd', null, 'active', 1]
        await sql.run(`INSERT INTO app_user ${columns} VALUES (?, ?, ?, ?, ?, ?, ?)`, ...values)
      })
      expect(await store.sql.one('SELECT email FROM app_user')).toEqual({ email: null })
    })

    test('are numbers when rows are counted', async () => {
      const store = await open()
      await puts(store, 'a')
      expect(await store.sql.one(COUNT)).toEqual({ workspaces: 1 })
      expect(await store.sql.one('SELECT max(at) AS newest FROM audit')).toEqual({ newest: null })
    })

    test('of text are ordered by their bytes', async () => {
      const store = await open()
      for (const id of ['b', 'a', 'B', 'ä', '_', 'A']) await puts(store, id)
      const rows = await store.sql.all('SELECT id FROM workspace ORDER BY id')
      expect(rows.map(({ id }) => id)).toEqual(['A', 'B', '_', 'a', 'b', 'ä'])
    })
  })

  describe('statements', () => {
    test('one() returns the first row or nothing', async () => {
      const store = await open()
      await puts(store, 'b')
      await puts(store, 'a')
      expect(await store.sql.one('SELECT id FROM workspace ORDER BY id')).toEqual({ id: 'a' })
      expect(await store.sql.one(GET, 'c')).toBeUndefined()
      expect(await store.sql.all(GET, 'c')).toEqual([])
    })

    test('run() returns how many rows it affected', async () => {
      const store = await open()
      for (const id of ['a', 'b', 'c']) expect(await puts(store, id)).toBe(1)
      const archive = (where: string) =>
        store.transaction((sql) =>
          sql.run('UPDATE workspace SET name = ? WHERE id < ?', 'B', where),
        )
      expect(await archive('c')).toBe(2)
      expect(await archive('')).toBe(0)
      expect(await store.transaction((sql) => sql.run('DELETE FROM workspace'))).toBe(3)
    })

    test('one() returns the first row of a change, which is made as a whole', async () => {
      const store = await open()
      for (const id of ['a', 'b']) await puts(store, id)
      const change = "UPDATE workspace SET state = 'removed' RETURNING state"
      expect(await store.transaction((sql) => sql.one(change))).toEqual({ state: 'removed' })
      const left = await store.sql.all("SELECT id FROM workspace WHERE state = 'active'")
      expect(left).toEqual([])
    })

    test('a row may be locked, inserted once and replaced', async () => {
      const store = await open()
      await puts(store, 'a')
      await store.transaction(async (sql) => {
        expect(await sql.one(`${GET} FOR UPDATE`, 'a')).toMatchObject({ id: 'a' })
        expect(await sql.run(`${PUT} ON CONFLICT DO NOTHING`, 'a', 'x', 'active')).toBe(0)
        const replace = `${PUT} ON CONFLICT (id) DO UPDATE SET name = excluded.name`
        expect(await sql.run(replace, 'a', 'new', 'active')).toBe(1)
      })
      expect(await store.sql.one(GET, 'a')).toMatchObject({ name: 'new' })
    })

    test('more texts than the cache of the driver holds stay correct', async () => {
      const store = await open()
      await puts(store, 'a')
      for (const round of [1, 2]) {
        for (let number = 0; number < 60; number += 1) {
          const row = await store.sql.one(
            `SELECT ${number} AS number FROM workspace WHERE id = ?`,
            'a',
          )
          expect([round, row]).toEqual([round, { number }])
        }
      }
    })

    test('a mistake in a statement is not a failure of the store', async () => {
      const store = await open()
      await puts(store, 'a')
      const wrong: readonly [string, () => Promise<unknown>][] = [
        ['again', () => puts(store, 'a')],
        ['state', () => store.transaction((sql) => sql.run(PUT, 'b', 'B', 'lost'))],
        ['table', () => store.sql.all('SELECT * FROM nothing')],
        ['syntax', () => store.sql.all('SELEC')],
        [
          'kind',
          () => store.transaction((sql) => sql.run('UPDATE client SET created = ?', 'text')),
        ],
      ]
      const client = 'INSERT INTO client (id, kind, name, redirect_uris, refreshes, created)'
      await store.transaction((sql) => sql.run(`${client} VALUES ('c', 'dynamic', '', '', 0, 0)`))
      for (const [what, act] of wrong) {
        const error = await act().then(
          () => 'nothing was thrown',
          (thrown: unknown) => thrown,
        )
        expect([what, error instanceof Error, error instanceof StoreUnavailable]).toEqual([
          what,
          true,
          false,
        ])
      }
    })
  })

  describe('the tables', () => {
    test('are created once, by whoever comes first', async () => {
      const store = await open()
      await puts(store, 'a')
      const again = await Promise.all(Array.from({ length: 5 }, () => open(store.url)))
      for (const other of again) expect(await other.sql.one(COUNT)).toEqual({ workspaces: 1 })
    })

    test('keep their rows when the store is closed and opened', async () => {
      const store = await open()
      await puts(store, 'a')
      await store.close()
      const again = await open(store.url)
      expect(await again.sql.one(GET, 'a')).toEqual({
        id: 'a',
        name: 'A workspace',
        state: 'active',
      })
    })

    test('of the first version are brought up to date and keep their rows', async () => {
      const store = await open()
      const back = {
        sqlite: 'PRAGMA user_version = 1',
        postgres: 'UPDATE schema_version SET version = 1',
      }
      await store.transaction(async (sql) => {
        await sql.run(
          `INSERT INTO grant_ (id, client_id, user_id, workspace_id, business_id, requested_scopes,
            scopes, resource, redirect_host, refreshes, status, created, ends)
            VALUES ('g', 'c', 'u', 'w', 'b', '', '', 'r', 'h', 1, 'active', 1, 2)`,
        )
        await sql.run(
          "INSERT INTO token (hash, kind, grant_id, scopes, ends) VALUES (?, 'access', 'g', '', 2)",
          new Uint8Array([1]),
        )
        await sql.run('ALTER TABLE token ADD COLUMN key_thumbprint TEXT')
        await sql.run('DROP TABLE event_delivery')
        await sql.run('DROP TABLE search_total')
        await sql.run('DROP TABLE search_query')
        await sql.run(back[name])
      })
      expect(await store.sql.one('SELECT * FROM token')).toHaveProperty('key_thumbprint', null)
      await store.close()
      const again = await Promise.all([open(store.url), open(store.url)])
      for (const other of again) {
        const row = await other.sql.one('SELECT * FROM token')
        expect(row).toMatchObject({ hash: new Uint8Array([1]), kind: 'access', grant_id: 'g' })
        expect(row).not.toHaveProperty('key_thumbprint')
      }
    })

    test('of a newer version of the program are refused', async () => {
      const store = await open()
      const newer = {
        sqlite: 'PRAGMA user_version = 999',
        postgres: 'INSERT INTO schema_version (version) VALUES (999)',
      }
      // Setting the version works inside a transaction, and is part of it.
      await store.transaction((sql) => sql.run(newer[name]))
      await expect(open(store.url)).rejects.toThrow('a newer version of the program wrote it')
    })
  })

  test('a closed store answers nothing, and can be closed again', async () => {
    const store = await open()
    await store.close()
    await store.close()
    await expect(puts(store, 'a')).rejects.toThrow()
    await expect(store.sql.one(COUNT)).rejects.toThrow()
  })
})
