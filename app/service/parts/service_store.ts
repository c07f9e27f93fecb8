import { seedExample } from '../../business/tools/adapters/embedded.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { explainKeyLack, findKeyLack } from '../../foundation/store/audit_key.ts'
import { createLateStore } from '../../foundation/store/late.ts'
import { type OpenFailure, tryStore } from '../../foundation/store/open.ts'
import { type Store, StoreUnavailable } from '../../foundation/store/port.ts'
import type { Config } from '../settings/config.ts'
import { type WatchedStore, watchStore } from './business_parts.ts'
import type { Runtime } from './runtime.ts'

/** What a store needs before anybody uses it; a line says why it cannot be used. */
type PrepareStore = (store: Store) => Promise<string | undefined>

/**
 * Opens the store that everything in a service shares. A server that is away keeps nobody from
 * starting: the store is then an outage that ends when it is opened, and prepared, later. The error
 * is a line for the operator, about something that no waiting changes.
 */
export async function openServiceStore(
  { business: { databaseUrl } }: Config,
  given: Runtime,
  prepare: PrepareStore,
): Promise<Result<WatchedStore, string>> {
  const late = createLateStore(databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgres', () =>
    openPrepared(databaseUrl, prepare),
  )
  const first = await late.open()
  if (!first.ok && !first.error.isOutage) return err(first.error.line)
  let lastRefusal: string | undefined
  const watched = watchStore(given, late, async () => {
    const opened = await late.open()
    if (opened.ok) return
    const { line, isOutage } = opened.error
    // The server is back, and only a person can help: that is another line than the outage.
    if (!isOutage && line !== lastRefusal) given.log.error('store_refused', { reason: line })
    lastRefusal = isOutage ? undefined : line
    throw new StoreUnavailable(line)
  })
  if (!first.ok) watched.part.reportFailure(first.error.line)
  return ok(watched)
}

async function openPrepared(
  databaseUrl: string,
  prepare: PrepareStore,
): Promise<Result<Store, OpenFailure>> {
  const opened = await tryStore(databaseUrl)
  if (!opened.ok) return opened
  const store = opened.value
  const refuse = async (line: string, isOutage: boolean) => {
    await store.close().catch(() => undefined)
    return err({ line, isOutage })
  }
  try {
    const lack = await prepare(store)
    return lack === undefined ? opened : await refuse(lack, false)
  } catch (error) {
    if (error instanceof StoreUnavailable) return await refuse(error.message, true)
    await store.close()
    throw error
  }
}

/** Before business tools use a store: the key of its audit, and the example workspace. */
export function prepareBusiness({ business }: Config, { docs, clock }: Runtime): PrepareStore {
  return async (store) => {
    const lack = await findKeyLack(store.sql, business.auditKeys)
    const otherwise = 'a new one after any command with --unkeyed-audit'
    if (lack !== undefined) return explainKeyLack(lack, otherwise)
    const { example } = docs.current()
    if (business.domain === undefined && example !== undefined) {
      await seedExample(store, example, clock())
    }
    return undefined
  }
}
