import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from '../../app/cli/store.ts'
import { createAudit } from '../../app/foundation/store/audit.ts'
import { checkRestore, restoreStore } from '../../app/foundation/store/backup.ts'
import { openStore } from '../../app/foundation/store/open.ts'
import type { Sql, Store } from '../../app/foundation/store/port.ts'
import { addSearches } from '../../app/foundation/store/search_counts.ts'
import { callPrivate, createWorld, tokensFor } from '../business/grants/granting.ts'
import { verifies } from '../requirements/verifies.ts'
import { runCommand } from '../support/command_call.ts'
import { POSTGRES, sharedPostgres } from '../support/postgres.ts'
import { forEachStore } from '../support/stores.ts'

let home = ''
const { log, error } = console
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-backup-'))
  Object.assign(console, { log: () => undefined })
})
afterAll(async () => {
  Object.assign(console, { log, error })
  await rm(home, { recursive: true, force: true })
})

function run(url: string, verb: string, file: string, flags: object = {}): Promise<number> {
  return runCommand(command, { DATABASE_URL: url }, [verb, file], flags)
}

async function newUrl(name: string): Promise<string> {
  if (name === 'postgres') return await (await sharedPostgres()).database()
  return `sqlite:${join(home, `${crypto.randomUUID()}.sqlite`)}`
}

/** Tables as the database lists them, so that one that is added is not forgotten. */
async function listTables({ dialect, sql }: { dialect: Store['dialect']; sql: Sql }) {
  const rows = await sql.all(
    dialect === 'sqlite'
      ? `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
      : `SELECT table_name AS name FROM information_schema.tables
          WHERE table_schema = 'public' AND table_name <> 'schema_version'`,
  )
  return rows.map(({ name }) => String(name)).sort()
}

async function readAll(store: Store): Promise<Readonly<Record<string, readonly string[]>>> {
  const all: Record<string, readonly string[]> = {}
  for (const table of await listTables(store)) {
    const rows = await store.sql.all(`SELECT * FROM ${table}`)
    const texts = rows.map((row) => {
      const values = Object.entries(row).map(([name, value]) =>
        value instanceof Uint8Array ? [name, value.toHex()] : [name, value],
      )
      return JSON.stringify(values)
    })
    // The line about the backup itself came after it.
    all[table] = texts.filter((each) => !/store_(backup|restored)/.test(each)).sort()
  }
  return all
}

async function countTables(url: string): Promise<number> {
  const sql = new Bun.SQL(url)
  const rows = await sql`SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'`
  await sql.close()
  return rows.length
}

forEachStore((name, open) => {
  const others = name === 'sqlite' || !POSTGRES.available ? ['sqlite'] : ['sqlite', 'postgres']

  verifies(
    'store.backup',
    'a backup holds every row, and fills an empty database of either kind',
    async () => {
      const store = await open()
      const here = await createWorld(store)
      const { accessToken } = await tokensFor(here)
      await here.change('UPDATE app_user SET display = ?', 'A\u2028n\r\nn \u{1F41D}')
      const file = join(home, `${name}.jsonl`)
      expect(await run(store.url, 'backup', file, { 'dry-run': true })).toBe(0)
      await expect(stat(file)).rejects.toThrow()
      expect(await run(store.url, 'backup', file)).toBe(0)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      // A file that is there is never written over, nor is a database that has rows.
      const [said, below]: [string[], string] = [[], join(file, 'below.jsonl')]
      Object.assign(console, { error: (line: string) => said.push(line) })
      for (const path of [file, home, below]) {
        expect(await run(store.url, 'backup', path)).toBe(1)
      }
      expect(await run(store.url, 'backup', file, { 'dry-run': true })).toBe(1)
      Object.assign(console, { error })
      const inTheWay = 'a file is in the way of its folder'
      const there = 'something is there already; name a file that does not exist'
      expect(said.filter((line) => line.startsWith('Cannot'))).toEqual([
        ...[file, home].map((path) => `Cannot back up to "${path}": ${there}`),
        `Cannot back up to "${below}": ${inTheWay}; name a path below a folder`,
        `Cannot back up to "${file}": ${there}`,
      ])
      expect(await run(store.url, 'restore', file)).toBe(1)
      for (const other of others) {
        const url = await newUrl(other)
        expect(await run(url, 'restore', file, { 'dry-run': true })).toBe(0)
        expect(await run(url, 'restore', file)).toBe(0)
        const restored = await openStore(url)
        if (!restored.ok) throw new Error(restored.error)
        expect(await readAll(restored.value)).toEqual(await readAll(store))
        const clock = () => here.time.now
        expect(await createAudit(restored.value, { clock }).findBreak()).toBeUndefined()
        const again = await createWorld(restored.value, { seeded: true, signed: here })
        expect(await callPrivate(again, accessToken)).toBe('bakery')
        await restored.value.close()
      }
    },
  )

  verifies(
    'store.backup',
    'a database that holds the report of searches alone is empty',
    async () => {
      const store = await open()
      await createWorld(store)
      const file = join(home, `${name}-report.jsonl`)
      expect(await run(store.url, 'backup', file)).toBe(0)
      const wanted = await readAll(store)
      const totals = { searches: 1, weak: 0, empty: 1, withheld: 0 }
      const queries = [{ query: 'samovar', asked: 1, rating: 'empty' as const }]
      for (const other of others) {
        const url = await newUrl(other)
        const report = await openStore(url)
        if (!report.ok) throw new Error(report.error)
        await addSearches(report.value, { totals, queries }, Date.now())
        expect(await run(url, 'restore', file, { 'dry-run': true })).toBe(0)
        expect(await run(url, 'restore', file)).toBe(0)
        expect(await readAll(report.value)).toEqual(wanted)
        await report.value.close()
        expect(await run(url, 'restore', file)).toBe(1)
      }
    },
  )

  verifies(
    'store.backup',
    'a half or changed file is refused, and leaves no database behind',
    async () => {
      const store = await open()
      await createWorld(store)
      const file = join(home, `${name}-half.jsonl`)
      expect(await run(store.url, 'backup', file)).toBe(0)
      const text = await Bun.file(file).text()
      const url = await newUrl(name)
      const { size } = await stat(file)
      const changed = text.replace('"ann"', '"eve"')
      expect(changed).not.toBe(text)
      for (const other of [changed, text.replace(/^.*"app_user".*\n/m, ''), `${text}{}\n`, '']) {
        await Bun.write(file, other)
        expect(await run(url, 'restore', file)).toBe(1)
      }
      // Whoever changes it can compute the digest too, and still no line is passed over.
      const rows = text.trimEnd().split('\n').slice(0, -1)
      const seal = (lines: readonly string[], count: number) => {
        const body = lines.map((line) => `${line}\n`).join('')
        const sha256 = new Bun.CryptoHasher('sha256').update(body).digest('hex')
        return `${body}${JSON.stringify({ rows: count, sha256 })}\n`
      }
      const count = rows.length - 1
      for (const [other, fault] of [
        [seal(rows.with(3, '{"table":"app_user"'), count), 'line 4 cannot be read'],
        [seal(rows.with(3, '{"table":"app_user","row":{"id":true}}'), count), 'line 4 cannot'],
        [seal(rows.toSpliced(3, 1), count), `counts ${count} rows, and ${count - 1} are before`],
        [`${rows.join('\n')}\n`, `stops at line ${rows.length}, without the number`],
        [`${text}${rows[1]}\n`, `line ${rows.length + 2} is after its end`],
        [changed, `line ${rows.length + 1} has another digest`],
      ] as const) {
        await Bun.write(file, other)
        expect(await checkRestore(url, file)).toMatchObject({
          ok: false,
          error: expect.stringContaining(fault),
        })
        // It may have been changed since it was checked.
        await expect(restoreStore(url, file)).rejects.toThrow(fault)
        expect(await run(url, 'restore', file)).toBe(1)
      }
      await Bun.write(file, text)
      await truncate(file, size - 40)
      expect(await run(url, 'restore', file)).toBe(1)
      expect(await run(url, 'restore', `${file}.missing`)).toBe(1)
      await Bun.write(file, text)
      expect(await run(url, 'restore', file)).toBe(0)
    },
  )

  verifies(
    'store.backup',
    'a check creates nothing, and a database that filled up since is not touched',
    async () => {
      const store = await open()
      await createWorld(store)
      const file = join(home, `${name}-late.jsonl`)
      expect(await run(store.url, 'backup', file)).toBe(0)
      const url = await newUrl(name)
      expect(await run(url, 'restore', file, { 'dry-run': true })).toBe(0)
      if (name === 'postgres') expect(await countTables(url)).toBe(0)
      expect(await checkRestore(url, file)).toMatchObject({ ok: true })
      const other = await open(url)
      const insert = "INSERT INTO workspace (id, name, state) VALUES ('other', '', 'active')"
      await other.transaction((sql) => sql.run(insert))
      await expect(restoreStore(url, file)).rejects.toThrow(/EEXIST|not empty/)
      expect(await other.sql.all('SELECT id FROM workspace')).toEqual([{ id: 'other' }])
      expect(await other.sql.all('SELECT id FROM app_user')).toEqual([])
    },
  )
})
