import { afterAll, afterEach, beforeEach, describe } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../app/foundation/store/open.ts'
import type { Store } from '../../app/foundation/store/port.ts'
import { HAS_LONG_TESTS, testWith } from '../requirements/verifies.ts'
import { POSTGRES, sharedPostgres } from './postgres.ts'

/** A store for one test, with the address under which other processes can open it. */
export type TestStore = Store & { readonly url: string }

/** Opens a new, empty store, or a further connection to the one at `url`. */
export type OpenTestStore = (url?: string) => Promise<TestStore>

type DefineTests = (name: 'sqlite' | 'postgres', open: OpenTestStore) => void

/**
 * As `forBothStores`, for tests of what uses a store: those of the store itself show that both
 * databases behave alike, so the second time through PostgreSQL is long.
 */
export function forEachStore(define: DefineTests): void {
  if (HAS_LONG_TESTS) forBothStores(define)
  else describe('sqlite', () => define('sqlite', createOpener(sqliteUrls())))
}

/**
 * Defines the same tests for both databases: `forBothStores((name, open) => test(…))`. A store
 * opened in a test is closed after it, one opened in `beforeAll` after its group. Without
 * PostgreSQL its tests are skipped with a warning, and fail under `REQUIRE_ALL=1`.
 */
export function forBothStores(define: DefineTests): void {
  describe('sqlite', () => define('sqlite', createOpener(sqliteUrls())))
  if (POSTGRES.available) {
    describe('postgres', () => define('postgres', createOpener(postgresUrl)))
  } else {
    testWith([POSTGRES], 'postgres: the same tests', () => undefined)
    describe.skip('postgres', () => define('postgres', createOpener(postgresUrl)))
  }
}

async function postgresUrl(): Promise<string> {
  return await (await sharedPostgres()).database()
}

function sqliteUrls(): () => Promise<string> {
  const folders: string[] = []
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-store-'))
    folders.push(folder)
    return `sqlite:${join(folder, 'store.sqlite')}`
  }
}

function createOpener(newUrl: () => Promise<string>): OpenTestStore {
  const ofTest: Store[] = []
  const ofGroup: Store[] = []
  let stores = ofGroup
  const closeAll = async (some: Store[]) => {
    for (const store of some.splice(0)) await store.close()
  }
  beforeEach(() => {
    stores = ofTest
  })
  afterEach(async () => {
    stores = ofGroup
    await closeAll(ofTest)
  })
  afterAll(() => closeAll(ofGroup))
  return async (given) => {
    const url = given ?? (await newUrl())
    const opened = await openStore(url)
    if (!opened.ok) throw new Error(opened.error)
    stores.push(opened.value)
    return { ...opened.value, url }
  }
}
