import type { PublicDocs } from '../docs/public_docs/mod.ts'
import type { Log } from '../foundation/telemetry/log.ts'
import type { Observer } from '../foundation/telemetry/observer.ts'
import type { Metrics } from './metrics/mod.ts'
import { createDiskReader } from './parts/disks.ts'
import type { Config } from './settings/config.ts'

/** What an operator sees of a running service. */
export type Observation = {
  readonly metrics: Metrics
  readonly observer: Observer
  /** Sends what a collector did not get yet, for a moment at most. */
  stop(): Promise<void>
}

type ObservationPorts = {
  readonly log: Log
  readonly version: string
  readonly docs: PublicDocs
  readonly clock: () => number
  readonly stopwatch: () => number
}

/** Observes the service if somebody can see it: otherwise none of that code is loaded. */
export async function observe(
  config: Config,
  { log, version, docs, clock, stopwatch }: ObservationPorts,
): Promise<Observation | undefined> {
  const { adminPort, otlp: settings } = config
  if (adminPort === undefined && settings === undefined) return undefined
  const { createMetrics } = await import('./metrics/mod.ts')
  const metrics = createMetrics({ version, docs, clock, readDisks: createDiskReader(config) })
  const { counters } = metrics
  if (settings === undefined) {
    return { metrics, observer: { stopwatch, counters, tracer: undefined }, stop: async () => {} }
  }
  const { startOtlp } = await import('./otlp/mod.ts')
  const random = () => Math.random()
  const otlp = startOtlp({ settings, version, docs, metrics, log, clock, random })
  return { metrics, observer: { stopwatch, counters, tracer: otlp.tracer }, stop: otlp.stop }
}
