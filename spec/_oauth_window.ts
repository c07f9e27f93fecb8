import { afterEach } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import { type OauthConfig, oauthSettings } from '../app/contract/oauth.ts'
import { err } from '../app/contract/result.ts'
import { createGrants, type Grants } from '../app/grants/mod.ts'
import { createAdmit } from '../app/limits/admit.ts'
import { slidingWindow } from '../app/limits/rate_limit.ts'
import { type FetchDocument, type OauthPorts, oauthWindow } from '../app/oauth/plugin.ts'
import { createAudit } from '../app/store/audit.ts'
import { openStore } from '../app/store/open.ts'
import type { Store } from '../app/store/port.ts'
import { createLog } from '../app/telemetry/log.ts'

export const BASE = 'https://docs.example.com'
export const VERIFIER = 'a-verifier_of.43~characters-and-not-one-more'
export const CHALLENGE = new Bun.CryptoHasher('sha256').update(VERIFIER).digest('base64url')

export type WindowOptions = {
  readonly baseUrl?: string
  readonly config?: OauthConfig
  readonly fetchDocument?: FetchDocument
  readonly callsPerMinute?: number
}

export type TestWindow = {
  /** Asks the window for a path below the base address. */
  ask(path: string, init?: RequestInit): Promise<Response>
  readonly app: Elysia
  readonly baseUrl: string
  readonly grants: Grants
  readonly store: Store
  /** Every line that was logged. */
  readonly logged: readonly string[]
  /** Lets time pass. */
  wait(ms: number): void
  /** Opens a session and gives the header that a browser would send with it. */
  signedIn(subject?: string): Promise<{ readonly cookie: string }>
}

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

/** The window of the authorization server over real grants in an embedded store of its own. */
export async function openWindow(options: WindowOptions = {}): Promise<TestWindow> {
  const { baseUrl = BASE, config = {}, callsPerMinute = 1_000_000 } = options
  const store = await temporaryStore()
  let now = Date.parse('2026-08-01T00:00:00Z')
  const clock = () => now
  const settings = oauthSettings(config)
  const audit = createAudit(store, { clock })
  const grants = createGrants({
    store,
    audit,
    settings,
    clock,
    resource: `${baseUrl}/mcp`,
    businesses: BUSINESSES,
  })
  const logged: string[] = []
  const ports: OauthPorts = {
    grants,
    settings,
    baseUrl,
    clock,
    approvals: { approvalsOf: async () => [], decide: async () => err('not_found') },
    registry: () => ({ version: 1, records: [], tools: [] }),
    title: () => 'Example Docs',
    signIn: { way: 'example', users: [{ subject: 'ada', display: 'Ada' }] },
    fetchDocument: options.fetchDocument ?? (async () => err('no network')),
    admit: createAdmit({
      window: slidingWindow({ callsPerMinute, overrides: [] }),
      trusted: [],
      clock,
    }),
    peerOf: () => '192.0.2.7',
    log: createLog('debug', (line) => logged.push(line), clock),
  }
  const app = new Elysia({ strictPath: true }).use(oauthWindow(ports))
  return {
    app,
    baseUrl,
    grants,
    store,
    logged,
    ask: async (path, init) => await app.handle(new Request(`${baseUrl}${path}`, init)),
    wait: (ms) => {
      now += ms
    },
    signedIn: async (subject = 'ada') => {
      const identity = { issuer: 'example', subject, display: subject, verifiedEmail: undefined }
      const { secret } = await grants.signIn(identity, '192.0.2.7')
      const name = baseUrl.startsWith('https:') ? '__Host-sid' : 'sid'
      return { cookie: `${name}=${secret}` }
    },
  }
}

/** One business for everybody, always active: what it is for is not asked here. */
const BUSINESSES = {
  list: async () => [
    { workspaceId: 'w1', workspaceName: 'Works', businessId: 'b1', businessName: 'Bakery' },
  ],
  standing: async () => 'active' as const,
}

async function temporaryStore(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-oauth-'))
  const store = await openStore(`sqlite:${join(folder, 'store.sqlite')}`)
  if (!store.ok) throw new Error(store.error)
  opened.push(async () => {
    await store.value.close()
    await rm(folder, { recursive: true, force: true })
  })
  return store.value
}

/** The path of a whole authorization request; a parameter that is undefined is left out. */
export function authorizePath(changed: Readonly<Record<string, string | undefined>>): string {
  const parameters = {
    response_type: 'code',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'a state',
    ...changed,
  }
  return `/oauth/authorize?${formOf(parameters)}`
}

export function formOf(parameters: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(parameters)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    )
    .join('&')
}

/** Posts a form as a client does. */
export async function postForm(
  window: TestWindow,
  path: string,
  parameters: Readonly<Record<string, string | undefined>> | string,
): Promise<Response> {
  return await window.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: typeof parameters === 'string' ? parameters : formOf(parameters),
  })
}

export async function postJson(window: TestWindow, path: string, body: unknown): Promise<Response> {
  return await window.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Registers a client dynamically and gives its id. */
export async function registeredClient(
  window: TestWindow,
  redirectUris: readonly string[],
): Promise<string> {
  const answer = await postJson(window, '/oauth/register', {
    client_name: 'A client',
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
  })
  const { client_id: clientId } = (await answer.json()) as { client_id?: string }
  if (clientId === undefined) throw new Error(`Cannot register: ${answer.status}`)
  return clientId
}

/** Goes through authorization and consent; what comes back is the address of the client. */
export async function consented(
  window: TestWindow,
  parameters: Readonly<Record<string, string | undefined>>,
): Promise<URL> {
  const { cookie } = await window.signedIn()
  const begun = await window.ask(authorizePath(parameters))
  const id = new URL(begun.headers.get('location') ?? '', window.baseUrl).searchParams.get(
    'request',
  )
  if (id === null) throw new Error(`Cannot authorize: ${begun.status} ${await begun.text()}`)
  const page = await window.ask(`/oauth/consent?request=${id}`, { headers: { cookie } })
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const answer = await window.ask('/oauth/consent', {
    method: 'POST',
    headers: {
      cookie,
      'content-type': 'application/x-www-form-urlencoded',
      origin: window.baseUrl,
    },
    body: formOf({ request: id, csrf, decision: 'allow', business: 'b1', write: 'yes' }),
  })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`Cannot consent: ${answer.status} ${await answer.text()}`)
  return new URL(location)
}
