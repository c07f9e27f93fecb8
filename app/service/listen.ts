import { LIMITS } from '../contract/limits.ts'
import { messageOf } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'
import type { Admit } from '../foundation/limits/admit.ts'
import type { Store } from '../foundation/store/port.ts'
import type { Log } from '../foundation/telemetry/log.ts'
import type { SearchReport } from '../foundation/telemetry/search_report.ts'
import { type Diagnostics, loadDiagnostics } from '../interfaces/mcp/plugin.ts'
import { type AdminServer, openAdmin } from './admin/admin.ts'
import { type KeptReport, keepReport } from './admin/kept_report.ts'
import { createAdmissions } from './admissions.ts'
import {
  type BusinessRefusal,
  type BusinessSurface,
  isBusinessOn,
  openBusiness,
} from './business.ts'
import type { EventSurface } from './events.ts'
import type { Observation } from './observation.ts'
import type { BuildStore } from './parts/build_store.ts'
import type { WatchedStore } from './parts/business_parts.ts'
import { describeDocs } from './parts/docs_parts.ts'
import type { Runtime } from './parts/runtime.ts'
import { openServiceStore, prepareBusiness } from './parts/service_store.ts'
import { openSharedLimits, type SharedLimits } from './parts/shared_limits.ts'
import { createService } from './service.ts'
import type { Config } from './settings/config.ts'

/** How long running requests may take to end once no more can come. */
const FINISH_MS = 10_000

export type Ports = {
  /**
   * Goes on serving, not ready any more, until load balancers know it; then lets running requests
   * end for a while, and cuts off the rest.
   */
  close(how: CloseOptions): Promise<void>
}

type CloseOptions = {
  readonly drainSeconds: number
  /** Once this resolves, nothing is waited for. */
  readonly forced: Promise<void>
}

/** The service without a port, and what its owner closes. */
type OpenService = {
  readonly app: ReturnType<typeof createService>
  /** Absent where nothing needs a database. */
  readonly store: WatchedStore | undefined
  readonly business: BusinessSurface | undefined
  readonly events: EventSurface | undefined
}

/** What a service has only where it opens ports. */
type ServiceState = {
  readonly shared?: SharedLimits | undefined
  readonly isDraining?: () => boolean
}

/** Opens the service as the settings describe it; without shared limits it counts alone. */
export async function openService(
  config: Config,
  given: Runtime,
  { shared, isDraining }: ServiceState = {},
): Promise<Result<OpenService, BusinessRefusal>> {
  const { docs, log, observer, clock, stopwatch } = given
  const { allowedOrigins, limits, resultText, chatgptEndpoint: chatgpt } = config
  const { admitAuthorization: admit, ...admitted } = createAdmissions(config, given, shared)
  const opened = await openParts(config, given, admit)
  if (!opened.ok) return opened
  const { business } = opened.value
  const own = {
    ...admitted,
    ...(business === undefined ? {} : { business: business.ports }),
    ...(await diagnosticsPorts(config, log)),
  }
  const counted = { observer, clock, stopwatch, isDraining }
  const ports = { allowedOrigins, limits, resultText, chatgpt, docs, log, ...counted }
  const app = createService({ ...own, ...ports })
  return ok({ app, ...opened.value })
}

type StoredParts = Omit<OpenService, 'app'>

/** Opens what needs a database, over one that all of it shares. */
async function openParts(
  config: Config,
  given: Runtime,
  admit: Admit,
): Promise<Result<StoredParts, BusinessRefusal>> {
  const isOn = isBusinessOn(config, given)
  const none = { store: undefined, business: undefined, events: undefined }
  if (!isOn && given.events === undefined) return ok(none)
  const prepare = isOn ? prepareBusiness(config, given) : async () => undefined
  const opened = await openServiceStore(config, given, prepare)
  if (!opened.ok) return err({ exit: 1, lines: [opened.error] })
  const store = opened.value
  const events = await openSender(config, given, store.store)
  if (!events.ok) {
    await closeStore(store)
    return events
  }
  if (!isOn) return ok({ ...none, store, events: events.value })
  const backends = { store, admit, events: events.value?.approvals }
  const business = await openBusiness(config, given, backends)
  if (business.ok) return ok({ store, business: business.value, events: events.value })
  await events.value?.close()
  await closeStore(store)
  return business
}

/** The code that sends is loaded where somebody receives. */
async function openSender(
  config: Config,
  given: Runtime,
  store: Store,
): Promise<Result<EventSurface | undefined, BusinessRefusal>> {
  if (given.events === undefined) return ok(undefined)
  const { openEvents } = await import('./events.ts')
  return await openEvents(config, { ...given, events: given.events }, store)
}

async function closeStore({ store, part }: WatchedStore): Promise<void> {
  part.stop()
  await store.close()
}

/** What only the operator sees, each absent where nobody can see it. */
type OperatorView = {
  readonly searchReport: SearchReport | undefined
  readonly observation: Observation | undefined
  readonly buildStore: BuildStore | undefined
}

/** Opens both ports, or opens none and says why one cannot be opened. */
export async function listen(
  config: Config,
  given: Runtime,
  { searchReport: report, observation, buildStore }: OperatorView,
): Promise<Result<Ports, BusinessRefusal>> {
  const limits = await openSharedLimits(config, given)
  if (!limits.ok) return err({ exit: 2, lines: [limits.error] })
  const shared = limits.value
  let draining = false
  const opened = await openService(config, given, { shared, isDraining: () => draining })
  if (!opened.ok) {
    shared?.close()
    return opened
  }
  const { app, store, business, events } = opened.value
  const kept =
    report === undefined
      ? undefined
      : keepReport({ ...given, ...config.business, report, shared: store?.store })
  const stores = [buildStore?.part, shared?.part].filter((part) => part !== undefined)
  const own = [...(store === undefined ? [] : [store.part]), ...(business?.parts ?? [])]
  const parts = [...describeDocs(given.docs, buildStore?.damage), ...stores, ...own]
  const { countDeliveries } = events ?? {}
  observation?.metrics.watch({ parts, countHeld: business?.countHeld, countDeliveries })
  let at = `${config.host}:${config.port}`
  try {
    app.listen({
      hostname: config.host,
      port: config.port,
      maxRequestBodySize: LIMITS.requestBytesMax,
      idleTimeout: LIMITS.idleSecondsMax,
      // Elysia would share the port with another process and each would get half the calls.
      reusePort: false,
    })
    const { adminHost: host, adminPort: port } = config
    at = `${host}:${port}`
    const metrics = observation?.metrics
    const admin =
      port === undefined || metrics === undefined
        ? undefined
        : openAdmin({ host, port, parts, report: kept, metrics })
    const close = async (how: CloseOptions) => {
      draining = true
      await closePorts({ ...opened.value, admin, kept }, how).finally(() => shared?.close())
    }
    events?.start()
    return ok({ close })
  } catch (error) {
    await app.server?.stop(true)
    await kept?.close()
    await closeParts(opened.value)
    shared?.close()
    return err({ exit: 1, lines: [`Cannot listen on "${at}": ${messageOf(error)}`] })
  }
}

type OperatorPorts = {
  readonly admin: AdminServer | undefined
  readonly kept: KeptReport | undefined
}

async function closePorts(
  { app, admin, kept, ...parts }: OpenService & OperatorPorts,
  { drainSeconds, forced }: CloseOptions,
): Promise<void> {
  admin?.drain()
  await Promise.race([pass(drainSeconds * 1000), forced])
  const server = app.server
  await Promise.race([server?.stop(), pass(FINISH_MS), forced])
  await server?.stop(true)
  await kept?.close()
  await closeParts(parts)
  await admin?.stop()
}

async function closeParts({ events, business, store }: StoredParts): Promise<void> {
  await events?.close()
  await business?.close()
  if (store !== undefined) await closeStore(store)
}

/** Fixtures for test suites: the type of a production config has no such field. */
async function diagnosticsPorts(config: Config, log: Log): Promise<{ diagnostics?: Diagnostics }> {
  if (config.production || !config.diagnostics) return {}
  log.warn('diagnostics', { fixtures: 'on' })
  return { diagnostics: await loadDiagnostics() }
}

/** A wait whose timer does not keep a stopped process alive. */
async function pass(ms: number): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
}
