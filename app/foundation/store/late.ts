import { ok, type Result } from '../../contract/result.ts'
import type { OpenFailure } from './open.ts'
import { type Store, StoreUnavailable } from './port.ts'

/** A store that is opened when its server answers; until then each use fails as in an outage. */
type LateStore = Store & {
  /** Opens it, unless it is open; one attempt at a time. */
  open(): Promise<Result<void, OpenFailure>>
}

export function createLateStore(
  dialect: Store['dialect'],
  attempt: () => Promise<Result<Store, OpenFailure>>,
): LateStore {
  let opened: Store | undefined
  let isClosed = false
  const use = (): Store => {
    if (opened !== undefined) return opened
    throw new StoreUnavailable('Cannot use the store: it has not been opened yet')
  }
  return {
    dialect,
    sql: {
      all: async (text, ...values) => await use().sql.all(text, ...values),
      one: async (text, ...values) => await use().sql.one(text, ...values),
      run: async (text, ...values) => await use().sql.run(text, ...values),
    },
    transaction: async (work) => await use().transaction(work),
    open: async () => {
      if (opened !== undefined) return ok(undefined)
      const made = await attempt()
      if (!made.ok) return made
      if (isClosed) await made.value.close()
      else opened = made.value
      return ok(undefined)
    },
    close: async () => {
      isClosed = true
      await opened?.close()
    },
  }
}
