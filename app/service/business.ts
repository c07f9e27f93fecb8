import type { ApprovalEvents } from '../business/events/mod.ts'
import { createGrants, type Grants } from '../business/grants/mod.ts'
import { createEmbedded } from '../business/tools/adapters/embedded.ts'
import { createHttpDomain, findIdentity } from '../business/tools/adapters/http.ts'
import { type Business, createBusiness } from '../business/tools/mod.ts'
import type { DomainServices } from '../business/tools/port.ts'
import type { BusinessRegistry } from '../contract/business.ts'
import { EXAMPLE_PEOPLE } from '../contract/example.ts'
import { isLoopback } from '../contract/loopback.ts'
import { OAUTH_PATHS } from '../contract/oauth.ts'
import { MCP_PATH } from '../contract/protocol.ts'
import { err, ok, type Result } from '../contract/result.ts'
import type { Admit } from '../foundation/limits/admit.ts'
import { createAddressOf } from '../foundation/limits/client_address.ts'
import { createAudit } from '../foundation/store/audit.ts'
import { type Audit, type Store, StoreUnavailable } from '../foundation/store/port.ts'
import { logIncident } from '../foundation/telemetry/incident.ts'
import { createOpenIdProvider, type SignInWay } from '../interfaces/oauth/plugin.ts'
import { countHeldSoon, observeProduct } from './_observed_business.ts'
import { createPinnedFetch } from './network/pinned_fetch.ts'
import {
  type WatchedStore,
  watchAudit,
  watchDomain,
  watchProvider,
} from './parts/business_parts.ts'
import type { Part } from './parts/part.ts'
import type { Runtime } from './parts/runtime.ts'
import type { BusinessPorts } from './service.ts'
import type { Config } from './settings/config.ts'

/** How often expired rows are removed, in milliseconds. */
const SWEEP_MS = 60_000

export type BusinessSurface = {
  readonly ports: BusinessPorts
  /** What can be away while the documentation is served, with its state. */
  readonly parts: readonly Part[]
  /** Calls that wait for approval; undefined while the store cannot tell. */
  readonly countHeld: () => Promise<number | undefined>
  close(): Promise<void>
}

/** Why it cannot be opened, a line each, and the exit code: 1 for the machine, 2 for settings. */
export type BusinessRefusal = { readonly exit: 1 | 2; readonly lines: readonly string[] }

const NO_TOOLS: BusinessRegistry = { version: 1, records: [], tools: [] }

/** Whether there are business tools: without a way to sign in, or a registry, there are none. */
export function isBusinessOn({ business }: Config, { docs, log }: Runtime): boolean {
  if (business.signIn.way === 'off') return false
  if (docs.current().business !== undefined) return true
  log.warn('business_absent', { consequence: 'documentation alone until a restart' })
  return false
}

type BusinessBackends = {
  readonly store: WatchedStore
  readonly admit: Admit
  readonly events: ApprovalEvents | undefined
}

export async function openBusiness(
  config: Config,
  given: Runtime,
  { store, admit, events }: BusinessBackends,
): Promise<Result<BusinessSurface, BusinessRefusal>> {
  const modules = await openModules(config, given, store, events)
  if (modules.ok) return ok(createSurface(config, given, admit, modules.value))
  return err({ exit: 1, lines: modules.error })
}

type BusinessModules = {
  readonly store: Store
  readonly audit: Audit
  readonly grants: Grants
  readonly business: Business
  readonly parts: readonly Part[]
}

async function openModules(
  config: Config,
  given: Runtime,
  { store, part: storePart }: WatchedStore,
  events: ApprovalEvents | undefined,
): Promise<Result<BusinessModules, readonly string[]>> {
  const { docs, clock, oauth: settings } = given
  const { audit, part: auditPart } = watchAudit(
    given,
    createAudit(store, { clock, keys: config.business.auditKeys }),
    storePart,
  )
  const { domain, parts: domainParts } = domainOf(config, given, store)
  const tools = docs.current().business ?? NO_TOOLS
  const unknown = await unknownOperations(tools, domain)
  const refused = [...unknown, ...explainUncallable(tools, config.business.domain?.apiUrl)]
  if (refused.length > 0) return err(refused)
  const { within } = domain
  const grants = createGrants({
    store,
    audit,
    settings,
    clock,
    resource: config.baseUrl + MCP_PATH,
    businesses: {
      list: (userId) => domain.businessesOf(userId),
      standing: (who) => domain.standing(who),
      standingWithin: within === undefined ? undefined : (sql, who) => within(sql).standing(who),
    },
  })
  const business = createBusiness({ store, audit, domain, settings, clock, randomBytes, events })
  return ok({ store, audit, grants, business, parts: [auditPart, ...domainParts] })
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}

function domainOf(
  { business: { domain: settings } }: Config,
  given: Runtime,
  store: Store,
): { readonly domain: DomainServices; readonly parts: readonly Part[] } {
  const { docs, clock } = given
  const registry = () => docs.current().business ?? NO_TOOLS
  if (settings === undefined) {
    return { domain: createEmbedded(store, { clock, registry, randomBytes }), parts: [] }
  }
  const { domain, part } = watchDomain(given, (log) =>
    createHttpDomain({
      ...settings,
      clock,
      log,
      fetch: observeProduct(given),
      randomId: () => crypto.randomUUID(),
      identityOf: (userId) => findIdentity(store.sql, userId),
    }),
  )
  return { domain, parts: [part] }
}

/** A tool whose operation the domain does not offer would fail at every call: refuse to start. */
async function unknownOperations(
  { tools }: BusinessRegistry,
  domain: DomainServices,
): Promise<readonly string[]> {
  // A product that does not answer is reported as an outage; private tools refuse meanwhile.
  const described = await domain.describe().catch(() => undefined)
  if (described === undefined) return []
  const offered = new Set(described.operations)
  return tools
    .filter(({ operation, http }) => http === undefined && !offered.has(operation))
    .map(
      ({ name, operation }) =>
        `Cannot offer tool "${name}": the domain has no operation "${operation}", only ` +
        `${[...offered].sort().join(', ')}`,
    )
}

/** Tools that call the product's own API, where nothing says where it is. */
function explainUncallable(
  { tools }: BusinessRegistry,
  apiUrl: string | undefined,
): readonly string[] {
  const calling = apiUrl === undefined ? tools.filter(({ http }) => http !== undefined) : []
  return calling.map(
    ({ name }) =>
      `Cannot offer tool "${name}": it calls the product's API, and DOMAIN_API_URL is not set`,
  )
}

function createSurface(
  config: Config,
  given: Runtime,
  admit: Admit,
  { store, audit, grants, business, parts: ownParts }: BusinessModules,
): BusinessSurface {
  const { docs, log, clock, oauth: settings } = given
  const { baseUrl } = config
  const sweeping = setInterval(() => {
    grants.sweep().catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) logIncident(log, 'sweep_failed', error)
    })
  }, SWEEP_MS)
  sweeping.unref()
  if (config.business.signIn.way === 'example' && !isLoopback(config.host)) {
    log.warn('example_sign_in_open', { host: config.host })
  }
  const { signIn, parts: signInParts } = signInOf(config, given, clock)
  const parts = [...ownParts, ...signInParts]
  log.info('business', { store: store.dialect, sign_in: config.business.signIn.way })
  return {
    ports: {
      tools: { grants, business, listed: config.business.listPrivateTools, log },
      oauth: {
        grants,
        approvals: business,
        isOn: () => docs.current().business !== undefined,
        registry: () => docs.current().business ?? NO_TOOLS,
        title: () => docs.current().registry.service.title,
        baseUrl,
        settings,
        signIn,
        fetchDocument: createPinnedFetch({ loopback: isLoopback(new URL(baseUrl)) }),
        admit,
        addressOf: createAddressOf(config.trustedProxies),
      },
    },
    parts,
    countHeld: () => countHeldSoon(store, clock),
    close: async () => {
      clearInterval(sweeping)
      for (const part of parts) part.stop()
      await audit
        .flush()
        .catch((error: unknown) => log.error('audit_left', { reason: String(error) }))
    },
  }
}

function signInOf(
  { baseUrl, business: { signIn } }: Config,
  given: Runtime,
  clock: () => number,
): { readonly signIn: SignInWay; readonly parts: readonly Part[] } {
  if (signIn.way !== 'provider') {
    const examples = given.docs.current().example?.users ?? EXAMPLE_PEOPLE
    const users = examples.map(({ subject, display }) => ({ subject, display }))
    return { signIn: { way: 'example', users }, parts: [] }
  }
  const redirectUri = baseUrl + OAUTH_PATHS.callback
  const { provider, part } = watchProvider(
    given,
    createOpenIdProvider({ ...signIn, redirectUri, clock }),
  )
  return { signIn: { way: 'provider', provider }, parts: [part] }
}
