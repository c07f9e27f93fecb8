import { Counter, Histogram, type Registry } from 'prom-client'
import type { Counters, StoreUse } from '../../foundation/telemetry/observer.ts'
import { SECONDS } from './_requests.ts'

const STORE_KINDS: readonly StoreUse['kind'][] = ['read', 'change', 'transaction']

/** Work on the store, questions to the product behind private tools, and deliveries of events. */
export function createUseCounters(
  register: Registry,
): Pick<Counters, 'countStoreUse' | 'countProductUse' | 'countDelivery'> {
  const storeSeconds = new Histogram({
    name: 'lectern_store_duration_seconds',
    help: 'How long statements and transactions of the store took.',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers: [register],
  })
  const storeFailures = new Counter({
    name: 'lectern_store_failures_total',
    help: 'Statements and transactions that the store could not answer.',
    labelNames: ['kind'],
    registers: [register],
  })
  for (const kind of STORE_KINDS) storeFailures.labels(kind).inc(0)
  const productSeconds = new Histogram({
    name: 'lectern_product_duration_seconds',
    help: 'How long the product took to answer, by class of status; none without an answer.',
    labelNames: ['status'],
    buckets: SECONDS,
    registers: [register],
  })
  const deliveries = new Counter({
    name: 'lectern_event_attempts_total',
    help: 'Attempts to deliver events and notices, by endpoint and how they ended.',
    labelNames: ['endpoint', 'outcome'],
    registers: [register],
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
