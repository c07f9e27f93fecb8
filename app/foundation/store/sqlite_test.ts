import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoreUnavailable } from './port.ts'
import { openSqlite } from './sqlite.ts'

const home = mkdtempSync(join(tmpdir(), 'lectern-sqlite-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const PUT = "INSERT INTO workspace (id, name, state) VALUES (?, 'W', 'active')"
let files = 0

function newPath(): string {
  files += 1
  return join(home, `${files}.sqlite`)
}

/** A store, and another process that has begun to write to its file. */
async function openContended() {
  const path = newPath()
  const store = await openSqlite(path)
  const other = new Database(path)
  other.run('BEGIN IMMEDIATE')
  return { store, other }
}

describe('openSqlite()', () => {
  test('asks for durable commits, checked references and an untrusted schema', async () => {
    const store = await openSqlite(newPath())
    const settings = await store.transaction(async (sql) => [
      await sql.one('PRAGMA journal_mode'),
      await sql.one('PRAGMA synchronous'),
      await sql.one('PRAGMA foreign_keys'),
      await sql.one('PRAGMA trusted_schema'),
      await sql.one('PRAGMA secure_delete'),
    ])
    expect(settings).toEqual([
      { journal_mode: 'wal' },
      { synchronous: 2 },
      { foreign_keys: 1 },
      { trusted_schema: 0 },
      { secure_delete: 1 },
    ])
    await store.close()
  })

  test('waits for another process that writes, and does other work meanwhile', async () => {
    const { store, other } = await openContended()
    other.run(PUT, ['other'])
    const writing = store.transaction((sql) => sql.run(PUT, 'own'))
    await Bun.sleep(50)
    expect(await store.sql.all('SELECT id FROM workspace')).toEqual([])
    other.run('COMMIT')
    expect(await writing).toBe(1)
    const rows = await store.sql.all('SELECT id FROM workspace ORDER BY id')
    expect(rows).toEqual([{ id: 'other' }, { id: 'own' }])
    other.close()
    await store.close()
  })

  test('gives up when another process never ends, and works again afterwards', async () => {
    const { store, other } = await openContended()
    // All waiting transactions give up together, and not one after the other.
    const asked = ['a', 'c', 'd', 'e'].map((id) => store.transaction((sql) => sql.run(PUT, id)))
    for (const each of await Promise.allSettled(asked)) {
      expect(each).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
    }
    other.run('ROLLBACK')
    expect(await store.transaction((sql) => sql.run(PUT, 'b'))).toBe(1)
    other.close()
    await store.close()
  })

  test('is unavailable when the disk is full, keeps nothing of it and works again', async () => {
    const store = await openSqlite(newPath())
    const filling = store.transaction(async (sql) => {
      await sql.run(PUT, 'lost')
      await sql.one('PRAGMA max_page_count = 1')
      await sql.run(
        'INSERT INTO setting (name, value) VALUES (?, ?)',
        'n',
        new Uint8Array(1_000_000),
      )
    })
    await expect(filling).rejects.toThrow('Cannot use the store: SQLITE_FULL')
    await store.transaction((sql) => sql.one('PRAGMA max_page_count = 100000'))
    expect(await store.sql.all('SELECT id FROM workspace')).toEqual([])
    expect(await store.transaction((sql) => sql.run(PUT, 'a'))).toBe(1)
    await store.close()
  })

  test('ends its transactions before it closes', async () => {
    const path = newPath()
    const store = await openSqlite(path)
    const writing = store.transaction((sql) => sql.run(PUT, 'a'))
    await store.close()
    expect(await writing).toBe(1)
    const again = await openSqlite(path)
    expect(await again.sql.all('SELECT id FROM workspace')).toEqual([{ id: 'a' }])
    await again.close()
  })
})
