import { afterAll, expect } from 'bun:test'
import { createAudit } from '../../../app/foundation/store/audit.ts'
import { openStore } from '../../../app/foundation/store/open.ts'
import { type Store, StoreUnavailable } from '../../../app/foundation/store/port.ts'
import { testWith, verifies } from '../../requirements/verifies.ts'
import { POSTGRES, type Postgres, startPostgres } from '../../support/postgres.ts'
import { startSilentProxy } from '../../support/silent_server.ts'
import { waitUntil } from '../../support/wait_until.ts'

const PUT = "INSERT INTO workspace (id, name, state) VALUES (?, 'W', 'active')"
const IDS = 'SELECT id FROM workspace ORDER BY id'

let server: Promise<Postgres> | undefined
const stores: Store[] = []
afterAll(async () => {
  for (const store of stores) await store.close()
  await (await server)?.remove()
})

/** A server that these tests stop: not the shared one. */
function ownServer(): Promise<Postgres> {
  server ??= startPostgres()
  return server
}

async function openOwn(url: string): Promise<Store> {
  const store = await openStore(url)
  if (!store.ok) throw new Error(store.error)
  stores.push(store.value)
  return store.value
}

function puts(store: Store, id: string): Promise<number> {
  return store.transaction((sql) => sql.run(PUT, id))
}

/** The pool notices a lost connection when it uses it; soon it must have only good ones. */
async function untilBack(store: Store): Promise<void> {
  await waitUntil(() =>
    store.sql.one('SELECT 1 AS one').then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(StoreUnavailable)
        return false
      },
    ),
  )
}

testWith([POSTGRES], 'a store is unavailable while its server is down, and recovers', async () => {
  const postgres = await ownServer()
  const url = await postgres.database()
  const store = await openOwn(url)
  const audit = createAudit(store, { clock: Date.now })
  await puts(store, 'before')
  await audit.appendLater({ event: 'before', outcome: 'ok' })

  await postgres.stop()
  await expect(store.sql.one(IDS)).rejects.toThrow(StoreUnavailable)
  await expect(puts(store, 'during')).rejects.toThrow(StoreUnavailable)
  await expect(audit.appendLater({ event: 'during', outcome: 'ok' })).rejects.toThrow(
    StoreUnavailable,
  )
  expect(audit.isHealthy()).toBe(false)
  const refusal = await openStore(url)
  expect(refusal.ok ? 'opened' : refusal.error).toMatch(
    /^Cannot open the store "postgres:\/\/127\.0\.0\.1:\d+\/test_\d+": Failed to connect$/,
  )

  await postgres.start()
  await untilBack(store)
  await puts(store, 'after')
  expect(await store.sql.all(IDS)).toEqual([{ id: 'after' }, { id: 'before' }])
  while (!audit.isHealthy()) await Bun.sleep(10)
  const events = await store.sql.all('SELECT event FROM audit ORDER BY seq')
  expect(events).toEqual([{ event: 'before' }, { event: 'during' }])
  expect(await audit.findBreak()).toBeUndefined()
})

testWith([POSTGRES], 'a transaction that loses its connection is not committed', async () => {
  const store = await openOwn(await (await ownServer()).database())
  const own = 'SELECT pg_backend_pid() AS pid'
  const losing = store.transaction(async (sql) => {
    await sql.run(PUT, 'lost')
    const row = await sql.one(own)
    await store.sql.one(
      'SELECT pg_terminate_backend(CAST(? AS INTEGER)) AS ended',
      row?.pid ?? null,
    )
    await sql.run(PUT, 'more')
  })
  await expect(losing).rejects.toThrow(StoreUnavailable)
  await untilBack(store)
  await puts(store, 'kept')
  expect(await store.sql.all(IDS)).toEqual([{ id: 'kept' }])
})

testWith(
  [POSTGRES],
  'a statement that takes too long ends, and so does one that waits for a lock',
  async () => {
    const store = await openOwn(await (await ownServer()).database())
    await puts(store, 'a')
    const change = "UPDATE workspace SET name = 'B' WHERE id = 'a'"
    const sleeping = store.sql.one('SELECT pg_sleep(60)')
    const holding = store.transaction(async (sql) => {
      await sql.run(change)
      await expect(store.transaction((other) => other.run(change))).rejects.toThrow(
        StoreUnavailable,
      )
    })
    await expect(sleeping).rejects.toThrow(StoreUnavailable)
    await holding
    expect(await store.sql.one('SELECT name FROM workspace')).toEqual({ name: 'B' })
  },
)

testWith([POSTGRES], 'a deadlock fails one transaction, not both', async () => {
  const store = await openOwn(await (await ownServer()).database())
  await puts(store, 'a')
  await puts(store, 'b')
  const bothAt = Promise.withResolvers<void>()
  let first = true
  const cross = (ids: readonly string[]) =>
    store.transaction(async (sql) => {
      for (const id of ids) {
        await sql.run('UPDATE workspace SET name = ? WHERE id = ?', ids.join(''), id)
        if (!first) bothAt.resolve()
        first = false
        await bothAt.promise
      }
    })
  const ends = await Promise.allSettled([cross(['a', 'b']), cross(['b', 'a'])])
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  expect(failures).toHaveLength(1)
  expect(failures[0]).toBeInstanceOf(StoreUnavailable)
})

testWith(
  [POSTGRES],
  'a commit waits for the disk even if the database is configured not to',
  async () => {
    const url = await (await ownServer()).database()
    const admin = new Bun.SQL({ url, max: 1 })
    await admin.unsafe(
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`,
    )
    await admin.close()
    const store = await openOwn(url)
    expect(await store.sql.one('SHOW synchronous_commit')).toEqual({ synchronous_commit: 'on' })
  },
)

testWith(
  [POSTGRES],
  'a wrong password and an unknown database are told apart without the password',
  async () => {
    const url = new URL(await (await ownServer()).database())
    url.password = 'wrong-secret'
    const wrong = await openStore(url.href)
    expect(wrong).toMatchObject({
      ok: false,
      error: expect.stringContaining('password authentication failed'),
    })
    expect(JSON.stringify(wrong)).not.toContain('wrong-secret')
    const unknown = new URL(await (await ownServer()).database())
    unknown.pathname = '/nowhere'
    expect(await openStore(unknown.href)).toMatchObject({
      ok: false,
      error: expect.stringContaining('database "nowhere" does not exist'),
    })
  },
)

testWith([], 'a server that accepts and says nothing is abandoned', async () => {
  const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  const refusal = await openStore(`postgres://lectern:secret@127.0.0.1:${silent.port}/lectern`)
  silent.stop(true)
  expect(refusal).toEqual({
    ok: false,
    error: expect.stringMatching(
      /^Cannot open the store "postgres:\/\/127.0.0.1:\d+\/lectern": .*time/i,
    ),
  })
})

testWith(
  [POSTGRES],
  'a server that falls silent is abandoned, and its connections with it',
  async () => {
    const url = new URL(await (await ownServer()).database())
    const between = startSilentProxy(Number(url.port))
    url.port = String(between.port)
    const store = await openOwn(url.href)
    await puts(store, 'before')
    between.silence()
    const asked = [store.sql.one(IDS), puts(store, 'during'), puts(store, 'meanwhile')]
    for (const each of await Promise.allSettled(asked)) {
      expect(each).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
    }
    await untilBack(store)
    await puts(store, 'after')
    const ids = (await store.sql.all(IDS)).map(({ id }) => id)
    expect(ids).toContain('before')
    expect(ids).toContain('after')
    await store.close()
    between.stop()
  },
)

verifies(
  'faults.kept',
  'a standby is unavailable for changes, and its connections go',
  async () => {
    const postgres = await ownServer()
    const store = await openOwn(await postgres.database())
    const read = 'SELECT pg_backend_pid() AS pid, pg_sleep(0.2)::text AS pause'
    const listBackends = async () => {
      const asked = Array.from({ length: 10 }, () => store.sql.one(read))
      return (await Promise.all(asked)).map((row) => row?.pid)
    }
    await puts(store, 'before')
    await postgres.stop()
    await postgres.start('standby')
    await untilBack(store)
    const backends = await listBackends()
    await expect(puts(store, 'during')).rejects.toThrow(StoreUnavailable)
    // A server that was promoted may be behind the same name: old answers must not mix in.
    for (const pid of await listBackends()) expect(backends).not.toContain(pid)
    await postgres.stop()
    await postgres.start()
    await untilBack(store)
    await puts(store, 'after')
    expect(await store.sql.all(IDS)).toEqual([{ id: 'after' }, { id: 'before' }])
  },
  { needs: [POSTGRES] },
)
