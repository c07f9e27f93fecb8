import { awaitAnswer, type Runner, ServerReadOnly, ServerSilent } from './_postgres_statements.ts'
import { StoreUnavailable } from './port.ts'

/** How long the other connections of an abandoned pool may still work. */
const LEAVE_SECONDS_MAX = 10

type Pool = {
  /** Lends one connection exclusively for one use. */
  readonly lend: <Value>(use: (connection: Runner) => Promise<Value>) => Promise<Value>
  readonly close: (secondsMax: number) => Promise<void>
}

/**
 * Lends connections of a pool. A connection on which the server failed does not go back; if the
 * server fell silent or became a standby, the others cannot be trusted either, so a new pool
 * replaces them.
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
        if (error instanceof ServerSilent || error instanceof ServerReadOnly) leave(own)
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
    // The reservation was abandoned, but may still arrive: nobody else could use it then.
    reserving.then(
      (late) => late.release(),
      () => undefined,
    )
    throw error
  }
}
