import { afterEach } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import { createGrants, type Grants } from '../../../app/business/grants/mod.ts'
import { type OauthConfig, oauthSettings } from '../../../app/contract/oauth.ts'
import { err } from '../../../app/contract/result.ts'
import { parseRanges } from '../../../app/foundation/limits/address_range.ts'
import { createAdmit } from '../../../app/foundation/limits/admit.ts'
import { createAddressOf } from '../../../app/foundation/limits/client_address.ts'
import { createRateLimit } from '../../../app/foundation/limits/rate_limit.ts'
import { createAudit } from '../../../app/foundation/store/audit.ts'
import { openStore } from '../../../app/foundation/store/open.ts'
import { type Store, StoreUnavailable } from '../../../app/foundation/store/port.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import {
  type FetchDocument,
  type OauthPorts,
  oauthPlugin,
} from '../../../app/interfaces/oauth/plugin.ts'

export const BASE = 'https://docs.example.com'

export type ServiceOptions = {
  readonly baseUrl?: string
  readonly config?: OauthConfig
  readonly fetchDocument?: FetchDocument
  readonly callsPerMinute?: number
  readonly isOn?: () => boolean
  readonly approvals?: Partial<OauthPorts['approvals']>
  /** Whether the peer is a proxy whose X-Forwarded-For is believed. */
  readonly isProxied?: boolean
}

export type TestService = {
  /** Requests a path below the base address. */
  ask(path: string, init?: RequestInit): Promise<Response>
  readonly app: Elysia
  readonly baseUrl: string
  readonly grants: Grants
  readonly store: Store
  /** All lines of the log. */
  readonly logged: readonly string[]
  /** Makes the store unavailable for writes from now on. */
  loseStore(): void
  /** Advances the clock. */
  wait(ms: number): void
  /** Starts a session and returns the header that a browser would send. */
  signIn(subject?: string): Promise<{ readonly cookie: string }>
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The authorization server over real grants in an embedded store of its own. */
export async function openOauthService(options: ServiceOptions = {}): Promise<TestService> {
  const { baseUrl = BASE, config = {} } = options
  const { store, loseStore } = await openLosableStore()
  let now = Date.parse('2026-08-01T00:00:00Z')
  const clock = () => now
  const settings = oauthSettings(config)
  const resource = `${baseUrl}/mcp`
  const audit = createAudit(store, { clock })
  const grants = createGrants({
    ...{ store, audit, settings, clock, resource },
    businesses: BUSINESSES,
  })
  const logged: string[] = []
  const log = createLog('debug', (line) => logged.push(line), clock)
  const ports = { ...portsOf(options, clock), grants, settings, baseUrl, clock, log }
  const app = new Elysia({ strictPath: true }).use(oauthPlugin(ports))
  return {
    ...{ app, baseUrl, grants, store, logged, loseStore },
    ask: async (path, init) => await app.handle(new Request(`${baseUrl}${path}`, init)),
    wait: (ms) => {
      now += ms
    },
    signIn: async (subject = 'ada') => {
      const identity = { issuer: 'example', subject, display: subject, verifiedEmail: undefined }
      const { secret } = await grants.signIn(identity, ADDRESS)
      const name = baseUrl.startsWith('https:') ? '__Host-sid' : 'sid'
      return { cookie: `${name}=${secret}` }
    },
  }
}

const ADDRESS = '192.0.2.7'

/** Ports besides the grants. */
function portsOf(options: ServiceOptions, clock: () => number) {
  const { callsPerMinute = 1_000_000 } = options
  const rateLimit = createRateLimit({ callsPerMinute, overrides: [] })
  const proxies = parseRanges(options.isProxied === true ? ADDRESS : '')
  if (!proxies.ok) throw new Error(proxies.error)
  return {
    approvals: {
      approvalsOf: async () => ({ approvals: [] }),
      decide: async () => err('not_found' as const),
      listRejectable: async () => err('not_found' as const),
      rejectAll: async () => err('not_found' as const),
      withdraw: async () => err('not_found' as const),
      ...options.approvals,
    },
    registry: () => ({ version: 1 as const, records: [], tools: [] }),
    title: () => 'Example Docs',
    isOn: options.isOn ?? (() => true),
    signIn: { way: 'example' as const, users: [{ subject: 'ada', display: 'Ada' }] },
    fetchDocument: options.fetchDocument ?? (async () => err('no network')),
    admit: createAdmit({ rateLimit, trusted: [], clock }),
    peerOf: () => ADDRESS,
    addressOf: createAddressOf(proxies.value),
  }
}

async function openLosableStore() {
  const opened = await openTemporaryStore()
  let isAway = false
  const store: Store = {
    ...opened,
    transaction: async (work) => {
      if (isAway) throw new StoreUnavailable('Cannot use the store: it is away')
      return await opened.transaction(work)
    },
  }
  const loseStore = () => {
    isAway = true
  }
  return { store, loseStore }
}

/** One business for every user, always active. */
const BUSINESSES = {
  list: async () => [
    { workspaceId: 'w1', workspaceName: 'Works', businessId: 'b1', businessName: 'Bakery' },
  ],
  standing: async () => 'active' as const,
}

async function openTemporaryStore(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-oauth-'))
  const store = await openStore(`sqlite:${join(folder, 'store.sqlite')}`)
  if (!store.ok) throw new Error(store.error)
  closing.push(async () => {
    await store.value.close()
    await rm(folder, { recursive: true, force: true })
  })
  return store.value
}
