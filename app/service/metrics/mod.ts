import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import type { Counters } from '../../foundation/telemetry/observer.ts'
import {
  createCallCounters,
  createEventCounters,
  createRequestCounters,
  createUseCounters,
} from './_requests.ts'
import { type ServiceState, watchState } from './_state.ts'

/** A look at the event loop this often: a stall is measured whole, however rare the looks. */
const LOOK_EVERY_MS = 50

/** What is right on this runtime; others are zero there, or have names that promtool refuses. */
const KEPT: ReadonlySet<string> = new Set([
  'process_cpu_user_seconds_total',
  'process_cpu_system_seconds_total',
  'process_cpu_seconds_total',
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'process_open_fds',
  'process_max_fds',
  // Each first one of these two groups reads the others of its group.
  'nodejs_eventloop_lag_seconds',
  'nodejs_eventloop_lag_mean_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_eventloop_lag_max_seconds',
  'nodejs_heap_size_total_bytes',
  'nodejs_heap_size_used_bytes',
  'nodejs_external_memory_bytes',
])

/** Processor, memory, open files and stalls, under the names that dashboards know. */
function keepProcessFigures(register: Registry): void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LOOK_EVERY_MS })
  for (const { name } of register.getMetricsAsArray()) {
    const isDefault = /^(process|nodejs)_/.test(name)
    if (isDefault && !KEPT.has(name)) register.removeSingleMetric(name)
  }
}

export type { DiskSpace, Figure }

type MetricsPorts = {
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

/** Space of the disk below a folder, which is named by what is in it: a path is no label. */
type DiskSpace = {
  readonly folder: string
  readonly freeBytes: number
  readonly sizeBytes: number
}

function watchDisks(register: Registry, readDisks: () => Promise<readonly DiskSpace[]>): void {
  const watch = (name: string, help: string, readBytes: (disk: DiskSpace) => number) => {
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers: [register],
      async collect() {
        const disks = await readDisks()
        this.reset()
        for (const disk of disks) this.labels(disk.folder).set(readBytes(disk))
      },
    })
  }
  const free = 'What the service may still write to the disk below a folder.'
  watch('lectern_disk_free_bytes', free, ({ freeBytes }) => freeBytes)
  watch('lectern_disk_size_bytes', 'Size of the disk below a folder.', (disk) => disk.sizeBytes)
}

type Labels = Readonly<Record<string, string>>

type Bucket = { readonly bound: number; readonly count: number }

/** A figure with all of its series, as values. */
type Figure = { readonly name: string; readonly help: string } & (
  | {
      readonly kind: 'counter' | 'gauge'
      readonly series: readonly { readonly labels: Labels; readonly value: number }[]
    }
  | {
      readonly kind: 'histogram'
      readonly series: readonly {
        readonly labels: Labels
        /** How many values are at most each bound. */
        readonly buckets: readonly Bucket[]
        readonly sum: number
        readonly count: number
      }[]
    }
)

type Read = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]

/** Reads every figure; a value that is no number, such as a mean of nothing, is left out. */
async function readFigures(register: Registry): Promise<readonly Figure[]> {
  const read = await register.getMetricsAsJSON()
  return read.map((metric) => {
    const { name, help } = metric
    // The library names its kinds by these words, and we use no summaries.
    const kind = String(metric.type) as Figure['kind']
    if (kind === 'histogram') return { name, help, kind, series: readHistogram(metric) }
    const series = metric.values
      .filter(({ value }) => Number.isFinite(value))
      .map(({ labels, value }) => ({ labels: toTexts(labels), value }))
    return { name, help, kind, series }
  })
}

/** A histogram comes as one list: buckets, sum and count of each set of labels. */
function readHistogram({ name, values }: Read): Extract<Figure, { kind: 'histogram' }>['series'] {
  type Series = { labels: Labels; buckets: Bucket[]; sum: number; count: number }
  const byLabels = new Map<string, Series>()
  for (const entry of values) {
    const { le, ...labels } = toTexts(entry.labels)
    const key = JSON.stringify(labels)
    const series = byLabels.get(key) ?? { labels, buckets: [], sum: 0, count: 0 }
    byLabels.set(key, series)
    const part = 'metricName' in entry ? String(entry.metricName).slice(name.length) : ''
    if (part === '_sum') series.sum = entry.value
    else if (part === '_count') series.count = entry.value
    else if (le !== '+Inf') series.buckets.push({ bound: Number(le), count: entry.value })
  }
  return [...byLabels.values()]
}

function toTexts(labels: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))
}
