import { toStorableValues } from './columns.ts'
import { type Sql, type SqlRow, type SqlValue, StoreUnavailable } from './port.ts'

/** The server ends a statement sooner; this is for one that no longer answers at all. */
const ANSWER_MS_MAX = 8000

/** The part of a connection that is used. */
export type Runner = { unsafe(text: string, values?: unknown[]): PromiseLike<unknown> }

/**
 * SQLSTATE classes that are not about the statement (PostgreSQL manual, appendix A): connection,
 * idle session timeouts, authorization, unknown database, deadlock, resources, shutdown.
 */
const UNAVAILABLE = /^(08|25P0[34]|28|3D|40|53|55|57|58|F0|XX)/

/** Statements that each run on a connection lent by `use`. */
export function createPostgresStatements(use: (ask: Ask) => Promise<Answer>): Sql {
  const send = (text: string, values: readonly SqlValue[]) =>
    use((runner) =>
      awaitAnswer(answerOf(runner.unsafe(numberParameters(text), toStorableValues(values)))),
    )
  return {
    all: async (text, ...values) => (await send(text, values)).map(rowOf),
    one: async (text, ...values) => {
      const [row] = await send(text, values)
      return row === undefined ? undefined : rowOf(row)
    },
    run: async (text, ...values) => (await send(text, values)).count,
  }
}

type Ask = (runner: Runner) => Promise<Answer>

/** Rows, how many were affected, and the command that the server reports as done. */
type Answer = readonly Readonly<Record<string, unknown>>[] & {
  readonly count: number
  readonly command: string
}

export async function answerOf(query: PromiseLike<unknown>): Promise<Answer> {
  // A Bun query resolves to an array of rows with these members.
  return (await query) as Answer
}

const numberedTexts = new Map<string, string>()

/** Turns `?` of the shared SQL into `$1`, `$2` and so on; the program has few texts. */
function numberParameters(text: string): string {
  const found = numberedTexts.get(text)
  if (found !== undefined) return found
  let count = 0
  const made = text.replace(/\?/g, () => `$${++count}`)
  numberedTexts.set(text, made)
  return made
}

function rowOf(row: Readonly<Record<string, unknown>>): SqlRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toSqlValue(value)]))
}

function toSqlValue(value: unknown): SqlValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Uint8Array) return new Uint8Array(value)
  throw new Error(`Cannot read a value from the store: unsupported type ${typeof value}`)
}

/** A server that should have answered long ago: whatever is sent to it may be lost. */
export class ServerSilent extends StoreUnavailable {}

/** A standby: what it answers may be older than what another server acknowledged. */
export class ServerReadOnly extends StoreUnavailable {}

/** What a standby says to a transaction that may change something (xact.c, variable.c). */
const FEATURE_NOT_SUPPORTED = '0A000'

/** Begins a transaction that may change something. */
export async function beginWriting(runner: Runner): Promise<void> {
  const text = 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE'
  try {
    await awaitAnswer(answerOf(runner.unsafe(text)))
  } catch (error) {
    if (!(error instanceof Bun.SQL.PostgresError)) throw error
    if (error.errno !== FEATURE_NOT_SUPPORTED) throw error
    throw new ServerReadOnly('Cannot use the store: it is a standby', { cause: error })
  }
}

/** Waits no longer than a server may take; failures of the server become one error. */
export async function awaitAnswer<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new ServerSilent('Cannot use the store: no answer in time')
    timer = setTimeout(() => reject(error), ANSWER_MS_MAX)
  })
  try {
    return await Promise.race([answer, late])
  } catch (error) {
    throw toUnavailable(error) ?? error
  } finally {
    clearTimeout(timer)
  }
}

function toUnavailable(error: unknown): StoreUnavailable | undefined {
  if (!(error instanceof Bun.SQL.PostgresError)) return undefined
  // An error without a server code comes from the connection.
  if (error.errno !== undefined && !UNAVAILABLE.test(error.errno)) return undefined
  const reason = error.errno ?? error.code
  return new StoreUnavailable(`Cannot use the store: ${reason}`, { cause: error })
}
