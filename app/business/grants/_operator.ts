import { numberIn, numberOrNone, textIn, textOrNone } from '../../foundation/store/columns.ts'
import type { Sql } from '../../foundation/store/port.ts'
import { conditionOf, endGrantsOfUser, type GrantChoice } from './_removal.ts'
import { scopesIn } from './_scopes.ts'
import { transact } from './_transaction.ts'
import type { GrantsPorts } from './port.ts'

/** A live grant as an operator sees it. */
type ChosenGrant = {
  readonly id: string
  readonly user: string
  readonly client: string
  readonly business: string
  readonly scopes: readonly string[]
  readonly status: string
  readonly created: string
  readonly last_used: string | undefined
  readonly ends: string
}

/** The live grants of a choice, newest first. */
export async function listChosenGrants(
  sql: Sql,
  choice: GrantChoice,
  now: number,
): Promise<readonly ChosenGrant[]> {
  const { text, values } = conditionOf(choice)
  const rows = await sql.all(
    `SELECT g.* FROM grant_ g WHERE g.status <> 'revoked' AND g.ends > ?${text}
      ORDER BY g.created DESC, g.id`,
    now,
    ...values,
  )
  return rows.map((row) => {
    const lastUsed = numberOrNone(row, 'last_used')
    return {
      id: textIn(row, 'id'),
      user: textIn(row, 'user_id'),
      client: textIn(row, 'client_id'),
      business: textIn(row, 'business_id'),
      scopes: scopesIn(row, 'scopes'),
      status: textIn(row, 'status'),
      created: toInstant(numberIn(row, 'created')),
      last_used: lastUsed === undefined ? undefined : toInstant(lastUsed),
      ends: toInstant(numberIn(row, 'ends')),
    }
  })
}

/** T4: ends the grants of a choice, one transaction for each user, so that nobody waits for all. */
export async function endChosenGrants(
  ports: Pick<GrantsPorts, 'store' | 'audit' | 'clock'>,
  choice: GrantChoice,
): Promise<number> {
  const { text, values } = conditionOf(choice)
  const users = await ports.store.sql.all(
    `SELECT DISTINCT g.user_id FROM grant_ g WHERE g.status <> 'revoked'${text} ORDER BY g.user_id`,
    ...values,
  )
  let count = 0
  for (const row of users) {
    count += await transact(ports, async (sql, note) => {
      const userId = textIn(row, 'user_id')
      const ended = await endGrantsOfUser(sql, userId, choice, 'operator', ports.clock())
      for (const names of ended) note({ event: 'revoke', outcome: 'operator', ...names })
      return ended.length
    })
  }
  return count
}

type FoundUser = {
  readonly id: string
  readonly display: string
  readonly email: string | undefined
  readonly state: string
}

/** The users that an id, a subject or an e-mail address names: an address may name several. */
export async function findUsers(sql: Sql, name: string): Promise<readonly FoundUser[]> {
  const rows = await sql.all(
    'SELECT * FROM app_user WHERE id = ? OR subject = ? OR email = ? ORDER BY id',
    name,
    name,
    name,
  )
  return rows.map((row) => ({
    id: textIn(row, 'id'),
    display: textIn(row, 'display'),
    email: textOrNone(row, 'email'),
    state: textIn(row, 'state'),
  }))
}

/** A disabled user keeps the grants, which work again later; sessions end at once. */
export async function setUserState(
  sql: Sql,
  userId: string,
  state: 'active' | 'disabled',
): Promise<void> {
  await sql.run('UPDATE app_user SET state = ? WHERE id = ?', state, userId)
  if (state === 'disabled') await sql.run('DELETE FROM session WHERE user_id = ?', userId)
}

/** Removes everything but what others need: approvals and the audit, which know the id alone. */
export async function eraseUser(sql: Sql, userId: string): Promise<void> {
  await sql.one('SELECT id FROM app_user WHERE id = ? FOR UPDATE', userId)
  const own = 'grant_id IN (SELECT id FROM grant_ WHERE user_id = ?)'
  for (const table of [`token WHERE ${own}`, `auth_code WHERE ${own}`]) {
    await sql.run(`DELETE FROM ${table}`, userId)
  }
  for (const table of ['grant_', 'session', 'membership']) {
    await sql.run(`DELETE FROM ${table} WHERE user_id = ?`, userId)
  }
  await sql.run('DELETE FROM app_user WHERE id = ?', userId)
}

/** Whether the store has a client; those that the settings list have no row. */
export async function isStoredClient(sql: Sql, clientId: string): Promise<boolean> {
  return (await sql.one('SELECT id FROM client WHERE id = ?', clientId)) !== undefined
}

export async function setClientDisabled(
  sql: Sql,
  clientId: string,
  isDisabled: boolean,
): Promise<void> {
  await sql.run('UPDATE client SET disabled = ? WHERE id = ?', isDisabled ? 1 : 0, clientId)
}

function toInstant(ms: number): string {
  return new Date(ms).toISOString()
}
