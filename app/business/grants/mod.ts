import { listGrants, revokeGrant } from './_account.ts'
import { findClient } from './_clients.ts'
import { redeemCode } from './_codes.ts'
import { createConsents } from './_consent.ts'
import { createDocuments } from './_documents.ts'
import { renewTokens } from './_refresh.ts'
import { registerClient } from './_registration.ts'
import { revokeToken } from './_revocation.ts'
import { createSessions } from './_sessions.ts'
import { createSignInStates } from './_sign_in_state.ts'
import { sweepRows } from './_sweep.ts'
import { createUses } from './_uses.ts'
import { createAuthorisation } from './authorise.ts'
import type { Grants, GrantsPorts } from './port.ts'

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
export { userIdOf } from './_sessions.ts'
export type {
  AuthorizationRequest,
  Businesses,
  Client,
  ClientMetadata,
  CodeRedemption,
  ConsentForm,
  ConsentRefusal,
  Denial,
  Grants,
  GrantsPorts,
  GrantView,
  Identity,
  Renewal,
  Session,
  SignInState,
  TokenRefusal,
  Tokens,
  Transaction,
} from './port.ts'

/** Creates the grants module over a store. */
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
