import { Counter, Histogram, type Registry } from 'prom-client'
import type { Counters, LimitName } from '../../foundation/telemetry/observer.ts'
import { classifyPath } from '../../foundation/telemetry/routes.ts'
import { createChildren, createTallies } from './_children.ts'

const LIMIT_NAMES: readonly LimitName[] = ['public', 'mcp', 'authorization']

/** Requests of every kind, and the calls that a limit refused. */
export function createRequestCounters(
  register: Registry,
): Pick<Counters, 'countRequest' | 'countRefusal'> {
  const requestOf = createTallies(register, {
    name: 'lectern_http_requests_total',
    help: 'HTTP requests that were answered, by class of path and status.',
    labelNames: ['route', 'code'],
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
  const secondsOf = createChildren((labels: readonly string[]) => seconds.labels(...labels))
  return {
    countRequest: ({ path, status, ms }) => {
      const route = classifyPath(path)
      requestOf(route, String(status)).waiting += 1
      secondsOf(route).observe(ms / 1000)
    },
    countRefusal: (limit) => refusals.labels(limit).inc(),
  }
}

/** Upper bounds of durations in seconds: from an answer out of memory to an outage. */
export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
