import { type HrTime, ValueType } from '@opentelemetry/api'
import { millisToHrTime } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { Figure, Metrics } from '../metrics/mod.ts'

type FiguresPorts = {
  readonly read: Metrics['read']
  readonly resource: Resource
  readonly version: string
  readonly clock: () => number
}

type Times = { readonly startTime: HrTime; readonly endTime: HrTime }

/** The figures of `/metrics`, in the form of OpenTelemetry: each is counted once, for both. */
export function createFigures({ read, resource, version, clock }: FiguresPorts): MetricProducer {
  const startTime = millisToHrTime(clock())
  return {
    collect: async () => {
      const figures = await read()
      const times = { startTime, endTime: millisToHrTime(clock()) }
      const metrics = figures.map((figure) => toMetricData(figure, times))
      const scopeMetrics = [{ scope: { name: 'lectern', version }, metrics }]
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
    },
  }
}

function toMetricData(figure: Figure, times: Times): MetricData {
  const { name, help, kind } = figure
  const descriptor = { name, description: help, unit: '', valueType: ValueType.DOUBLE }
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
  if (kind === 'histogram') {
    const dataPoints = figure.series.map((each) => toHistogram(each, times))
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints = figure.series.map(({ labels, value }) => {
    return { ...times, attributes: labels, value }
  })
  if (kind === 'gauge') return { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
  return { ...common, dataPointType: DataPointType.SUM, dataPoints, isMonotonic: true }
}

type HistogramSeries = Extract<Figure, { kind: 'histogram' }>['series'][number]

/** Prometheus counts what is up to a bound, OpenTelemetry what is between two. */
function toHistogram(
  { labels, buckets, sum, count }: HistogramSeries,
  times: Times,
): DataPoint<Histogram> {
  const boundaries = buckets.map(({ bound }) => bound)
  const upTo = [...buckets.map((bucket) => bucket.count), count]
  const counts = upTo.map((each, at) => each - (upTo[at - 1] ?? 0))
  return { ...times, attributes: labels, value: { buckets: { boundaries, counts }, sum, count } }
}
