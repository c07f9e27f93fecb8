import type { Config } from '../config.ts'
import type { Metrics } from '../metrics/mod.ts'
import type { PublicDocs } from '../public_docs/mod.ts'
import type { Observer } from '../telemetry/observer.ts'

/** What an operator sees of a running service. */
export type Observation = {
  readonly metrics: Metrics
  readonly observer: Observer
  /** Sends what a collector did not get yet, for a moment at most. */
  stop(): Promise<void>
}

type ObservationPorts = {
  /** Version of the program. */
  readonly version: string
  readonly docs: PublicDocs
  readonly clock: () => number
  readonly stopwatch: () => number
}

/** Observes the service if somebody can see it: otherwise none of that code is loaded. */
export async function observe(
  { adminPort }: Config,
  { version, docs, clock, stopwatch }: ObservationPorts,
): Promise<Observation | undefined> {
  if (adminPort === undefined) return undefined
  const { createMetrics } = await import('../metrics/mod.ts')
  const metrics = createMetrics({ version, docs, clock })
  const { counters } = metrics
  return {
    metrics,
    observer: { stopwatch, counters, tracer: undefined },
    stop: async () => {},
  }
}
