import {
  answerOf,
  awaitAnswer,
  beginWriting,
  createPostgresStatements,
  type Runner,
  ServerReadOnly,
  ServerSilent,
} from './_postgres_statements.ts'
import { listMigrations, NewerSchema, SCHEMA_VERSION } from './_schema.ts'
import { createAttempt, restrictToReads, waitForWork } from './_transaction.ts'
import { type Sql, type Store, StoreUnavailable } from './port.ts'

const CONNECTIONS_MAX = 10
const CONNECT_SECONDS_MAX = 5
const STATEMENT_MS_MAX = 5000
const IDLE_MS_MAX = 15_000
/** Any number that no other program on this database uses for an advisory lock. */
const MIGRATION_LOCK = 5_207_318_041

/** Opens a store on a PostgreSQL server; throws `StoreUnavailable` if it does not answer. */
export async function openPostgres(url: string): Promise<Store> {
  const connections = createPool(() => createConnections(url))
  const transaction = <Value>(work: (sql: Sql) => Promise<Value>) =>
    connections.lend((connection) => runTransaction(connection, work))
  try {
    await transaction(migrate)
  } catch (error) {
    await connections.close(0)
    throw error
  }
  return {
    dialect: 'postgres',
    sql: restrictToReads(createPostgresStatements(connections.lend)),
    transaction,
    close: () => connections.close(CONNECT_SECONDS_MAX),
  }
}

/**
 * SQLSTATE classes of a server that answers and refuses this user, or has no such database; a
 * connection that it cannot encrypt or authenticate as the address asks has only a name.
 */
const REFUSED = /^(28|3D)/
const REFUSED_NAME = /_(TLS|SSL|AUTHENTICATION|SASL)(_|$)/

/** Whether the server refuses what the address says, or a newer program wrote the database. */
export function isRefusal(error: StoreUnavailable): boolean {
  if (error instanceof NewerSchema) return true
  const { cause } = error
  if (!(cause instanceof Bun.SQL.PostgresError)) return false
  return REFUSED.test(cause.errno ?? '') || REFUSED_NAME.test(cause.code)
}

function createConnections(url: string): Bun.SQL {
  return new Bun.SQL({
    url,
    adapter: 'postgres',
    max: CONNECTIONS_MAX,
    connectionTimeout: CONNECT_SECONDS_MAX,
    // BIGINT then arrives as a bigint, and not as text that looks like any other text.
    bigint: true,
    connection: {
      application_name: 'lectern',
      // A change outside a transaction is refused, as the embedded store refuses it.
      default_transaction_read_only: 'on',
      statement_timeout: String(STATEMENT_MS_MAX),
      lock_timeout: String(STATEMENT_MS_MAX),
      idle_in_transaction_session_timeout: String(IDLE_MS_MAX),
      // A code that was redeemed must stay redeemed after a power failure.
      synchronous_commit: 'on',
    },
  })
}

/**
 * READ COMMITTED is enough: every guard is in the WHERE of the change that it guards. If the
 * connection is lost during the commit, nobody knows whether the change was made.
 */
async function runTransaction<Value>(
  connection: Runner,
  work: (sql: Sql) => Promise<Value>,
): Promise<Value> {
  const send = (text: string) => awaitAnswer(answerOf(connection.unsafe(text)))
  await beginWriting(connection)
  const attempt = createAttempt(createPostgresStatements((ask) => ask(connection)))
  try {
    const value = await waitForWork(work(attempt.sql))
    attempt.end()
    // The server answers ROLLBACK, not an error, to a COMMIT that it cannot do.
    const { command } = await send('COMMIT')
    if (command !== 'COMMIT') throw new StoreUnavailable(`Cannot commit: ${command}`)
    return value
  } catch (error) {
    attempt.close()
    if (!(error instanceof StoreUnavailable)) await send('ROLLBACK')
    throw error
  }
}

async function migrate(sql: Sql): Promise<void> {
  await sql.one(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})::text AS locked`)
  await sql.run('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)')
  const row = await sql.one('SELECT max(version) AS version FROM schema_version')
  const done = Number(row?.version ?? 0)
  if (done > SCHEMA_VERSION) {
    throw new NewerSchema()
  }
  if (done === SCHEMA_VERSION) return
  for (const statement of listMigrations(done, 'postgres')) await sql.run(statement)
  await sql.run('INSERT INTO schema_version (version) VALUES (?)', SCHEMA_VERSION)
}

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
function createPool(newPool: () => Bun.SQL): Pool {
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
