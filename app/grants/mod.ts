import { createAccount } from './_account.ts'
import { createClientLookup } from './_clients.ts'
import { createRedemption } from './_codes.ts'
import { createConsents } from './_consent.ts'
import { createDocuments } from './_documents.ts'
import { createRenewal } from './_refresh.ts'
import { createRegistration } from './_registration.ts'
import { createRevocation } from './_revocation.ts'
import { createSessions } from './_sessions.ts'
import { createSignInStates } from './_sign_in_state.ts'
import { createSweep } from './_sweep.ts'
import { createUses } from './_uses.ts'
import { createAuthorisation } from './authorise.ts'
import type { Grants, GrantsPorts } from './port.ts'

export { endGrantsOf } from './_removal.ts'
export { userIdOf } from './_sessions.ts'
export type {
  AuthorizationRequest,
  Businesses,
  Client,
  CodeRedemption,
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
    ...createClientLookup(ports),
    ...createRegistration(ports),
    ...createDocuments(ports),
    ...createSignInStates(ports),
    ...createSessions(ports),
    ...createConsents(ports),
    ...createRedemption(ports),
    ...createRenewal(ports),
    ...createRevocation(ports),
    ...createAccount(ports, uses),
    ...createSweep(ports, uses),
  }
}
