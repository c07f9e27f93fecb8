import type { Sql } from '../../foundation/store/port.ts'
import { listGrants, revokeGrant } from './_account.ts'
import { createDocuments, findClient, registerClient } from './_clients.ts'
import { redeemCode } from './_codes.ts'
import { createConsents } from './_consent.ts'
import { GRANT_NAMES, namesIn } from './_names.ts'
import { renewTokens } from './_refresh.ts'
import { digestOf, isSecret } from './_secret.ts'
import { createSessions, createSignInStates } from './_sessions.ts'
import { sweepRows } from './_sweep.ts'
import { endGrant } from './_tokens.ts'
import { transact } from './_transaction.ts'
import { createUses } from './_uses.ts'
import { createAuthorisation } from './authorise.ts'
import type { Grants, GrantsPorts } from './port.ts'

const FIND = `SELECT t.kind, ${GRANT_NAMES} FROM token t
  JOIN grant_ g ON g.id = t.grant_id WHERE t.hash = ? AND g.client_id = ?`

/** T4 (RFC 7009): a refresh token ends its grant, an access token only itself. */
async function revokeToken(ports: GrantsPorts, token: string, clientId: string): Promise<void> {
  if (!isSecret('refresh', token) && !isSecret('access', token)) return
  const hash = digestOf(token)
  await transact(ports, async (sql, note) => {
    const row = await sql.one(FIND, hash, clientId)
    if (row === undefined) return
    const [names, now] = [namesIn(row), ports.clock()]
    const isGrant = row.kind === 'refresh'
    const ended = isGrant
      ? await endGrant(sql, { grantId: names.grantId, reason: 'client', now })
      : await endToken(sql, hash, now)
    if (ended) note({ event: 'revoke', outcome: isGrant ? 'grant' : 'token', ...names })
  })
}

async function endToken(sql: Sql, hash: Uint8Array, now: number): Promise<boolean> {
  const ended = await sql.run(
    'UPDATE token SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL',
    now,
    hash,
  )
  return ended > 0
}

export {
  endChosenGrants,
  eraseUser,
  findUsers,
  isStoredClient,
  listChosenGrants,
  setClientDisabled,
  setUserState,
} from './_operator.ts'
export { endGrantsOf, type GrantChoice } from './_removal.ts'

export type {
  AuthorizationRequest,
  Businesses,
  Client,
  ClientMetadata,
  ConsentForm,
  Denial,
  Grants,
  GrantView,
  Identity,
  Session,
  TokenRefusal,
  Tokens,
  Transaction,
} from './port.ts'

export function createGrants(ports: GrantsPorts): Grants {
  const uses = createUses()
  return {
    ...createAuthorisation(ports, uses),
    findClient: (clientId) => findClient(ports, ports.store.sql, clientId),
    registerClient: (metadata, address) => registerClient(ports, metadata, address),
    ...createDocuments(ports),
    ...createSignInStates(ports),
    ...createSessions(ports),
    ...createConsents(ports),
    redeem: (given) => redeemCode(ports, given),
    renew: (given) => renewTokens(ports, given),
    revokeToken: (token, clientId) => revokeToken(ports, token, clientId),
    grantsOf: (user) => listGrants(ports, uses, user),
    revokeGrant: (user, grantId) => revokeGrant(ports, user, grantId),
    sweep: () => sweepRows(ports, uses),
  }
}
