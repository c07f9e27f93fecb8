import type { Business } from '../business/mod.ts'
import type { BusinessRegistry } from '../contract/business.ts'
import type { OauthSettings } from '../contract/oauth.ts'
import type { Result } from '../contract/result.ts'
import type { Grants, Identity } from '../grants/mod.ts'
import type { Admit } from '../limits/admit.ts'
import type { AddressOf, PeerOf } from '../limits/client_address.ts'
import type { Log } from '../telemetry/log.ts'

/** All that the authorization server is given. */
export type OauthPorts = {
  readonly grants: Grants
  readonly approvals: Pick<Business, 'approvalsOf' | 'decide'>
  /**
   * Whether the build that is served now has private tools at all. Where it has none, every path of
   * this window answers 404, as if it were not there.
   */
  readonly isOn: () => boolean
  /** The private tools of the build that is served now; empty where it has none. */
  readonly registry: () => BusinessRegistry
  /** The title of the service that people see. */
  readonly title: () => string
  /** Scheme and authority: issuer, and the only source of absolute addresses. */
  readonly baseUrl: string
  readonly settings: OauthSettings
  readonly signIn: SignInWay
  readonly fetchDocument: FetchDocument
  /** Counts a call against the limit of the OAuth endpoints. */
  readonly admit: Admit
  readonly peerOf: PeerOf
  /** The client behind trusted proxies: what registrations and sign-ins are written down with. */
  readonly addressOf: AddressOf
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly log: Log
}

/** How people sign in: example users of a process under test, or an identity provider. */
export type SignInWay =
  | { readonly way: 'example'; readonly users: readonly ExampleUser[] }
  | { readonly way: 'provider'; readonly provider: IdentityProvider }

export type ExampleUser = { readonly subject: string; readonly display: string }

/** An OpenID Connect provider; what it answers is verified behind this port. */
export type IdentityProvider = {
  readonly issuer: string
  /** The address to send the browser to. */
  createAuthorizationUrl(given: {
    readonly state: string
    readonly nonce: string
    readonly verifier: string
    /** Somebody else wants to sign in: the provider must ask again. */
    readonly again?: boolean
  }): Promise<Result<string, string>>
  /** Takes the parameters of the callback; the refusal is for the log, never for the page. */
  verifyIdentity(
    callback: URLSearchParams,
    expected: { readonly state: string; readonly nonce: string; readonly verifier: string },
  ): Promise<Result<Identity, string>>
}

/** What came back for a client document, not yet judged. */
export type FetchedDocument = {
  readonly body: Uint8Array
  /** Seconds that the answer may be kept, where it says so. */
  readonly maxAge: number | undefined
}

/**
 * Fetches the document of a client whose address is its id. The connection goes to an address that
 * was checked to be public, never to a name that is looked up again.
 */
export type FetchDocument = (url: string) => Promise<Result<FetchedDocument, string>>
