import { CodeChallengeMethod, generateCodeVerifier, OAuth2Client, OAuth2Tokens } from 'arctic'
import { err, ok, type Result } from '../../../contract/result.ts'

/*
 * All that Arctic does for a sign-in: it draws verifiers of 256 random bits, writes the address of
 * the authorization request with the S256 challenge of its verifier, and finds the id token in the
 * provider's response. It sends nothing and verifies nothing (spec/decisions/sign_in.md).
 */

const SCOPES = ['openid', 'email', 'profile']

/** Secrets that bind one sign-in together: 256 random bits each. */
export function createSignInSecrets(): { readonly nonce: string; readonly verifier: string } {
  return { nonce: generateCodeVerifier(), verifier: generateCodeVerifier() }
}

/** Writes the address that asks for a code, bound to state and verifier (RFC 7636 section 4.3). */
export function buildCodeRequest(given: {
  readonly authorizationEndpoint: string
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string
  readonly verifier: string
}): URL {
  const { authorizationEndpoint, clientId, redirectUri, state, verifier } = given
  return new OAuth2Client(clientId, null, redirectUri).createAuthorizationURLWithPKCE(
    authorizationEndpoint,
    state,
    CodeChallengeMethod.S256,
    verifier,
    SCOPES,
  )
}

/** Finds the id token in the body of a token response, unverified. */
export function readIdToken(body: object): Result<string, string> {
  try {
    return ok(new OAuth2Tokens(body).idToken())
  } catch {
    return err('token: no id token')
  }
}
