import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { createAudit } from '../../../app/foundation/store/audit.ts'
import { openStore } from '../../../app/foundation/store/open.ts'
import { type Store, StoreUnavailable } from '../../../app/foundation/store/port.ts'
import { forBothStores } from '../../support/stores.ts'

const clock = () => 1_800_000_000_000
const TEXTS = 13

/** Changes lines as somebody with full access to the database. */
async function tamper(store: Store, statements: readonly string[]): Promise<void> {
  const unlock =
    store.dialect === 'sqlite'
      ? ['DROP TRIGGER audit_refuses_update', 'DROP TRIGGER audit_refuses_delete']
      : ['ALTER TABLE audit DISABLE TRIGGER ALL']
  await store.transaction(async (sql) => {
    for (const statement of [...unlock, ...statements]) await sql.run(statement)
  })
}

/** Gives line 3 another actor with the hash that belongs to it, and links line 4 to that hash. */
async function rewrite(store: Store): Promise<void> {
  const line = await store.sql.one('SELECT at, previous FROM audit WHERE seq = 3')
  if (!(line?.previous instanceof Uint8Array)) throw new Error('Cannot read line 3')
  const texts = ['e', 'ok', 'mallory', ...Array<null>(TEXTS - 3).fill(null)]
  const written = JSON.stringify([3, line.at, ...texts])
  const hash = createHash('sha256').update(line.previous).update(written).digest()
  await tamper(store, [])
  await store.transaction(async (sql) => {
    await sql.run("UPDATE audit SET actor = 'mallory', hash = ? WHERE seq = 3", hash)
    await sql.run('UPDATE audit SET previous = ? WHERE seq = 4', hash)
  })
}

const change =
  (...statements: readonly string[]) =>
  (store: Store) =>
    tamper(store, statements)
const TAMPERING: readonly (readonly [string, number, (store: Store) => Promise<void>])[] = [
  ['a text is changed', 3, change("UPDATE audit SET actor = 'mallory' WHERE seq = 3")],
  ['a time is changed', 3, change('UPDATE audit SET at = at + 1 WHERE seq = 3')],
  ['a line is taken out', 4, change('DELETE FROM audit WHERE seq = 3')],
  [
    'a line is made up before the first',
    0,
    change(`INSERT INTO audit (seq, at, event, outcome, previous, hash)
      SELECT 0, at, event, outcome, previous, hash FROM audit WHERE seq = 1`),
  ],
  ['a line is written anew with a hash of its own', 4, rewrite],
]

forBothStores((_name, open) => {
  test('threat 38: no line of the audit is changed, made up or taken out unseen', async () => {
    for (const [what, brokenAt, apply] of TAMPERING) {
      const store = await open()
      const audit = createAudit(store, { clock })
      const append = (actor: string) => audit.appendLater({ event: 'e', outcome: 'ok', actor })
      // A batch of lines, and then one after the other.
      await Promise.all(['a', 'b'].map(append))
      for (const actor of ['c', 'd', 'e']) await append(actor)
      expect([what, await audit.findBreak()]).toEqual([what, undefined])
      const remove = store.transaction((sql) => sql.run('DELETE FROM audit'))
      await expect(remove).rejects.toThrow('append-only')
      await apply(store)
      expect([what, await audit.findBreak()]).toEqual([what, brokenAt])
    }
  })

  test('threat 38: a line that could not be written is kept, and calls wait for it', async () => {
    const store = await open()
    const audit = createAudit(store, { clock })
    const rename = (from: string, to: string) =>
      store.transaction((sql) => sql.run(`ALTER TABLE ${from} RENAME TO ${to}`))
    await rename('audit', 'elsewhere')
    const lost = audit.appendLater({ event: 'lost', outcome: 'ok' })
    await expect(lost).rejects.toThrow(StoreUnavailable)
    expect(audit.isHealthy()).toBe(false)
    await rename('elsewhere', 'audit')
    await audit.flush()
    expect(audit.isHealthy()).toBe(true)
    expect(await store.sql.all('SELECT event FROM audit')).toEqual([{ event: 'lost' }])
  })
})

forBothStores((name, open) => {
  if (name === 'postgres') return
  test('threat 38: neither the file nor a refusal shows a secret to others', async () => {
    const path = (await open()).url.replace(/^sqlite:(.*)$/, '$1.wide')
    writeFileSync(path, '', { mode: 0o644 })
    await open(`sqlite:${path}`)
    expect(statSync(path).mode & 0o077).toBe(0)
    for (const rest of [
      'hidden-word@127.0.0.1:1/records',
      'hidden-word@127.0.0.1:1/',
      '1/hidden-word@127.0.0.1:1/records',
    ]) {
      const opened = await openStore(`postgres://lectern:${rest}`)
      expect(opened.ok).toBe(false)
      expect(JSON.stringify(opened)).not.toContain('hidden-word')
    }
  })
})
