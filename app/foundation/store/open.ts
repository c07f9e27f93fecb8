import { messageOf } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { type Store, StoreUnavailable } from './port.ts'
import { isRefusal, openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Why a store cannot be opened, in a line for the operator. */
export type OpenFailure = {
  readonly line: string
  /** Whether it may pass by itself; otherwise somebody has to change something. */
  readonly isOutage: boolean
}

/** Opens the store that `DATABASE_URL` names: `sqlite:PATH`, or `postgres://…`. */
export async function openStore(databaseUrl: string): Promise<Result<Store, string>> {
  const opened = await tryStore(databaseUrl)
  return opened.ok ? opened : err(opened.error.line)
}

/** The same, and says whether it is worth trying again. */
export async function tryStore(databaseUrl: string): Promise<Result<Store, OpenFailure>> {
  if (databaseUrl.startsWith('sqlite:')) return await openSqliteAddress(databaseUrl)
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return await openPostgresAddress(databaseUrl)
  // The value is not shown: it may hold a password.
  const line = 'Cannot open the store: its address starts with neither sqlite: nor postgres://'
  return err({ line, isOutage: false })
}

/** A file on this machine is no server that comes back. */
async function openSqliteAddress(databaseUrl: string): Promise<Result<Store, OpenFailure>> {
  const path = databaseUrl.slice('sqlite:'.length)
  const refuse = (state: string) =>
    err({ line: `Cannot open the store "${databaseUrl}": ${state}`, isOutage: false })
  if (path === '') return refuse('it names no file')
  if (path.startsWith(':')) return refuse('an in-memory store would lose every grant')
  if (path.startsWith('//')) return refuse('write sqlite:PATH, without "//"')
  if (/[?#\0]/.test(path)) return refuse('the path holds "?", "#" or NUL')
  try {
    return ok(await openSqlite(path))
  } catch (error) {
    return refuse(reasonOf(error))
  }
}

async function openPostgresAddress(databaseUrl: string): Promise<Result<Store, OpenFailure>> {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined
  const refuse = (line: string, isOutage = false) => err({ line, isOutage })
  if (url === undefined)
    return refuse('Cannot open the store: its postgres:// address is malformed')
  // A password with an unencoded "/", "?" or "#" ends the host too soon: a part of it follows.
  const isCut = `${url.pathname}${url.search}${url.hash}`.includes('@')
  const name = isCut ? 'postgres://…' : `postgres://${url.host}${url.pathname}`
  if (!/^\/[^/]+$/.test(url.pathname))
    return refuse(`Cannot open the store "${name}": it names no database`)
  try {
    return ok(await openPostgres(databaseUrl))
  } catch (error) {
    const isOutage = error instanceof StoreUnavailable && !isRefusal(error)
    return refuse(`Cannot open the store "${name}": ${reasonOf(error)}`, isOutage)
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof StoreUnavailable ? (error.cause ?? error) : error
  return messageOf(cause)
}
