import { textIn } from '../../foundation/store/columns.ts'
import { digestOf, isSecret, newSecret } from './_secret.ts'
import { evictWaitingRows } from './_waiting_rows.ts'
import type { Grants, GrantsPorts } from './port.ts'

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
