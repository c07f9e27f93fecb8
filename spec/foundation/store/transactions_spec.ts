import { expect, test } from 'bun:test'
import { type Sql, type Store, StoreUnavailable } from '../../../app/foundation/store/port.ts'
import { forBothStores } from '../../support/stores.ts'

const PUT = "INSERT INTO workspace (id, name, state) VALUES (?, 'W', 'active')"
const COUNT = 'SELECT count(*) AS workspaces FROM workspace'
const GET = 'SELECT id FROM workspace WHERE id = ?'

const put = (sql: Sql, id: string) => sql.run(PUT, id)
const puts = (store: Store, id: string) => store.transaction((sql) => put(sql, id))

forBothStores((_, open) => {
  test('transactions return the value of their work', async () => {
    const store = await open()
    const value = [Promise.resolve(1), 2]
    expect(await store.transaction(async () => value)).toBe(value)
  })

  test('transactions keep all or nothing', async () => {
    const store = await open()
    const failing = store.transaction(async (sql) => {
      await put(sql, 'a')
      await put(sql, 'b')
      throw new RangeError('of the work')
    })
    await expect(failing).rejects.toThrow(new RangeError('of the work'))
    expect(await store.sql.one(COUNT)).toEqual({ workspaces: 0 })
    await puts(store, 'c')
    expect(await store.sql.one(COUNT)).toEqual({ workspaces: 1 })
  })

  test('transactions are rolled back when a statement failed, caught or not', async () => {
    const store = await open()
    await puts(store, 'a')
    const failing = store.transaction(async (sql) => {
      await put(sql, 'b')
      await put(sql, 'a').catch(() => 0)
      return 'as if nothing had happened'
    })
    await expect(failing).rejects.toThrow(/unique/i)
    const going = store.transaction(async (sql) => {
      await put(sql, 'a').catch(() => 0)
      await put(sql, 'c')
    })
    await expect(going).rejects.toThrow(/unique/i)
    expect(await store.sql.all('SELECT id FROM workspace')).toEqual([{ id: 'a' }])
  })

  test('transactions see their own rows, which nobody else sees before the commit', async () => {
    const store = await open()
    const other = await open(store.url)
    await store.transaction(async (sql) => {
      await put(sql, 'a')
      expect(await sql.one(COUNT)).toEqual({ workspaces: 1 })
      expect(await store.sql.one(COUNT)).toEqual({ workspaces: 0 })
      expect(await other.sql.one(COUNT)).toEqual({ workspaces: 0 })
    })
    expect(await store.sql.one(COUNT)).toEqual({ workspaces: 1 })
    expect(await other.sql.one(COUNT)).toEqual({ workspaces: 1 })
  })

  test('transactions refuse statements after their end', async () => {
    const store = await open()
    let escaped: Sql | undefined
    await store.transaction(async (sql) => {
      escaped = sql
    })
    await expect(put(escaped ?? store.sql, 'a')).rejects.toThrow('it has ended')
    expect(await store.sql.one(COUNT)).toEqual({ workspaces: 0 })
  })

  test('transactions are the only way to change', async () => {
    const store = await open()
    await expect(put(store.sql, 'a')).rejects.toThrow('it is outside a transaction')
    await expect(store.sql.one(`${PUT} RETURNING id`, 'a')).rejects.toThrow()
    await expect(store.sql.all(`${PUT} RETURNING id`, 'a')).rejects.toThrow()
    expect(await store.sql.one(COUNT)).toEqual({ workspaces: 0 })
  })

  test('of 50 transactions that change one row under a condition, one wins', async () => {
    const store = await open()
    const others = [store, await open(store.url), await open(store.url)]
    await puts(store, 'a')
    const change = "UPDATE workspace SET state = 'removed' WHERE id = ? AND state = 'active'"
    const wins = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (others[index % 3] ?? store).transaction((sql) => sql.run(change, 'a')),
      ),
    )
    expect(wins.filter((rows) => rows === 1)).toHaveLength(1)
    expect(wins.filter((rows) => rows === 0)).toHaveLength(49)
  })

  test('of 50 transactions that insert one key, one wins', async () => {
    const store = await open()
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => puts(store, 'a')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await store.sql.one(COUNT)).toEqual({ workspaces: 1 })
  })

  test('transactions let the program do other work while many of them wait', async () => {
    const store = await open()
    let turns = 0
    const ticking = setInterval(() => {
      turns += 1
    })
    await Promise.all(Array.from({ length: 300 }, (_, index) => puts(store, `w${index}`)))
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(3)
    expect(await store.sql.one(COUNT)).toEqual({ workspaces: 300 })
  })

  test('a transaction that waits for one inside it ends, and blocks nobody', async () => {
    const store = await open()
    const inside: Promise<unknown>[] = []
    const outer = store.transaction(async (sql) => {
      await put(sql, 'a')
      inside.push(puts(store, 'a'))
      await Promise.all(inside)
    })
    await expect(outer).rejects.toThrow(StoreUnavailable)
    await Promise.allSettled(inside)
    await puts(store, 'b')
    expect(await store.sql.one(GET, 'b')).toEqual({ id: 'b' })
  })
})
