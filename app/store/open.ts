import { err, ok, type Result } from '../contract/result.ts'
import { type Store, StoreUnavailable } from './port.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Opens the store that `DATABASE_URL` names: `sqlite:PATH`, or `postgres://…`. */
export async function openStore(databaseUrl: string): Promise<Result<Store, string>> {
  if (databaseUrl.startsWith('sqlite:')) return await openSqliteAddress(databaseUrl)
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return await openPostgresAddress(databaseUrl)
  // The value is not shown: it may hold a password.
  return err('Cannot open the store: its address starts with neither sqlite: nor postgres://')
}

async function openSqliteAddress(databaseUrl: string): Promise<Result<Store, string>> {
  const path = databaseUrl.slice('sqlite:'.length)
  const refuse = (state: string) => err(`Cannot open the store "${databaseUrl}": ${state}`)
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

async function openPostgresAddress(databaseUrl: string): Promise<Result<Store, string>> {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined
  if (url === undefined) return err('Cannot open the store: its postgres:// address is malformed')
  // A password with an unencoded "/", "?" or "#" ends the host too soon: a part of it follows.
  const isCut = `${url.pathname}${url.search}${url.hash}`.includes('@')
  const name = isCut ? 'postgres://…' : `postgres://${url.host}${url.pathname}`
  if (!/^\/[^/]+$/.test(url.pathname))
    return err(`Cannot open the store "${name}": it names no database`)
  try {
    return ok(await openPostgres(databaseUrl))
  } catch (error) {
    return err(`Cannot open the store "${name}": ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof StoreUnavailable ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}
