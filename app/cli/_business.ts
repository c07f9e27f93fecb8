import { createEmbedded, seedExample } from '../business/adapters/embedded.ts'
import { createHttpDomain } from '../business/adapters/http.ts'
import { findIdentity } from '../business/adapters/http_identity.ts'
import { type Business, createBusiness } from '../business/mod.ts'
import type { DomainServices } from '../business/port.ts'
import type { Config } from '../config.ts'
import type { BusinessRegistry } from '../contract/business.ts'
import { isLoopback } from '../contract/loopback.ts'
import { OAUTH_PATHS } from '../contract/oauth.ts'
import { MCP_PATH } from '../contract/protocol.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { createGrants, type Grants } from '../grants/mod.ts'
import type { Admit } from '../limits/admit.ts'
import { createAddressOf } from '../limits/client_address.ts'
import { createOpenIdProvider, type SignInWay } from '../oauth/plugin.ts'
import type { BusinessPorts } from '../service.ts'
import { createAudit } from '../store/audit.ts'
import { openStore } from '../store/open.ts'
import type { Audit, Store } from '../store/port.ts'
import { createPinnedFetch } from './_pinned_fetch.ts'
import type { Runtime } from './_runtime.ts'

/** How often expired rows are removed, in milliseconds. */
const SWEEP_MS = 60_000

/** The business surface of a running service. */
export type BusinessSurface = {
  readonly ports: BusinessPorts
  close(): Promise<void>
}

/** Why it cannot be opened, a line each, and the exit code: 1 for the machine, 2 for settings. */
export type BusinessRefusal = { readonly exit: 1 | 2; readonly lines: readonly string[] }

const NO_TOOLS: BusinessRegistry = { version: 1, records: [], tools: [] }

/** Opens grants and business; without a way to sign in there are none. */
export async function openBusiness(
  config: Config,
  given: Runtime,
  admit: Admit,
): Promise<Result<BusinessSurface | undefined, BusinessRefusal>> {
  const { business: settings } = config
  if (settings.signIn.way === 'off') return ok(undefined)
  if (given.docs.current().business === undefined) {
    given.log.warn('business_absent', { consequence: 'documentation alone until a restart' })
    return ok(undefined)
  }
  const store = await openStore(settings.databaseUrl)
  if (!store.ok) return err({ exit: 1, lines: [store.error] })
  const modules = await openModules(config, given, store.value)
  if (modules.ok) return ok(createSurface(config, given, admit, modules.value))
  await store.value.close()
  return err({ exit: 1, lines: modules.error })
}

type BusinessModules = {
  readonly store: Store
  readonly audit: Audit
  readonly grants: Grants
  readonly business: Business
}

async function openModules(
  config: Config,
  given: Runtime,
  store: Store,
): Promise<Result<BusinessModules, readonly string[]>> {
  const { docs, clock, oauth: settings } = given
  const audit = createAudit(store, { clock })
  const domain = domainOf(config, given, store)
  const { business: registry, example } = docs.current()
  if (config.business.domain === undefined && example !== undefined) {
    await seedExample(store, example, clock())
  }
  const unknown = await unknownOperations(registry ?? NO_TOOLS, domain, given)
  if (unknown.length > 0) return err(unknown)
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
  const business = createBusiness({ store, audit, domain, settings, clock, randomBytes })
  return ok({ store, audit, grants, business })
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}

function domainOf(
  { business: { domain } }: Config,
  { docs, clock, log }: Runtime,
  store: Store,
): DomainServices {
  const registry = () => docs.current().business ?? NO_TOOLS
  if (domain === undefined) return createEmbedded(store, { clock, registry, randomBytes })
  const { url, secret } = domain
  return createHttpDomain({
    url,
    secret,
    clock,
    log,
    fetch: (address, init) => fetch(address, init),
    randomId: () => crypto.randomUUID(),
    identityOf: (userId) => findIdentity(store.sql, userId),
  })
}

/** A tool whose operation the domain does not offer would fail at every call: refuse to start. */
async function unknownOperations(
  { tools }: BusinessRegistry,
  domain: DomainServices,
  { log }: Runtime,
): Promise<readonly string[]> {
  const described = await domain.describe().catch(() => undefined)
  if (described === undefined) {
    log.warn('domain_unavailable', { consequence: 'private tools refuse until it answers' })
    return []
  }
  const offered = new Set(described.operations)
  return tools
    .filter(({ operation }) => !offered.has(operation))
    .map(
      ({ name, operation }) =>
        `Cannot offer tool "${name}": the domain has no operation "${operation}", only ` +
        `${[...offered].sort().join(', ')}`,
    )
}

function createSurface(
  config: Config,
  given: Runtime,
  admit: Admit,
  { store, audit, grants, business }: BusinessModules,
): BusinessSurface {
  const { docs, log, clock, oauth: settings } = given
  const { baseUrl } = config
  const sweeping = setInterval(() => {
    grants.sweep().catch((error: unknown) => log.warn('sweep_failed', { reason: String(error) }))
  }, SWEEP_MS)
  sweeping.unref()
  if (config.business.signIn.way === 'example' && !isLoopback(config.host)) {
    log.warn('example_sign_in_open', { host: config.host })
  }
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
        signIn: signInOf(config, given, clock),
        fetchDocument: createPinnedFetch({ loopback: isLoopback(new URL(baseUrl)) }),
        admit,
        addressOf: createAddressOf(config.trustedProxies),
      },
    },
    close: async () => {
      clearInterval(sweeping)
      await audit
        .flush()
        .catch((error: unknown) => log.error('audit_left', { reason: String(error) }))
      await store.close()
    },
  }
}

function signInOf(
  { baseUrl, business }: Config,
  { docs }: Runtime,
  clock: () => number,
): SignInWay {
  const { signIn } = business
  if (signIn.way !== 'provider') {
    const users = docs.current().example?.users ?? []
    return {
      way: 'example',
      users: users.map(({ subject, display }) => ({ subject, display })),
    }
  }
  const { issuer, clientId, clientSecret } = signIn
  const redirectUri = baseUrl + OAUTH_PATHS.callback
  return {
    way: 'provider',
    provider: createOpenIdProvider({ issuer, clientId, clientSecret, redirectUri, clock }),
  }
}
