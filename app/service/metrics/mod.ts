import { Registry } from 'prom-client'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import type { Counters } from '../../foundation/telemetry/observer.ts'
import { createCallCounters } from './_calls.ts'
import { type DiskSpace, watchDisks } from './_disks.ts'
import { createEventCounters } from './_events.ts'
import { type Figure, readFigures } from './_figures.ts'
import { keepProcessFigures } from './_process.ts'
import { createRequestCounters } from './_requests.ts'
import { type ServiceState, watchState } from './_state.ts'
import { createUseCounters } from './_uses.ts'

export type { DiskSpace, Figure }

type MetricsPorts = {
  /** Version of the program. */
  readonly version: string
  readonly docs: Pick<PublicDocs, 'current' | 'refusal'>
  /** The wall clock, in milliseconds since the epoch. */
  readonly clock: () => number
  readonly readDisks: () => Promise<readonly DiskSpace[]>
}

/** Figures of a running service, by the names of the page about metrics. */
export type Metrics = {
  readonly counters: Counters
  /** From now on the figures tell the state of these parts too. */
  watch(state: ServiceState): void
  /** All figures of this moment, as Prometheus reads them. */
  render(): Promise<{ readonly text: string; readonly contentType: string }>
  /** The same, as values. */
  read(): Promise<readonly Figure[]>
}

/** Counts from now on, and reads states at the moment somebody asks for the figures. */
export function createMetrics({ version, docs, clock, readDisks }: MetricsPorts): Metrics {
  const register = new Registry()
  const watch = watchState(register, { version, docs })
  watchDisks(register, readDisks)
  keepProcessFigures(register)
  const { contentType } = register
  return {
    counters: {
      ...createCallCounters(register, docs),
      ...createRequestCounters(register),
      ...createEventCounters(register, clock),
      ...createUseCounters(register),
    },
    watch,
    render: async () => ({ text: await register.metrics(), contentType }),
    read: () => readFigures(register),
  }
}
