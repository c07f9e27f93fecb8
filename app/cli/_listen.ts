import type { Config } from '../config.ts'
import { REQUEST_BYTES_MAX } from '../contract/limits.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { type Diagnostics, loadDiagnostics } from '../mcp/plugin.ts'
import { createService } from '../service.ts'
import type { Log } from '../telemetry/log.ts'
import type { SearchReport } from '../telemetry/search_report.ts'
import { type AdminServer, openAdmin } from './_admin.ts'
import { createAdmissions } from './_admissions.ts'
import type { BuildStore } from './_build_store.ts'
import { type BusinessRefusal, type BusinessSurface, openBusiness } from './_business.ts'
import { describeDocs } from './_docs_parts.ts'
import type { EventSurface } from './_events.ts'
import type { Observation } from './_observation.ts'
import type { Runtime } from './_runtime.ts'
import { openSharedLimits, type SharedLimits } from './_shared_limits.ts'

/**
 * An idle connection is closed after this many seconds. A product behind private tools may take
 * ten seconds for each of two questions.
 */
export const IDLE_SECONDS_MAX = 30

/** How long running requests may take to end once no more can come. */
const FINISH_MS = 10_000

/** The ports of a running service. */
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
  readonly hurried: Promise<void>
}

/** The service without a port, and what its owner closes. */
type OpenService = {
  readonly app: ReturnType<typeof createService>
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
  const { admitAuthorization, ...admitted } = createAdmissions(config, given, shared)
  const events = await openSender(config, given)
  if (!events.ok) return events
  const business = await openBusiness(config, given, admitAuthorization, events.value?.approvals)
  if (!business.ok) {
    await events.value?.close()
    return business
  }
  const own = {
    ...admitted,
    ...(business.value === undefined ? {} : { business: business.value.ports }),
    ...(await diagnosticsPorts(config, log)),
  }
  const counted = { observer, clock, stopwatch, isDraining }
  const ports = { allowedOrigins, limits, resultText, chatgpt, docs, log, ...counted }
  const app = createService({ ...own, ...ports })
  return ok({ app, business: business.value, events: events.value })
}

/** The code that sends is loaded where somebody receives. */
async function openSender(
  config: Config,
  given: Runtime,
): Promise<Result<EventSurface | undefined, BusinessRefusal>> {
  if (given.events === undefined) return ok(undefined)
  const { openEvents } = await import('./_events.ts')
  return await openEvents(config, { ...given, events: given.events })
}

/** What only the operator sees, each absent where nobody can see it. */
type OperatorView = {
  readonly searchReport: SearchReport | undefined
  readonly observation: Observation | undefined
  /** The store that builds come from. */
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
  const { app, business, events } = opened.value
  const stores = [buildStore?.part, shared?.part].filter((part) => part !== undefined)
  const own = [...(business?.parts ?? []), ...(events?.parts ?? [])]
  const parts = [...describeDocs(given.docs, buildStore?.damage), ...stores, ...own]
  const { countDeliveries } = events ?? {}
  observation?.metrics.watch({ parts, countHeld: business?.countHeld, countDeliveries })
  let at = `${config.host}:${config.port}`
  try {
    app.listen({
      hostname: config.host,
      port: config.port,
      maxRequestBodySize: REQUEST_BYTES_MAX,
      idleTimeout: IDLE_SECONDS_MAX,
      // Elysia would share the port with another process and each would get half the calls.
      reusePort: false,
    })
    const { adminHost: host, adminPort: port } = config
    at = `${host}:${port}`
    const metrics = observation?.metrics
    const admin =
      port === undefined || metrics === undefined
        ? undefined
        : openAdmin({ host, port, parts, report, metrics })
    const close = async (how: CloseOptions) => {
      draining = true
      await closePorts({ app, admin, business, events }, how).finally(() => shared?.close())
    }
    events?.start()
    return ok({ close })
  } catch (error) {
    await app.server?.stop(true)
    await events?.close()
    await business?.close()
    shared?.close()
    return err({ exit: 1, lines: [`Cannot listen on "${at}": ${reasonOf(error)}`] })
  }
}

async function closePorts(
  { app, admin, business, events }: OpenService & { readonly admin: AdminServer | undefined },
  { drainSeconds, hurried }: CloseOptions,
): Promise<void> {
  admin?.drain()
  await Promise.race([pass(drainSeconds * 1000), hurried])
  const server = app.server
  await Promise.race([server?.stop(), pass(FINISH_MS), hurried])
  await server?.stop(true)
  await events?.close()
  await business?.close()
  await admin?.stop()
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
