import type { Registry } from 'prom-client'

type Labels = Readonly<Record<string, string>>

type Bucket = { readonly bound: number; readonly count: number }

/** A figure with all of its series, as values. */
export type Figure = { readonly name: string; readonly help: string } & (
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
export async function readFigures(register: Registry): Promise<readonly Figure[]> {
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
