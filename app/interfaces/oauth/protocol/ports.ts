import type { Grants, Identity } from '../../../business/grants/mod.ts'
import type { Business } from '../../../business/tools/mod.ts'
import type { BusinessRegistry } from '../../../contract/business.ts'
import type { OauthSettings } from '../../../contract/oauth.ts'
import type { Result } from '../../../contract/result.ts'
import type { Admit } from '../../../foundation/limits/admit.ts'
import type { AddressOf, PeerOf } from '../../../foundation/limits/client_address.ts'
import type { Log } from '../../../foundation/telemetry/log.ts'

export type OauthPorts = {
  readonly grants: Grants
  readonly approvals: Omit<Business, 'read' | 'write'>
  /** Whether the current build has private tools; if it has none, all our paths answer 404. */
  readonly isOn: () => boolean
  /** The private tools of the current build; empty if it has none. */
  readonly registry: () => BusinessRegistry
  /** The title of the service on pages. */
  readonly title: () => string
  /** Scheme and authority: the issuer and the only source of absolute addresses. */
  readonly baseUrl: string
  readonly settings: OauthSettings
  readonly signIn: SignInWay
  readonly fetchDocument: FetchDocument
  /** Counts a call against the limit of the OAuth endpoints. */
  readonly admit: Admit
  readonly peerOf: PeerOf
  /** The client behind trusted proxies, which registrations and sign-ins record. */
  readonly addressOf: AddressOf
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly log: Log
}

/** How people sign in: as example users, or at an identity provider. */
export type SignInWay =
  | { readonly way: 'example'; readonly users: readonly ExampleUser[] }
  | { readonly way: 'provider'; readonly provider: IdentityProvider }

export type ExampleUser = { readonly subject: string; readonly display: string }

/** An OpenID Connect provider; its responses are verified behind this port. */
export type IdentityProvider = {
  readonly issuer: string
  /** The address to send the browser to. */
  createAuthorizationUrl(given: {
    readonly state: string
    readonly nonce: string
    readonly verifier: string
    /** Another user wants to sign in: the provider must ask again. */
    readonly again?: boolean
  }): Promise<Result<string, string>>
  /** Verifies the parameters of the callback; the refusal is for the log, never for the page. */
  verifyIdentity(
    callback: URLSearchParams,
    expected: { readonly state: string; readonly nonce: string; readonly verifier: string },
  ): Promise<Result<Identity, string>>
}

/** A fetched client document that is not checked yet. */
export type FetchedDocument = {
  readonly body: Uint8Array
  /** Seconds that the response may be cached, if it says so. */
  readonly maxAge: number | undefined
}

/**
 * Fetches the document of a client whose id is its address. It connects to an IP address that was
 * checked to be public and never looks up the name again.
 */
export type FetchDocument = (url: string) => Promise<Result<FetchedDocument, string>>
