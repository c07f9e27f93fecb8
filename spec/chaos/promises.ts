/** What the service promises about one fault: a row of `corpus/pages/run/faults.md`. */
export type FaultPromise = {
  readonly fault: string
  /** Search and pages, over every interface without a token; `search`: pages are 503. */
  readonly docs: 'answer' | 'late' | 'away' | 'search'
  /** Private reads and writes, and refreshes of tokens. */
  readonly tools: 'work' | 'late' | 'refuse' | 'away' | 'refresh'
  /** The part that `/readyz` names while the fault lasts. */
  readonly part?: 'store' | 'limits' | 'build_store' | 'builds' | 'product'
  /** From the beginning of the fault until `/readyz` names the part; only where nobody uses it. */
  readonly seenSeconds?: number
  /** From the end of the fault until everything answers as before. */
  readonly backSeconds: number
  /** The spec that proves it at each run of the tests: `a/b` is `spec/a/b_spec.ts`. */
  readonly test: string
}

const STORE = { docs: 'answer', tools: 'refuse', part: 'store' } as const
const LIMITS = { docs: 'answer', tools: 'work', part: 'limits' } as const
const OBJECTS = { docs: 'answer', tools: 'work', part: 'build_store' } as const
const BUILDS = { docs: 'answer', tools: 'work', part: 'builds' } as const
const CACHE = {
  ...BUILDS,
  docs: 'search',
  backSeconds: 10,
  test: 'foundation/object_store/repair',
} as const
const PRODUCT = { docs: 'answer', tools: 'refuse', part: 'product' } as const
const NOTHING = { docs: 'answer', tools: 'work' } as const
const LATE = { docs: 'late', tools: 'late' } as const
const AWAY = { docs: 'away', tools: 'away' } as const

const WINDOW = 'foundation/limits/shared_window'
const ANSWERS = 'product/domain_http_faults'

/** Every fault that the documentation names, in its order. */
export const PROMISES = {
  'postgres-killed': { fault: 'PostgreSQL dead', ...STORE, backSeconds: 5, test: 'cli/outage' },
  'postgres-idle': {
    fault: 'PostgreSQL dead, idle',
    ...STORE,
    seenSeconds: 12,
    backSeconds: 15,
    test: 'cli/idle_outage',
  },
  'postgres-start': {
    fault: 'PostgreSQL dead at start',
    ...STORE,
    seenSeconds: 12,
    backSeconds: 15,
    test: 'cli/idle_outage',
  },
  'postgres-frozen': {
    fault: 'PostgreSQL frozen',
    ...STORE,
    backSeconds: 15,
    test: 'foundation/store/postgres',
  },
  'postgres-restarted': {
    fault: 'PostgreSQL restarted',
    ...STORE,
    backSeconds: 5,
    test: 'foundation/store/postgres',
  },
  'postgres-standby': {
    fault: 'PostgreSQL a standby',
    ...STORE,
    backSeconds: 5,
    test: 'foundation/store/postgres',
  },
  'disk-full': { fault: 'disk full', ...STORE, backSeconds: 5, test: 'cli/outage' },
  'disk-read-only': { fault: 'disk read-only', ...STORE, backSeconds: 5, test: 'chaos/chaos' },
  'disk-failing': { fault: 'disk cannot sync', ...STORE, backSeconds: 5, test: 'chaos/chaos' },
  'disk-slow': { fault: 'disk slow', ...LATE, backSeconds: 5, test: 'chaos/chaos' },
  'file-locked': { fault: 'SQLite file locked', ...STORE, backSeconds: 10, test: 'chaos/chaos' },
  'redis-killed': { fault: 'Redis dead', ...LIMITS, backSeconds: 5, test: WINDOW },
  'redis-frozen': { fault: 'Redis frozen', ...LIMITS, backSeconds: 5, test: WINDOW },
  'redis-full': { fault: 'Redis full', ...LIMITS, backSeconds: 5, test: WINDOW },
  'redis-replica': { fault: 'Redis a replica', ...LIMITS, backSeconds: 5, test: WINDOW },
  'redis-flushed': { fault: 'Redis forgot scripts', ...NOTHING, backSeconds: 5, test: WINDOW },
  'objects-killed': {
    fault: 'object store dead',
    ...OBJECTS,
    backSeconds: 5,
    test: 'chaos/chaos',
  },
  'objects-frozen': {
    fault: 'object store frozen',
    ...OBJECTS,
    backSeconds: 5,
    test: 'foundation/object_store/build_store',
  },
  'objects-start': {
    fault: 'object store dead at start',
    ...OBJECTS,
    backSeconds: 5,
    test: 'foundation/object_store/build_store',
  },
  'object-truncated': {
    fault: 'object truncated',
    ...OBJECTS,
    backSeconds: 10,
    test: 'foundation/object_store/follow',
  },
  'object-swapped': {
    fault: 'object swapped',
    ...OBJECTS,
    backSeconds: 10,
    test: 'foundation/object_store/follow',
  },
  'cache-damaged': { fault: 'cache damaged', ...CACHE },
  'cache-emptied': { fault: 'cache emptied', ...CACHE },
  'clock-ahead': {
    fault: 'clock an hour ahead',
    docs: 'answer',
    tools: 'refresh',
    backSeconds: 5,
    test: 'cli/clock',
  },
  'clock-behind': { fault: 'clock an hour behind', ...NOTHING, backSeconds: 5, test: 'cli/clock' },
  'build-partial': {
    fault: 'build half written',
    ...BUILDS,
    backSeconds: 5,
    test: 'docs/public_docs/reload',
  },
  'build-absent': {
    fault: 'manifest without its build',
    ...BUILDS,
    backSeconds: 5,
    test: 'docs/public_docs/reload',
  },
  'build-foreign': {
    fault: 'build for another address',
    ...BUILDS,
    backSeconds: 5,
    test: 'docs/public_docs/reload',
  },
  'build-format': {
    fault: 'build of another version',
    ...BUILDS,
    backSeconds: 5,
    test: 'chaos/chaos',
  },
  'manifest-garbage': {
    fault: 'manifest cut in half',
    ...BUILDS,
    backSeconds: 5,
    test: 'docs/public_docs/reload',
  },
  'builds-gone': {
    fault: 'folder of builds gone',
    ...BUILDS,
    docs: 'search',
    backSeconds: 5,
    test: 'chaos/chaos',
  },
  'service-killed': { fault: 'service killed', ...AWAY, backSeconds: 10, test: 'kills/kills_long' },
  'service-stopped': { fault: 'service stopped', ...AWAY, backSeconds: 10, test: 'cli/stop' },
  'service-paused': { fault: 'service paused', ...LATE, backSeconds: 5, test: 'chaos/chaos' },
  'collector-dead': {
    fault: 'collector dead',
    ...NOTHING,
    backSeconds: 5,
    test: 'service/otlp/otlp_stop',
  },
  'collector-silent': {
    fault: 'collector silent',
    ...NOTHING,
    backSeconds: 5,
    test: 'service/otlp/otlp_stop',
  },
  'product-dead': { fault: 'product dead', ...PRODUCT, backSeconds: 10, test: 'cli/outage' },
  'product-silent': { fault: 'product silent', ...PRODUCT, backSeconds: 20, test: ANSWERS },
  'product-garbled': { fault: 'product garbled', ...PRODUCT, backSeconds: 10, test: ANSWERS },
} as const satisfies Readonly<Record<string, FaultPromise>>

export type FaultName = keyof typeof PROMISES
