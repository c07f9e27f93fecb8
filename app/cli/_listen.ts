import type { Config } from '../config.ts'
import { limitsInForce, MCP_CALLS_PER_MINUTE, REQUEST_BYTES_MAX } from '../contract/limits.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { createAdmit } from '../limits/admit.ts'
import { createRateLimit } from '../limits/rate_limit.ts'
import { type Diagnostics, loadDiagnostics } from '../mcp/plugin.ts'
import { createService } from '../service.ts'
import type { Log } from '../telemetry/log.ts'
import type { SearchReport } from '../telemetry/search_report.ts'
import { type AdminServer, openAdmin } from './_admin.ts'
import { type BusinessRefusal, type BusinessSurface, openBusiness } from './_business.ts'
import type { Runtime } from './_runtime.ts'

/**
 * An idle connection is closed after this many seconds. A product behind private tools may take
 * ten seconds for each of two questions.
 */
export const IDLE_SECONDS_MAX = 30

/** How long running requests may take to end after a stop. */
const DRAIN_MS = 10_000

/** The ports of a running service. */
export type Ports = {
  /** Lets running requests end for a while, then cuts off the rest. */
  close(): Promise<void>
}

/** The service without a port, and its business surface, which its owner closes. */
type OpenService = {
  readonly app: ReturnType<typeof createService>
  readonly business: BusinessSurface | undefined
}

/** Opens the service as the settings describe it. */
export async function openService(
  config: Config,
  given: Runtime,
): Promise<Result<OpenService, BusinessRefusal>> {
  const { docs, log, clock, stopwatch } = given
  const { allowedOrigins, limits } = config
  const { admitAuthorization, ...admitted } = createAdmissions(config, given)
  const business = await openBusiness(config, given, admitAuthorization)
  if (!business.ok) return business
  const own = {
    ...admitted,
    ...(business.value === undefined ? {} : { business: business.value.ports }),
    ...(await diagnosticsPorts(config, log)),
  }
  const app = createService({ ...own, allowedOrigins, limits, docs, log, clock, stopwatch })
  return ok({ app, business: business.value })
}

/** Opens both ports, or opens none and says why one cannot be opened. */
export async function listen(
  config: Config,
  given: Runtime,
  searchReport: SearchReport | undefined,
): Promise<Result<Ports, BusinessRefusal>> {
  const opened = await openService(config, given)
  if (!opened.ok) return opened
  const { app, business } = opened.value
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
    at = `127.0.0.1:${config.adminPort}`
    const admin =
      config.adminPort === undefined
        ? undefined
        : openAdmin(config.adminPort, business?.parts ?? [], searchReport)
    return ok({ close: () => closePorts(app, admin, business) })
  } catch (error) {
    await app.server?.stop(true)
    await business?.close()
    return err({ exit: 1, lines: [`Cannot listen on "${at}": ${reasonOf(error)}`] })
  }
}

async function closePorts(
  app: ReturnType<typeof createService>,
  admin: AdminServer | undefined,
  business: BusinessSurface | undefined,
): Promise<void> {
  admin?.drain()
  const server = app.server
  await Promise.race([server?.stop(), waitForDrain()])
  await server?.stop(true)
  await business?.close()
  await admin?.stop()
}

/** Fixtures for test suites: the type of a production config has no such field. */
async function diagnosticsPorts(config: Config, log: Log): Promise<{ diagnostics?: Diagnostics }> {
  if (config.production || !config.diagnostics) return {}
  log.warn('diagnostics', { fixtures: 'on' })
  return { diagnostics: await loadDiagnostics() }
}

function createAdmissions(config: Config, { docs, stopwatch }: Runtime) {
  const inForce = () => limitsInForce(docs.current().registry.limits, config.limits)
  const admitAt = (callsPerMinute: number | (() => number)) =>
    createAdmit({
      rateLimit: createRateLimit({ callsPerMinute, overrides: config.rateOverrides }),
      trusted: config.trustedProxies,
      clock: stopwatch,
    })
  return {
    admitPublic: admitAt(() => inForce().publicCallsPerMinute),
    admitAuthorization: admitAt(() => inForce().authorizationCallsPerMinute),
    admitMcp: admitAt(MCP_CALLS_PER_MINUTE),
  }
}

/** Ends the wait for running requests. The timer must not keep a stopped process alive. */
async function waitForDrain(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS).unref())
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
