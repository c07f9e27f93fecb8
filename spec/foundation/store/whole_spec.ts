import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import type { Sql } from '../../../app/foundation/store/port.ts'
import { verifies } from '../../requirements/verifies.ts'
import { forBothStores } from '../../support/stores.ts'

const PUT = "INSERT INTO workspace (id, name, state) VALUES (?, 'W', 'active')"
const COUNT = 'SELECT count(*) AS workspaces FROM workspace'
const NONE = { workspaces: 0 }

forBothStores((name, open) => {
  verifies(
    'auth.grant_records',
    `${name}: records are written whole or not at all, and nobody sees them before`,
    async () => {
      const store = await open()
      const failing = store.transaction(async (sql) => {
        await sql.run(PUT, 'a')
        expect(await store.sql.one(COUNT)).toEqual(NONE)
        throw new RangeError('of the work')
      })
      await expect(failing).rejects.toThrow('of the work')
      expect(await store.sql.one(COUNT)).toEqual(NONE)
      const caught = store.transaction(async (sql) => {
        await sql.run(PUT, 'a')
        await sql.run(PUT, 'a').catch(() => 0)
      })
      await expect(caught).rejects.toThrow(/unique/i)
      expect(await store.sql.one(COUNT)).toEqual(NONE)
    },
  )

  verifies(
    'auth.grant_records',
    `${name}: nothing changes outside a transaction, or after its end`,
    async () => {
      const store = await open()
      let ended: Sql = store.sql
      await store.transaction(async (sql) => {
        ended = sql
      })
      await expect(ended.run(PUT, 'a')).rejects.toThrow()
      await expect(store.sql.run(PUT, 'a')).rejects.toThrow()
      await expect(store.sql.one(`${PUT} RETURNING id`, 'a')).rejects.toThrow()
      expect(await store.sql.one(COUNT)).toEqual(NONE)
    },
  )

  verifies(
    'auth.checked_at_call',
    `${name}: what a transaction has checked still holds when it changes`,
    async () => {
      const store = await open()
      const stores = [store, await open(store.url), await open(store.url)]
      await store.transaction((sql) => sql.run(PUT, 'a'))
      const archive = async (sql: Sql): Promise<number> => {
        const row = await sql.one('SELECT state FROM workspace WHERE id = ? FOR UPDATE', 'a')
        await new Promise(setImmediate)
        if (row?.state !== 'active') return 0
        return await sql.run("UPDATE workspace SET state = 'removed' WHERE id = ?", 'a')
      }
      const wins = await Promise.all(
        Array.from({ length: 30 }, (_, at) => (stores[at % 3] ?? store).transaction(archive)),
      )
      expect(wins.filter((rows) => rows === 1)).toHaveLength(1)
    },
  )
})

forBothStores((name, open) => {
  if (name === 'postgres') return
  verifies(
    'auth.grant_records',
    'records of a newer version of the program are left alone',
    async () => {
      const store = await open()
      await store.close()
      const file = new Database(store.url.slice('sqlite:'.length))
      file.run('PRAGMA user_version = 999')
      file.close()
      await expect(open(store.url)).rejects.toThrow('a newer version of the program wrote it')
    },
  )
})
