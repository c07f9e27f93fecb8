import { createServer, type RequestListener } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { HeadlessBrowser } from './headless_browser.ts'
import { freePort } from './running.ts'

/** A real OpenID Connect provider on this machine, with one client: us. */
export type UpstreamProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Signs in as a person would, from an authorization address to our callback. */
  signIn(authorizationUrl: string, login: string): Promise<URL>
  /** Signs a token with the provider's key: what a faulty or lying provider could send. */
  sign(claims: JWTPayload): Promise<string>
  stop(): void
}

// Characters that Basic credentials must form-encode.
const CLIENT_ID = 'lectern:docs'
const CLIENT_SECRET = 'se%cr+et / with=everything and enough of it'
const KEY_ID = 'upstream-1'

type Provider = { callback(): RequestListener }
type ProviderConstructor = new (issuer: string, configuration: unknown) => Provider

/** Starts the provider; `redirectUris` are ours, registered there. */
export async function startUpstream(redirectUris: readonly string[]): Promise<UpstreamProvider> {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }
  // The package has no types; a name that is not a literal keeps the compiler from looking.
  const name: string = 'oidc-provider'
  const { default: Provider } = (await import(name)) as { default: ProviderConstructor }
  const provider = new Provider(issuer, configureProvider(redirectUris, key))
  const server = createServer(provider.callback())
  await new Promise<void>((ready) => server.listen(port, 'localhost', () => ready()))
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    signIn: (authorizationUrl, login) => signInThere(issuer, authorizationUrl, login),
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID }).sign(privateKey),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function configureProvider(redirectUris: readonly string[], key: unknown): unknown {
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of this test'] },
    pkce: { required: () => true },
    // Claims are in the id token itself, as with large providers.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        name: `${id} Upstream`,
        // One user claims the address of another, unverified.
        email: `${id === 'mallory' ? 'ada' : id}@quillfeather.example`,
        email_verified: id !== 'mallory',
      }),
    }),
  }
}

/** Goes through the provider's login and consent pages, each a form with one button. */
async function signInThere(issuer: string, authorizationUrl: string, login: string): Promise<URL> {
  const browser = new HeadlessBrowser(issuer)
  let page = await browser.open(authorizationUrl)
  for (let steps = 0; page.html !== '' && steps < 3; steps++) {
    const [form] = page.forms
    if (form === undefined) throw new Error(`Cannot sign in: ${page.status} ${page.html}`)
    const isLogin = form.fields.some(([, value]) => value === 'login')
    page = await browser.submit(form, form.buttons[0], isLogin ? { login, password: 'any' } : {})
  }
  return new URL(page.url)
}
