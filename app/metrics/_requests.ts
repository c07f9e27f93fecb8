import { Counter, Histogram, type Registry } from 'prom-client'
import { A2A_PATH } from '../contract/a2a.ts'
import { OAUTH_PATHS, WELL_KNOWN } from '../contract/oauth.ts'
import { HTTP_API_PREFIX } from '../contract/operations.ts'
import { MCP_PATH } from '../contract/protocol.ts'
import type { Counters, LimitName } from '../telemetry/observer.ts'
import { createChildren } from './_children.ts'
import { SECONDS } from './_names.ts'

const LIMIT_NAMES: readonly LimitName[] = ['public', 'mcp', 'authorization']

/** Requests of every kind, and the calls that a limit refused. */
export function createRequestCounters(
  register: Registry,
): Pick<Counters, 'countRequest' | 'countRefusal'> {
  const requests = new Counter({
    name: 'lectern_http_requests_total',
    help: 'HTTP requests that were answered, by class of path and status.',
    labelNames: ['route', 'code'],
    registers: [register],
  })
  const seconds = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'How long answers to HTTP requests took, by class of path.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers: [register],
  })
  const refusals = new Counter({
    name: 'lectern_limit_refusals_total',
    help: 'Calls that a limit of calls for each client address refused.',
    labelNames: ['limit'],
    registers: [register],
  })
  for (const limit of LIMIT_NAMES) refusals.labels(limit).inc(0)
  const requestOf = createChildren((labels: readonly string[]) => requests.labels(...labels))
  const secondsOf = createChildren((labels: readonly string[]) => seconds.labels(...labels))
  return {
    countRequest: ({ path, status, ms }) => {
      const route = classify(path)
      requestOf(route, String(status)).inc()
      secondsOf(route).observe(ms / 1000)
    },
    countRefusal: (limit) => refusals.labels(limit).inc(),
  }
}

const OAUTH_EXACT: ReadonlySet<string> = new Set(Object.values(WELL_KNOWN))

/** The interface that a path belongs to; pages and files are one class, whatever their number. */
function classify(path: string): string {
  if (path === MCP_PATH || path === `${MCP_PATH}/`) return 'mcp'
  if (path.startsWith(HTTP_API_PREFIX)) return 'http_api'
  if (path === A2A_PATH || path === `${A2A_PATH}/`) return 'a2a'
  if (path.startsWith('/oauth/') || OAUTH_EXACT.has(path)) return 'oauth'
  return path === OAUTH_PATHS.account || path.startsWith(`${OAUTH_PATHS.account}/`)
    ? 'oauth'
    : 'static'
}
