import { account } from './_account.ts'
import { knownClients } from './_clients.ts'
import { redemption } from './_codes.ts'
import { consents } from './_consent.ts'
import { documents } from './_documents.ts'
import { renewal } from './_refresh.ts'
import { registration } from './_registration.ts'
import { revocation } from './_revocation.ts'
import { sessions } from './_sessions.ts'
import { signInStates } from './_sign_in_state.ts'
import { sweeping } from './_sweep.ts'
import { usesOfGrants } from './_uses.ts'
import { authorisation } from './authorise.ts'
import type { Grants, GrantsPorts } from './port.ts'

export { endGrantsOf } from './_removed.ts'
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

/** Opens the vault over a store; every room of it takes the same ports. */
export function createGrants(ports: GrantsPorts): Grants {
  const uses = usesOfGrants()
  return {
    ...authorisation(ports, uses),
    ...knownClients(ports),
    ...registration(ports),
    ...documents(ports),
    ...signInStates(ports),
    ...sessions(ports),
    ...consents(ports),
    ...redemption(ports),
    ...renewal(ports),
    ...revocation(ports),
    ...account(ports, uses),
    ...sweeping(ports, uses),
  }
}
