import type { SignedIn } from '../../contract/authority.ts'
import { numberIn, textIn } from '../../foundation/store/columns.ts'
import type { Sql, SqlRow } from '../../foundation/store/port.ts'
import { digestOf, isSecret, newSecret, proofOf, shortDigest } from './_secret.ts'
import { transact } from './_transaction.ts'
import { evictWaitingRows } from './_waiting_rows.ts'
import type { Grants, GrantsPorts, Identity } from './port.ts'

/** A session's idle end is extended at most this often. */
const SLIDE_MS = 60_000

/**
 * The user id of an identity. It is derived from issuer and subject, so that a product can compute
 * the ids of its members before they first sign in here.
 */
function userIdOf(identity: Pick<Identity, 'issuer' | 'subject'>): string {
  return `user_${shortDigest(`${identity.issuer}\n${identity.subject}`)}`
}

/** Browser sessions: 12 hours at most, 2 hours without use, unless the settings say otherwise. */
export function createSessions(
  ports: GrantsPorts,
): Pick<Grants, 'signIn' | 'findSession' | 'signOut'> {
  const { clock, settings } = ports
  return {
    signIn(identity, address) {
      // A new secret each time: one planted before sign-in is worthless after it.
      const secret = newSecret('session')
      return transact(ports, async (sql, note) => {
        const now = clock()
        const user = await saveUser(sql, identity, now)
        const isActive = user.state === 'active'
        const signedIn = userIn(user, 'id')
        if (isActive) {
          await sql.run(
            'INSERT INTO session (hash, user_id, created, idle_ends, ends) VALUES (?, ?, ?, ?, ?)',
            digestOf(secret),
            signedIn.userId,
            now,
            now + settings.lifetimes.sessionIdle,
            now + settings.lifetimes.session,
          )
        }
        const outcome = isActive ? 'opened' : 'refused'
        note({ event: 'sign_in', outcome, actor: signedIn.userId, address })
        return { secret, user: signedIn, isActive }
      })
    },
    async findSession(secret) {
      const user = secret === undefined ? undefined : await findSessionUser(ports, secret)
      if (secret === undefined || user === undefined) return undefined
      return { user, csrf: proofOf('session', secret) }
    },
    async signOut(secret) {
      if (!isSecret('session', secret)) return
      await transact(ports, async (sql, note) => {
        const ended = await sql.one(
          'DELETE FROM session WHERE hash = ? RETURNING user_id',
          digestOf(secret),
        )
        if (ended === undefined) return
        note({ event: 'sign_out', outcome: 'closed', actor: textIn(ended, 'user_id') })
      })
    },
  }
}

/** Saves the user of an identity: created at the first sign-in, updated at each one. */
async function saveUser(sql: Sql, identity: Identity, now: number): Promise<SqlRow> {
  const { issuer, subject, display, verifiedEmail: email = null } = identity
  await sql.run(
    `INSERT INTO app_user (id, issuer, subject, display, email, state, created)
      VALUES (?, ?, ?, ?, ?, 'active', ?) ON CONFLICT DO NOTHING`,
    userIdOf(identity),
    issuer,
    subject,
    display,
    email,
    now,
  )
  const row = await sql.one(
    `UPDATE app_user SET display = ?, email = ? WHERE issuer = ? AND subject = ?
      RETURNING id, display, state`,
    display,
    email,
    issuer,
    subject,
  )
  if (row === undefined) throw new Error('Cannot sign in: the user belongs to another identity')
  return row
}

/** Finds the user of a live session and extends its idle end. */
export async function findSessionUser(
  ports: GrantsPorts,
  secret: string,
): Promise<SignedIn | undefined> {
  if (!isSecret('session', secret)) return undefined
  const now = ports.clock()
  const row = await ports.store.sql.one(
    `SELECT s.user_id, s.idle_ends, s.ends, u.display FROM session s
      JOIN app_user u ON u.id = s.user_id
      WHERE s.hash = ? AND s.idle_ends > ? AND s.ends > ? AND u.state = 'active'`,
    digestOf(secret),
    now,
    now,
  )
  if (row === undefined) return undefined
  await extendIdleEnd(ports, secret, row)
  return userIn(row, 'user_id')
}

async function extendIdleEnd(ports: GrantsPorts, secret: string, row: SqlRow): Promise<void> {
  const idleEnds = Math.min(
    numberIn(row, 'ends'),
    ports.clock() + ports.settings.lifetimes.sessionIdle,
  )
  if (idleEnds - numberIn(row, 'idle_ends') < SLIDE_MS) return
  await ports.store.transaction((sql) =>
    sql.run('UPDATE session SET idle_ends = ? WHERE hash = ?', idleEnds, digestOf(secret)),
  )
}

function userIn(row: SqlRow, idColumn: string): SignedIn {
  return { userId: textIn(row, idColumn), display: textIn(row, 'display') }
}

/** T8: the state of a sign-in, bound to the browser that began it and usable once. */
export function createSignInStates(ports: GrantsPorts): Pick<Grants, 'beginSignIn' | 'takeSignIn'> {
  const { store, clock, settings } = ports
  return {
    async beginSignIn({ nonce, verifier, returnTo }) {
      const [state, cookie] = [newSecret('signInState'), newSecret('signInCookie')]
      await store.transaction(async (sql) => {
        await evictWaitingRows(sql, store.dialect, 'sign_in')
        await sql.run(
          `INSERT INTO sign_in (state_hash, cookie_hash, nonce, verifier, return_to, ends)
            VALUES (?, ?, ?, ?, ?, ?)`,
          digestOf(state),
          digestOf(cookie),
          nonce,
          verifier,
          returnTo,
          clock() + settings.lifetimes.consent,
        )
      })
      return { state, cookie }
    },
    async takeSignIn(state, cookie) {
      if (!isSecret('signInState', state) || !isSecret('signInCookie', cookie)) return undefined
      // A state with another browser's cookie stays valid for its own browser.
      const row = await store.transaction((sql) =>
        sql.one(
          `DELETE FROM sign_in WHERE state_hash = ? AND cookie_hash = ? AND ends > ?
            RETURNING nonce, verifier, return_to`,
          digestOf(state),
          digestOf(cookie),
          clock(),
        ),
      )
      return (
        row && {
          nonce: textIn(row, 'nonce'),
          verifier: textIn(row, 'verifier'),
          returnTo: textIn(row, 'return_to'),
        }
      )
    },
  }
}
