import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGrants, type Grants } from '../../app/business/grants/mod.ts'
import {
  type BusinessState,
  createEmbedded,
  seedExample,
  setBusinessState,
} from '../../app/business/tools/adapters/embedded.ts'
import { type Business, createBusiness, type DomainServices } from '../../app/business/tools/mod.ts'
import { type OauthConfig, type OauthSettings, oauthSettings } from '../../app/contract/oauth.ts'
import { createAudit } from '../../app/foundation/store/audit.ts'
import { openStore } from '../../app/foundation/store/open.ts'
import { type Store, StoreUnavailable } from '../../app/foundation/store/port.ts'
import { createLog } from '../../app/foundation/telemetry/log.ts'
import { oauthPlugin, type SignInWay } from '../../app/interfaces/oauth/plugin.ts'
import { EXAMPLE, REGISTRY } from '../business/tools/business_fixture.ts'
import { freePort } from '../support/running.ts'

export type Site = SiteServices & {
  readonly url: string
  readonly store: Store
  /** Lines of the log so far. */
  readonly log: readonly string[]
  /** Advances the clock of the service. */
  wait(ms: number): void
  setState(businessId: string, state: BusinessState): Promise<void>
  /** Makes the product unavailable or available again. */
  setAway(isAway: boolean): void
  stop(): Promise<void>
}

type SiteServices = { readonly grants: Grants; readonly business: Business }

type SiteOptions = {
  readonly config?: OauthConfig
  readonly signIn?: (given: { url: string; clock: () => number }) => Promise<SignInWay>
  /** How many calls of the OAuth endpoints are admitted; all by default. */
  readonly callsMax?: number
}

/** The real plugin over real grants, business and store, on its own port. */
export async function openSite(options: SiteOptions = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-browser-'))
  const opened = await openStore(`sqlite:${join(folder, 'store.sqlite')}`)
  if (!opened.ok) throw new Error(opened.error)
  const store = opened.value
  const port = await freePort()
  const url = `http://localhost:${port}`
  let [aheadMs, calls] = [0, 0]
  const clock = () => Date.now() + aheadMs
  const settings = oauthSettings(options.config ?? {})
  let isAway = false
  const services = await createServices(store, { url, clock, settings, isAway: () => isAway })
  const example: SignInWay = { way: 'example', users: EXAMPLE.users }
  const signIn = (await options.signIn?.({ url, clock })) ?? example
  const log: string[] = []
  const window = oauthPlugin({
    ...services,
    isOn: () => true,
    approvals: services.business,
    registry: () => REGISTRY,
    title: () => 'Quillfeather Docs',
    baseUrl: url,
    settings,
    signIn,
    fetchDocument: async () => ({ ok: false, error: 'fetching is off' }),
    admit: async () =>
      ++calls <= (options.callsMax ?? Number.POSITIVE_INFINITY) ? 'admitted' : 'refused',
    peerOf: () => '127.0.0.1',
    addressOf: () => '127.0.0.1',
    clock,
    log: createLog('debug', (line) => log.push(line), clock),
  })
  // Both addresses of `localhost`, because a browser may try either.
  const server = Bun.serve({ port, hostname: '::', fetch: (request) => window.handle(request) })
  return {
    ...services,
    url,
    store,
    log,
    wait: (ms) => {
      aheadMs += ms
    },
    setState: async (businessId, state) => {
      await store.transaction((sql) => setBusinessState(sql, businessId, state))
    },
    setAway: (away) => {
      isAway = away
    },
    stop: async () => {
      await server.stop(true)
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type ServiceOptions = {
  readonly url: string
  readonly clock: () => number
  readonly settings: OauthSettings
  readonly isAway: () => boolean
}

async function createServices(store: Store, given: ServiceOptions): Promise<SiteServices> {
  const { url, clock, settings, isAway } = given
  const audit = createAudit(store, { clock })
  const embedded = createEmbedded(store, { clock, registry: () => REGISTRY, randomBytes })
  const domain: DomainServices = {
    ...embedded,
    businessesOf: async (userId) => {
      if (isAway()) throw new StoreUnavailable('Cannot ask the product')
      return await embedded.businessesOf(userId)
    },
  }
  await seedExample(store, EXAMPLE, clock())
  const grants = createGrants({
    store,
    audit,
    settings,
    clock,
    resource: `${url}/mcp`,
    businesses: {
      list: (userId) => domain.businessesOf(userId),
      standing: (who) => domain.standing(who),
    },
  })
  const business = createBusiness({ store, audit, domain, settings, clock, randomBytes })
  return { grants, business }
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}
