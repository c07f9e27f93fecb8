import { type AdminServer, openAdmin } from './_admin.ts'
import type { Config } from './config.ts'
import { limitsInForce, MCP_CALLS_PER_MINUTE } from './contract/limits.ts'
import { createAdmit } from './limits/admit.ts'
import { slidingWindow } from './limits/rate_limit.ts'
import { type Diagnostics, loadDiagnostics } from './mcp/plugin.ts'
import type { PublicDocs } from './public_docs/mod.ts'
import { service } from './service.ts'
import type { Log } from './telemetry/log.ts'

/** Backstop of the HTTP server, in bytes; our own caps stand far below and answer properly. */
const SERVER_BODY_BYTES_MAX = 4 * 1024 * 1024

/** How long running requests may take to end after a stop was asked for. */
const DRAIN_MS = 10_000

/** What the command line hands to the windows. */
export type Given = {
  readonly docs: PublicDocs
  readonly log: Log
  /** Milliseconds since the epoch, with fractions. */
  readonly clock: () => number
}

/** The ports of a running service. */
export type Ports = {
  /** Lets running requests end, for a while; then the rest is cut off. */
  close(): Promise<void>
}

/** Opens both ports, or says in one line why one is not to be had and opens none. */
export async function listen(config: Config, given: Given): Promise<Ports | string> {
  const { docs, log, clock } = given
  const { allowedOrigins, limits } = config
  const own = { ...admissions(config, given), ...(await underTest(config, log)) }
  const app = service({ ...own, allowedOrigins, limits, docs, log, clock })
  let at = `${config.host}:${config.port}`
  try {
    app.listen({
      hostname: config.host,
      port: config.port,
      maxRequestBodySize: SERVER_BODY_BYTES_MAX,
      // Elysia would share the port with another process and each would get half the calls.
      reusePort: false,
    })
    at = `127.0.0.1:${config.adminPort}`
    const admin = config.adminPort === undefined ? undefined : openAdmin(config.adminPort)
    return { close: () => closePorts(app, admin) }
  } catch (error) {
    await app.server?.stop(true)
    return `Cannot listen on "${at}": ${reasonOf(error)}`
  }
}

async function closePorts(
  app: ReturnType<typeof service>,
  admin: AdminServer | undefined,
): Promise<void> {
  admin?.drain()
  const server = app.server
  await Promise.race([server?.stop(), drainOver()])
  await server?.stop(true)
  await admin?.stop()
}

/** Fixtures for test suites: the type of a production config has no such field. */
async function underTest(config: Config, log: Log): Promise<{ diagnostics?: Diagnostics }> {
  if (config.production || !config.diagnostics) return {}
  log.warn('diagnostics', { fixtures: 'on' })
  return { diagnostics: await loadDiagnostics() }
}

function admissions(config: Config, { docs, clock }: Given) {
  const publicCallsPerMinute = () =>
    limitsInForce(docs.current().registry.limits, config.limits).publicCallsPerMinute
  const admitAt = (callsPerMinute: number | (() => number)) =>
    createAdmit({
      window: slidingWindow({ callsPerMinute, overrides: config.rateOverrides }),
      trusted: config.trustedProxies,
      clock,
    })
  return {
    admitPublic: admitAt(publicCallsPerMinute),
    admitMcp: admitAt(MCP_CALLS_PER_MINUTE),
  }
}

/** Ends the wait for running requests. The timer must not keep a stopped process alive. */
async function drainOver(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS).unref())
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
