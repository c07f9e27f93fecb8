import { describe, expect, test } from 'bun:test'
import { type AuditPorts, createAudit } from '../../../app/foundation/store/audit.ts'
import { type Sql, type Store, StoreUnavailable } from '../../../app/foundation/store/port.ts'
import { forBothStores } from '../../support/stores.ts'

const PORTS: AuditPorts = { clock: () => 1_800_000_000_000 }
const LINES = 'SELECT count(*) AS lines FROM audit'
const PUT = "INSERT INTO workspace (id, name, state) VALUES (?, 'W', 'active')"

/** Tampers as somebody with full access to the database. */
async function tamper(store: Store, ...statements: readonly string[]): Promise<void> {
  const without = {
    sqlite: [
      'DROP TRIGGER IF EXISTS audit_refuses_update',
      'DROP TRIGGER IF EXISTS audit_refuses_delete',
    ],
    postgres: ['ALTER TABLE audit DISABLE TRIGGER ALL'],
  }
  await store.transaction(async (sql) => {
    for (const statement of [...without[store.dialect], ...statements]) await sql.run(statement)
  })
}

const TAMPERING: readonly (readonly [string, number, readonly string[]])[] = [
  ['a text is changed', 3, ["UPDATE audit SET actor = 'other' WHERE seq = 3"]],
  ['a text is taken away', 3, ['UPDATE audit SET tool = NULL WHERE seq = 3']],
  [
    'a text moves to the next column',
    3,
    ['UPDATE audit SET client_id = actor, actor = NULL WHERE seq = 3'],
  ],
  ['a time is changed', 4, ['UPDATE audit SET at = at + 1 WHERE seq = 4']],
  ['the first line is taken out', 2, ['DELETE FROM audit WHERE seq = 1']],
  ['a line is taken out', 4, ['DELETE FROM audit WHERE seq = 3']],
  [
    'a line is taken out and the rest moves up',
    3,
    [
      'DELETE FROM audit WHERE seq = 3',
      'UPDATE audit SET seq = 3 WHERE seq = 4',
      'UPDATE audit SET seq = 4 WHERE seq = 5',
    ],
  ],
  [
    'two lines change places',
    2,
    [
      'UPDATE audit SET seq = 99 WHERE seq = 2',
      'UPDATE audit SET seq = 2 WHERE seq = 3',
      'UPDATE audit SET seq = 3 WHERE seq = 99',
    ],
  ],
  [
    'a line is added with the hash of another',
    6,
    [
      `INSERT INTO audit (seq, at, event, outcome, actor, tool, previous, hash)
      SELECT 6, at, event, outcome, actor, tool, hash, hash FROM audit WHERE seq = 5`,
    ],
  ],
  [
    'a line is put before the first',
    0,
    [
      `INSERT INTO audit (seq, at, event, outcome, actor, tool, previous, hash)
      SELECT 0, at, event, outcome, actor, tool, previous, hash FROM audit WHERE seq = 1`,
    ],
  ],
]

forBothStores((_, open) => {
  test('append() writes the line in the transaction of the change', async () => {
    const store = await open()
    const audit = createAudit(store, PORTS)
    await store.transaction(async (sql) => {
      await sql.run(PUT, 'a')
      await audit.append(sql, { event: 'call', outcome: 'applied', actor: 'u', argsDigest: 'ff' })
      await audit.append(sql, { event: 'held', outcome: 'ok', approvalId: 'h', address: '::1' })
      expect(await store.sql.one(LINES)).toEqual({ lines: 0 })
    })
    const lines = await store.sql.all('SELECT * FROM audit ORDER BY seq')
    const at = PORTS.clock()
    expect(lines).toMatchObject([
      { seq: 1, at, event: 'call', outcome: 'applied', actor: 'u', args_digest: 'ff', tool: null },
      { seq: 2, at, event: 'held', outcome: 'ok', approval_id: 'h', address: '::1', actor: null },
    ])
    expect(lines[1]?.previous).toEqual(lines[0]?.hash ?? null)
  })

  test('append() leaves no line of a rolled back change', async () => {
    const store = await open()
    const audit = createAudit(store, PORTS)
    const failing = store.transaction(async (sql) => {
      await audit.append(sql, { event: 'call', outcome: 'applied' })
      throw new RangeError('after the line')
    })
    await expect(failing).rejects.toThrow(RangeError)
    expect(await store.sql.one(LINES)).toEqual({ lines: 0 })
    await audit.appendLater({ event: 'call', outcome: 'ok' })
    expect(await store.sql.all('SELECT seq FROM audit')).toEqual([{ seq: 1 }])
  })

  test('a change that cannot be audited is not made', async () => {
    const store = await open()
    const audit = createAudit(store, PORTS)
    await store.transaction((sql) => sql.run('ALTER TABLE audit RENAME TO elsewhere'))
    const change = store.transaction(async (sql) => {
      await sql.run(PUT, 'a')
      await audit.append(sql, { event: 'call', outcome: 'applied' })
    })
    await expect(change).rejects.toThrow()
    expect(await store.sql.all('SELECT id FROM workspace')).toEqual([])
  })

  test('the chain of several concurrent writers is whole', async () => {
    const store = await open()
    const stores = [store, await open(store.url), await open(store.url)]
    const writing = stores.flatMap((each, writer) => {
      const audit = createAudit(each, PORTS)
      const entry = (index: number) => ({ event: `${writer}-${index}`, outcome: 'ok' })
      const append = (index: number) => each.transaction((sql) => audit.append(sql, entry(index)))
      return Array.from({ length: 60 }, (_, index) =>
        index % 3 === 0 ? append(index) : audit.appendLater(entry(index)),
      )
    })
    await Promise.all(writing)
    expect(await store.sql.one(LINES)).toEqual({ lines: 180 })
    expect(await createAudit(store, PORTS).findBreak()).toBeUndefined()
  })

  test('findBreak() reads a chain that is longer than one page', async () => {
    const store = await open()
    const audit = createAudit(store, PORTS)
    expect(await audit.findBreak()).toBeUndefined()
    await Promise.all(
      Array.from({ length: 1001 }, () => audit.appendLater({ event: 'e', outcome: 'ok' })),
    )
    expect(await audit.findBreak()).toBeUndefined()
    await tamper(store, "UPDATE audit SET outcome = 'no' WHERE seq = 1001")
    expect(await audit.findBreak()).toBe(1001)
  })

  test('texts that a database would change do not break the chain', async () => {
    const store = await open()
    const audit = createAudit(store, PORTS)
    for (const actor of [
      '\0',
      'a\uD800b',
      '\u{1F600}',
      "'; --",
      '\r\n',
      '',
      'x'.repeat(5000),
      `${'x'.repeat(511)}\u{1F600}`,
    ]) {
      await audit.appendLater({ event: 'e', outcome: 'ok', actor })
    }
    expect(await audit.findBreak()).toBeUndefined()
    expect(await store.sql.one(LINES)).toEqual({ lines: 8 })
  })

  test('lines are neither changed nor deleted', async () => {
    const store = await open()
    const audit = createAudit(store, PORTS)
    await audit.appendLater({ event: 'e', outcome: 'ok' })
    const attempts: readonly string[] = ["UPDATE audit SET event = 'f'", 'DELETE FROM audit']
    const more = store.dialect === 'postgres' ? ['TRUNCATE audit'] : []
    for (const attempt of [...attempts, ...more]) {
      await expect(store.transaction((sql: Sql) => sql.run(attempt))).rejects.toThrow('append-only')
    }
    expect(await store.sql.all('SELECT event FROM audit')).toEqual([{ event: 'e' }])
  })

  describe('findBreak() finds that', () => {
    for (const [what, line, statements] of TAMPERING) {
      test(what, async () => {
        const store = await open()
        const audit = createAudit(store, PORTS)
        for (const actor of ['a', 'b', 'c', 'd', 'e']) {
          await audit.appendLater({ event: 'e', outcome: 'ok', actor, tool: 't' })
        }
        await tamper(store)
        expect(await audit.findBreak()).toBeUndefined()
        await tamper(store, ...statements)
        expect(await audit.findBreak()).toBe(line)
      })
    }
  })

  test('appendLater() reports a failure, keeps the line and writes it when it can', async () => {
    const store = await open()
    const audit = createAudit(store, PORTS)
    await audit.appendLater({ event: 'first', outcome: 'ok' })
    expect(audit.isHealthy()).toBe(true)
    await store.transaction((sql) => sql.run('ALTER TABLE audit RENAME TO elsewhere'))
    await expect(audit.appendLater({ event: 'second', outcome: 'ok' })).rejects.toThrow(
      StoreUnavailable,
    )
    expect(audit.isHealthy()).toBe(false)
    await expect(audit.flush()).rejects.toThrow(StoreUnavailable)
    await store.transaction((sql) => sql.run('ALTER TABLE elsewhere RENAME TO audit'))
    while (!audit.isHealthy()) await Bun.sleep(10)
    await audit.appendLater({ event: 'third', outcome: 'ok' })
    const lines = await store.sql.all('SELECT event FROM audit ORDER BY seq')
    expect(lines.map(({ event }) => event)).toEqual(['first', 'second', 'third'])
    expect(await audit.findBreak()).toBeUndefined()
  })

  test('flush() writes all waiting lines', async () => {
    const store = await open()
    const audit = createAudit(store, PORTS)
    const lines = Array.from({ length: 20 }, () => audit.appendLater({ event: 'e', outcome: 'ok' }))
    await audit.flush()
    expect(await store.sql.one(LINES)).toEqual({ lines: 20 })
    await Promise.all(lines)
    await audit.flush()
    expect(await store.sql.one(LINES)).toEqual({ lines: 20 })
  })
})
