import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import { HeadlessBrowser } from '../support/headless_browser.ts'
import { type ConsentChoice, consentTo } from '../support/login.ts'
import { READ, REDIRECT_URI } from './surface.ts'

type ProviderValue<Name extends keyof OAuthClientProvider> = Awaited<
  ReturnType<Extract<OAuthClientProvider[Name], (...args: never[]) => unknown>>
>
type Tokens = NonNullable<ProviderValue<'tokens'>>
type ClientInformation = NonNullable<ProviderValue<'clientInformation'>>
type DiscoveryState = NonNullable<ProviderValue<'discoveryState'>>

/** How a client gets its id: by registration, a document or the operator. */
export type Introduction =
  | { readonly by: 'registration' }
  | { readonly by: 'document'; readonly url: string }
  | { readonly by: 'operator'; readonly clientId: string }

/** Stores what the official clients need, with a user who always consents. */
export class HostProvider implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT_URI
  readonly clientMetadataUrl?: string
  readonly #person: HeadlessBrowser
  readonly #choice: ConsentChoice
  #information: ClientInformation | undefined
  #tokens: Tokens | undefined
  #verifier = ''
  #discovered: DiscoveryState | undefined
  /** The scopes of each login. */
  readonly logins: string[] = []
  /** The parameters of the last callback. */
  back = new URLSearchParams()

  constructor(base: string, introduction: Introduction, choice: ConsentChoice = {}) {
    this.#person = new HeadlessBrowser(base)
    this.#choice = choice
    if (introduction.by === 'document') this.clientMetadataUrl = introduction.url
    if (introduction.by === 'operator') this.#information = { client_id: introduction.clientId }
  }

  get clientMetadata() {
    return {
      client_name: 'A host application',
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: READ,
    }
  }

  state(): string {
    return crypto.randomUUID()
  }

  clientInformation(): ClientInformation | undefined {
    return this.#information
  }

  saveClientInformation(information: ClientInformation): void {
    this.#information = information
  }

  tokens(): Tokens | undefined {
    return this.#tokens
  }

  saveTokens(tokens: Tokens): void {
    this.#tokens = tokens
  }

  codeVerifier(): string {
    return this.#verifier
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  discoveryState(): DiscoveryState | undefined {
    return this.#discovered
  }

  saveDiscoveryState(discovered: DiscoveryState): void {
    this.#discovered = discovered
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    this.logins.push(url.searchParams.get('scope') ?? '')
    this.back = (await consentTo(this.#person, url.href, this.#choice)).searchParams
  }
}
