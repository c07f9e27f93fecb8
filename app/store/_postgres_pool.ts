import { awaitAnswer, type Runner, ServerSilent } from './_postgres_statements.ts'
import { StoreUnavailable } from './port.ts'

/** How long the others of a pool that is given up may still work. */
const LEAVE_SECONDS_MAX = 10

export type Pool = {
  /** One connection for one use, which has it alone. */
  readonly lend: <Value>(use: (connection: Runner) => Promise<Value>) => Promise<Value>
  readonly close: (secondsMax: number) => Promise<void>
}

/**
 * Lends connections of a pool. One on which the server failed does not go back; and where it fell
 * silent, its neighbours are not to be trusted either, so a new pool takes their place.
 */
export function createPool(newPool: () => Bun.SQL): Pool {
  let pool = newPool()
  const leave = (silent: Bun.SQL) => {
    if (silent !== pool) return
    pool = newPool()
    void silent.close({ timeout: LEAVE_SECONDS_MAX })
  }
  return {
    lend: async (use) => {
      const own = pool
      const connection = await reserveConnection(own)
      try {
        const value = await use(connection)
        connection.release()
        return value
      } catch (error) {
        if (error instanceof StoreUnavailable) void connection.close({ timeout: 0 })
        else connection.release()
        if (error instanceof ServerSilent) leave(own)
        throw error
      }
    },
    close: (secondsMax) => pool.close({ timeout: secondsMax }),
  }
}

async function reserveConnection(pool: Bun.SQL): Promise<Bun.ReservedSQL> {
  const reserving = pool.reserve()
  try {
    return await awaitAnswer(reserving)
  } catch (error) {
    // It was given up, but may come yet: nobody else could use it then.
    reserving.then(
      (late) => late.release(),
      () => undefined,
    )
    throw error
  }
}
