import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command as auditCommand } from '../../app/cli/audit.ts'
import type { Command } from '../../app/cli/command.ts'
import { command as storeCommand } from '../../app/cli/store.ts'
import { archiveAudit } from '../../app/foundation/store/archive.ts'
import { createAudit } from '../../app/foundation/store/audit.ts'
import { createWorld } from '../business/grants/granting.ts'
import { verifies } from '../requirements/verifies.ts'
import { runCommand } from '../support/command_call.ts'
import { forEachStore, type TestStore } from '../support/stores.ts'

const KEY = 'a-key-of-the-audit-with-32-characters'
const DAY_MS = 86_400_000

let home = ''
const { log, error } = console
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-archive-'))
  Object.assign(console, { log: () => undefined, error: () => undefined })
})
afterAll(async () => {
  Object.assign(console, { log, error })
  await rm(home, { recursive: true, force: true })
})

function run(
  command: Command,
  { url }: TestStore,
  words: readonly string[],
  flags: object = {},
): Promise<number> {
  return runCommand(command, { DATABASE_URL: url, AUDIT_KEY: KEY }, words, flags)
}

/** Lines of the audit, each this many days old. */
async function writeLines(store: TestStore, days: number, count: number): Promise<void> {
  const clock = () => Date.now() - days * DAY_MS
  const audit = createAudit(store, { clock, keys: [KEY] })
  await store.transaction(async (sql) => {
    for (let line = 0; line < count; line += 1) {
      await audit.append(sql, { event: 'tool_read', outcome: 'answered', actor: `user_${line}` })
    }
  })
}

const NUMBERS = 'SELECT seq FROM audit ORDER BY seq'

forEachStore((name, open) => {
  verifies(
    'store.archive',
    'old lines leave the audit for a file, and the chain is proven across it',
    async () => {
      const store = await open()
      const folder = join(home, name)
      await writeLines(store, 500, 3)
      await writeLines(store, 2, 2)
      expect(await run(storeCommand, store, ['archive', folder], { 'dry-run': true })).toBe(0)
      expect(await store.sql.all(NUMBERS)).toHaveLength(5)
      expect(await run(storeCommand, store, ['archive', folder])).toBe(0)
      const rows = await store.sql.all(NUMBERS)
      expect(rows.map(({ seq }) => seq)).toEqual([4, 5, 6])
      const files = (await readdir(folder)).map((file) => join(folder, file))
      expect(files).toEqual([join(folder, 'audit-000000000001-000000000003.jsonl')])
      expect(await run(auditCommand, store, ['verify'])).toBe(0)
      expect(await run(auditCommand, store, ['verify', ...files])).toBe(0)
      // Nothing more is old: a second run leaves no file.
      expect(await run(storeCommand, store, ['archive', folder])).toBe(0)
      expect(await readdir(folder)).toHaveLength(1)
      // The table is append-only again.
      await expect(store.transaction((sql) => sql.run('DELETE FROM audit'))).rejects.toThrow(
        'append-only',
      )
      const [path = ''] = files
      const text = await Bun.file(path).text()
      await Bun.write(path, text.replace('user_1', 'user_9'))
      expect(await run(auditCommand, store, ['verify', path])).toBe(1)
    },
  )

  verifies(
    'store.archive',
    'the file of an interrupted run does not break the proof across all files',
    async () => {
      const store = await open()
      const folder = join(home, `${name}-interrupted`)
      await writeLines(store, 500, 3)
      await writeLines(store, 450, 2)
      const audit = createAudit(store, { clock: Date.now, keys: [KEY] })
      const transaction = () => Promise.reject(new Error('away'))
      const away = { store: { ...store, transaction }, audit, folder }
      await expect(archiveAudit(away, Date.now() - 470 * DAY_MS)).rejects.toThrow('away')
      expect(await run(storeCommand, store, ['archive', folder])).toBe(0)
      const files = (await readdir(folder)).map((file) => join(folder, file))
      expect(files).toHaveLength(2)
      expect(await run(auditCommand, store, ['verify', ...files])).toBe(0)
    },
  )

  verifies('store.archive', 'lines that went away without an archive break the audit', async () => {
    const store = await open()
    await writeLines(store, 500, 3)
    await writeLines(store, 2, 2)
    await store.transaction(async (sql) => {
      await sql.run(
        store.dialect === 'sqlite'
          ? 'DROP TRIGGER audit_refuses_delete'
          : 'ALTER TABLE audit DISABLE TRIGGER ALL',
      )
      await sql.run('DELETE FROM audit WHERE seq <= 3')
    })
    expect(await run(auditCommand, store, ['verify'], { 'dry-run': true })).toBe(1)
    expect(await run(storeCommand, store, ['archive', join(home, `${name}-broken`)])).toBe(1)
    expect(await store.sql.all(NUMBERS)).toHaveLength(2)
  })

  verifies(
    'store.archive',
    'finished approvals and idle users leave for files, nothing in use does',
    async () => {
      const store = await open()
      const here = await createWorld(store)
      const folder = join(home, `${name}-rows`)
      const old = Date.now() - 500 * DAY_MS
      const user = (id: string, state: string, created: number) =>
        here.change(
          `INSERT INTO app_user (id, issuer, subject, display, state, created)
          VALUES (?, 'i', ?, 'Name', ?, ?)`,
          ...[id, id, state, created],
        )
      await user('user_idle', 'active', old)
      await user('user_asks', 'active', old)
      await user('user_off', 'disabled', old)
      await user('user_new', 'active', Date.now())
      const approval = (id: string, state: string, created: number, ends = created) =>
        store.transaction((sql) =>
          sql.run(
            `INSERT INTO held_approval (id, workspace_id, business_id, tool, operation, args,
            args_hash, requested_by, grant_id, client_id, scopes, state, version, policy, created,
            ends)
            VALUES (?, 'w', ?, 't', 'o', '{}', ?, 'user_asks', 'g', 'c', '', ?, 1, 'domain', ?, ?)`,
            ...[id, id, new Uint8Array(32), state, created, ends],
          ),
        )
      await approval('done', 'applied', old)
      await approval('late', 'held', old)
      await approval('open', 'held', old, Date.now() + DAY_MS)
      await approval('runs', 'applying', old)
      await approval('recent', 'rejected', Date.now())
      expect(await run(storeCommand, store, ['archive', folder])).toBe(0)
      const ids = async (table: string) =>
        (await store.sql.all(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id)
      expect(await ids('held_approval')).toEqual(['open', 'recent', 'runs'])
      const users = await ids('app_user')
      expect(users.filter((id) => String(id).length < 10)).toEqual([
        'user_asks',
        'user_new',
        'user_off',
      ])
      const texts = await Promise.all(
        (await readdir(folder)).map((file) => Bun.file(join(folder, file)).text()),
      )
      expect(texts.join('')).toContain('"user_idle"')
      expect(texts.join('')).toContain('"done"')
      expect(texts.join('')).not.toContain('"runs"')
    },
  )
})
