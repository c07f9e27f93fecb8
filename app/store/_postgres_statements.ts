import { type Sql, type SqlRow, type SqlValue, StoreUnavailable } from './port.ts'

/** The server ends a statement sooner; this is for a server that no longer answers at all. */
const ANSWER_MS_MAX = 8000

/** A pool, or one transaction of it. */
export type Runner = { unsafe(text: string, values: unknown[]): Promise<unknown> }

/**
 * Classes of SQLSTATE that are not about the statement (PostgreSQL manual, appendix A): connection,
 * time-outs of an idle session, authorization, no such database, deadlock, resources, shutdown.
 */
const UNAVAILABLE = /^(08|25P0[34]|28|3D|40|53|55|57|58|F0|XX)/

/** Statements of a pool or of one transaction; `check` throws where they may not be used now. */
export function postgresStatements(runner: Runner, check: (text?: string) => void): Sql {
  const ask = async (text: string, values: readonly SqlValue[]): Promise<Answer> =>
    // An answer of `unsafe` is an array of rows that carries the count of rows touched.
    (await reached(runner.unsafe(numbered(text), [...values]))) as Answer
  return {
    all: async (text, ...values) => {
      check()
      return (await ask(text, values)).map(rowOf)
    },
    one: async (text, ...values) => {
      check()
      const [row] = await ask(text, values)
      return row === undefined ? undefined : rowOf(row)
    },
    run: async (text, ...values) => {
      check(text)
      return (await ask(text, values)).count
    },
  }
}

type Answer = readonly Readonly<Record<string, unknown>>[] & { readonly count: number }

const numberedTexts = new Map<string, string>()

/** `?` of the common SQL as `$1`, `$2` and so on; texts are few, they are the program's own. */
function numbered(text: string): string {
  const found = numberedTexts.get(text)
  if (found !== undefined) return found
  let count = 0
  const made = text.replace(/\?/g, () => `$${++count}`)
  numberedTexts.set(text, made)
  return made
}

function rowOf(row: Readonly<Record<string, unknown>>): SqlRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, sqlValue(value)]))
}

function sqlValue(value: unknown): SqlValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Uint8Array) return new Uint8Array(value)
  throw new Error(`Cannot read a value of the store: ${typeof value} is no kind of it`)
}

/** Waits for the server no longer than it may take; what is not about the statement is one error. */
export async function reached<Value>(
  answer: Promise<Value>,
  msMax = ANSWER_MS_MAX,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new StoreUnavailable('Cannot use the store: no answer in time')
    timer = setTimeout(() => reject(error), msMax)
  })
  try {
    return await Promise.race([answer, late])
  } catch (error) {
    throw unavailable(error) ?? error
  } finally {
    clearTimeout(timer)
  }
}

function unavailable(error: unknown): StoreUnavailable | undefined {
  if (!(error instanceof Bun.SQL.PostgresError)) return undefined
  // Without a code of the server it is the connection, or the use of a transaction that is over.
  if (error.errno === undefined && error.code === 'ERR_POSTGRES_INVALID_TRANSACTION_STATE') {
    return undefined
  }
  if (error.errno !== undefined && !UNAVAILABLE.test(error.errno)) return undefined
  const reason = error.errno ?? error.code
  return new StoreUnavailable(`Cannot use the store: ${reason}`, { cause: error })
}
