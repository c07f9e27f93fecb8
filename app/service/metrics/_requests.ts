import { Counter, type CounterConfiguration, Gauge, Histogram, type Registry } from 'prom-client'
import { A2A_REVISION, MCP_METHODS } from '../../contract/protocol.ts'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import { createToolNames, OTHER } from '../../foundation/telemetry/call_names.ts'
import type {
  Counters,
  FinishedCall,
  LimitName,
  StoreUse,
} from '../../foundation/telemetry/observer.ts'
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
  const seconds = createSeconds(register, {
    name: 'lectern_http_request_duration_seconds',
    help: 'How long answers to HTTP requests took, by class of path.',
    labelNames: ['route'],
  })
  const refusals = createCounter(register, {
    name: 'lectern_limit_refusals_total',
    help: 'Calls that a limit of calls for each client address refused.',
    labelNames: ['limit'],
    known: LIMIT_NAMES,
  })
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

/** What becomes of a new build, by the event that the log has of it. */
const RELOADS: Readonly<Record<string, string>> = { reloaded: 'loaded', reload_refused: 'refused' }

/** Events of the log: their names come from the code, so there are few. */
export function createEventCounters(
  register: Registry,
  clock: () => number,
): Pick<Counters, 'countEvent'> {
  const events = createCounter(register, {
    name: 'lectern_log_events_total',
    help: 'Lines of the log of level warn or error, by event.',
    labelNames: ['level', 'event'],
  })
  const reloads = createCounter(register, {
    name: 'lectern_reloads_total',
    help: 'New builds that were loaded, and those that were refused.',
    labelNames: ['outcome'],
    known: Object.values(RELOADS),
  })
  const loaded = new Gauge({
    name: 'lectern_build_loaded_timestamp_seconds',
    help: 'When the build in use was loaded.',
    registers: [register],
  })
  loaded.set(clock() / 1000)
  return {
    countEvent: (level, event) => {
      if (level === 'warn' || level === 'error') events.labels(level, event).inc()
      const outcome = RELOADS[event]
      if (outcome === undefined) return
      reloads.labels(outcome).inc()
      if (event === 'reloaded') loaded.set(clock() / 1000)
    },
  }
}

const METHODS: ReadonlySet<string> = new Set(MCP_METHODS)

/** Calls of tools over every interface, and messages over MCP. */
export function createCallCounters(
  register: Registry,
  docs: Pick<PublicDocs, 'current'>,
): Pick<Counters, 'countCall'> {
  const callOf = createTallies(register, {
    name: 'lectern_calls_total',
    help: 'Calls of tools and operations that ended, by how they ended.',
    labelNames: ['interface', 'tool', 'revision', 'outcome'],
  })
  const seconds = createSeconds(register, {
    name: 'lectern_call_duration_seconds',
    help: 'How long calls of tools and operations took.',
    labelNames: ['interface', 'tool'],
  })
  const messageOf = createTallies(register, {
    name: 'lectern_mcp_messages_total',
    help: 'Messages over MCP that were answered, by method.',
    labelNames: ['method', 'revision', 'outcome'],
  })
  const secondsOf = createChildren((labels: readonly string[]) => seconds.labels(...labels))
  const toolOf = createToolNames(docs.current)
  return {
    countCall: (call) => {
      const { outcome, ms } = call
      const revision = revisionOf(call)
      if (call.interface === 'mcp') {
        const method = METHODS.has(call.method) ? call.method : OTHER
        messageOf(method, revision, outcome).waiting += 1
        if (call.method !== 'tools/call') return
      }
      const tool = toolOf(call)
      callOf(call.interface, tool, revision, outcome).waiting += 1
      secondsOf(call.interface, tool).observe(ms / 1000)
    },
  }
}

function revisionOf(call: FinishedCall): string {
  if (call.interface === 'mcp') return call.revision
  return call.interface === 'a2a' ? A2A_REVISION : 'none'
}

const STORE_KINDS: readonly StoreUse['kind'][] = ['read', 'change', 'transaction']

/** Work on the store, questions to the product behind private tools, and deliveries of events. */
export function createUseCounters(
  register: Registry,
): Pick<Counters, 'countStoreUse' | 'countProductUse' | 'countDelivery'> {
  const storeSeconds = createSeconds(register, {
    name: 'lectern_store_duration_seconds',
    help: 'How long statements and transactions of the store took.',
    labelNames: ['kind'],
  })
  const storeFailures = createCounter(register, {
    name: 'lectern_store_failures_total',
    help: 'Statements and transactions that the store could not answer.',
    labelNames: ['kind'],
    known: STORE_KINDS,
  })
  const productSeconds = createSeconds(register, {
    name: 'lectern_product_duration_seconds',
    help: 'How long the product took to answer, by class of status; none without an answer.',
    labelNames: ['status'],
  })
  const deliveries = createCounter(register, {
    name: 'lectern_event_attempts_total',
    help: 'Attempts to deliver events and notices, by endpoint and how they ended.',
    labelNames: ['endpoint', 'outcome'],
  })
  return {
    countDelivery: ({ endpoint, outcome }) => deliveries.labels(endpoint, outcome).inc(),
    countStoreUse: ({ kind, isAnswered, ms }) => {
      storeSeconds.labels(kind).observe(ms / 1000)
      if (!isAnswered) storeFailures.labels(kind).inc()
    },
    countProductUse: ({ status, ms }) => {
      const label = status === undefined ? 'none' : `${Math.floor(status / 100)}xx`
      productSeconds.labels(label).observe(ms / 1000)
    },
  }
}

type FigureLabels = Omit<CounterConfiguration<string>, 'collect'>

/** A counter that shows the known values of its first label from the start. */
function createCounter(
  register: Registry,
  { known = [], ...named }: FigureLabels & { readonly known?: readonly string[] },
): Counter {
  const counter = new Counter({ ...named, registers: [register] })
  for (const value of known) counter.labels(value).inc(0)
  return counter
}

/** Upper bounds of durations in seconds: from an answer out of memory to an outage. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function createSeconds(register: Registry, named: FigureLabels): Histogram {
  return new Histogram({ ...named, buckets: SECONDS, registers: [register] })
}
