import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openStore } from '../../app/foundation/store/open.ts'
import type { Store } from '../../app/foundation/store/port.ts'
import { testWith } from '../requirements/verifies.ts'
import { POSTGRES, sharedPostgres } from '../support/postgres.ts'
import { examine } from './examine.ts'
import { type RunResult, runKills } from './run.ts'

// The long version of this, with fifty kills, is `bun run kills`.
const KILLS = 3
const SEED = 20_260_728

describe('sqlite', () => {
  let result: RunResult
  beforeAll(async () => {
    result = await runKills({ kills: KILLS, seed: SEED })
  })
  afterAll(() => result.remove())

  test('killed three times under writes, nothing acknowledged is lost or there twice', () => {
    expect([...result.record.violations]).toEqual([])
    expect(result.record.figures.kills).toBe(KILLS)
    const { notes, applied, redeemed, refreshed } = result.record
    for (const { size } of [notes, applied]) expect(size).toBeGreaterThan(0)
    for (const { length } of [redeemed, refreshed]) expect(length).toBeGreaterThan(0)
  })

  /** What `examine` says after a forbidden change; the change is undone. */
  const examineAfter = async (change: (store: Store) => Promise<unknown>) => {
    const opened = await openStore(result.databaseUrl)
    if (!opened.ok) throw new Error(opened.error)
    const store = opened.value
    await store.transaction((sql) => sql.run('CREATE TABLE kept AS SELECT * FROM domain_record'))
    await change(store)
    const said = await examine(store, result.record)
    await store.transaction(async (sql) => {
      await sql.run('DELETE FROM domain_record')
      await sql.run('INSERT INTO domain_record SELECT * FROM kept')
      await sql.run('DROP TABLE kept')
    })
    await store.close()
    return said.join('\n')
  }
  const one = "(SELECT id FROM domain_record WHERE fields LIKE '%Kept through a kill%' LIMIT 1)"

  test('a note that is gone, and one that is there twice, are found', async () => {
    const gone = `DELETE FROM domain_record WHERE id = ${one}`
    const lost = await examineAfter((store) => store.transaction((sql) => sql.run(gone)))
    expect(lost).toMatch(/audit lines without a note/)
    const twice = `INSERT INTO domain_record SELECT type, 'again', workspace_id, fields, created,
      updated, version FROM domain_record WHERE id = ${one}`
    const doubled = await examineAfter((store) => store.transaction((sql) => sql.run(twice)))
    expect(doubled).toMatch(/^applied 2 times: Kept through a kill/)
  })

  test('an approval that changed its job twice is found', async () => {
    const change = "UPDATE domain_record SET version = version + 1 WHERE id = 'job_teapot_rolls'"
    const said = await examineAfter((store) => store.transaction((sql) => sql.run(change)))
    expect(said).toMatch(/^job job_teapot_rolls has version \d+, not \d+$/)
  })
})

describe('postgres', () => {
  testWith([POSTGRES], 'the same three kills', async () => {
    const databaseUrl = await (await sharedPostgres()).database()
    const result = await runKills({ kills: KILLS, seed: SEED, databaseUrl })
    await result.remove()
    expect([...result.record.violations]).toEqual([])
    expect(result.record.applied.size).toBeGreaterThan(0)
  })
})
