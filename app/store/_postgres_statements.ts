import { toStorableValues } from './_storable_texts.ts'
import { type Sql, type SqlRow, type SqlValue, StoreUnavailable } from './port.ts'

/** The server ends a statement sooner; this is for a server that no longer answers at all. */
const ANSWER_MS_MAX = 8000

/** What of a connection is used. */
export type Runner = { unsafe(text: string, values?: unknown[]): PromiseLike<unknown> }

/**
 * Classes of SQLSTATE that are not about the statement (PostgreSQL manual, appendix A): connection,
 * time-outs of an idle session, authorization, no such database, deadlock, resources, shutdown.
 */
const UNAVAILABLE = /^(08|25P0[34]|28|3D|40|53|55|57|58|F0|XX)/

/** Statements on whatever `use` lends a connection for. */
export function createPostgresStatements(use: (ask: Ask) => Promise<Answer>): Sql {
  const answered = (text: string, values: readonly SqlValue[]) =>
    use((runner) =>
      awaitAnswer(answerOf(runner.unsafe(numberParameters(text), toStorableValues(values)))),
    )
  return {
    all: async (text, ...values) => (await answered(text, values)).map(rowOf),
    one: async (text, ...values) => {
      const [row] = await answered(text, values)
      return row === undefined ? undefined : rowOf(row)
    },
    run: async (text, ...values) => (await answered(text, values)).count,
  }
}

type Ask = (runner: Runner) => Promise<Answer>

/** Rows, how many were touched, and the word that the server says when it has done it. */
export type Answer = readonly Readonly<Record<string, unknown>>[] & {
  readonly count: number
  readonly command: string
}

export async function answerOf(query: PromiseLike<unknown>): Promise<Answer> {
  // What a query of Bun's resolves to is an array of rows with these members.
  return (await query) as Answer
}

const numberedTexts = new Map<string, string>()

/** `?` of the common SQL as `$1`, `$2` and so on; texts are few, they are the program's own. */
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
  throw new Error(`Cannot read a value of the store: ${typeof value} is no kind of it`)
}

/** A server that should have answered long since: whatever goes to it may be lost on the way. */
export class ServerSilent extends StoreUnavailable {}

/** Waits no longer than a server may take; what is not about the statement is one error. */
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
  // An error that carries no code of the server comes from the connection.
  if (error.errno !== undefined && !UNAVAILABLE.test(error.errno)) return undefined
  const reason = error.errno ?? error.code
  return new StoreUnavailable(`Cannot use the store: ${reason}`, { cause: error })
}
