import { type HrTime, ValueType } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { millisToHrTime } from '@opentelemetry/core'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  MeterProvider,
  type MetricData,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { Tracer } from '../../foundation/telemetry/observer.ts'
import type { Figure, Metrics } from '../metrics/mod.ts'
import type { OtlpSettings } from '../settings/otlp.ts'
import { createExporters } from './_exporters.ts'
import { createSampler } from './_sampler.ts'
import { createTracer } from './_tracer.ts'

type OtlpPorts = {
  readonly settings: OtlpSettings
  readonly version: string
  readonly docs: Pick<PublicDocs, 'current'>
  readonly metrics: Pick<Metrics, 'read'>
  readonly log: Log
  readonly clock: () => number
  /** A number from 0 up to 1 that nobody can guess. */
  readonly random: () => number
}

export type Otlp = {
  readonly tracer: Tracer
  /** Sends what is waiting, if the collector takes it within a moment. */
  stop(): Promise<void>
}

/** Spans that wait for the collector; more are dropped, and no call ever waits. */
const SPANS_MAX = 4096

/** A path may be as long as a request allows. */
const ATTRIBUTE_CHARACTERS_MAX = 512

/** A stop waits this long for the collector. */
const STOP_MS_MAX = 1000

/** Sends traces and figures to a collector over OTLP, as JSON over HTTP. */
export function startOtlp(ports: OtlpPorts): Otlp {
  const { settings, version, docs, metrics, log, clock, random } = ports
  const resource = resourceFromAttributes({
    ...settings.attributes,
    'service.name': settings.serviceName ?? docs.current().registry.service.name,
    'service.version': version,
  })
  const exporters = createExporters(settings, log)
  const traces = new TracerProvider({
    resource,
    sampler: createSampler(settings.ratio, random),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_CHARACTERS_MAX },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: exporters.spans,
        maxQueueSize: SPANS_MAX,
        scheduledDelayMillis: settings.spanDelayMs,
      }),
    ],
  })
  const figures = createFigures({ read: metrics.read, resource, version, clock })
  const reader = new PeriodicExportingMetricReader({
    exporter: exporters.figures,
    exportIntervalMillis: settings.intervalMs,
    exportTimeoutMillis: settings.intervalMs,
    metricProducers: [figures],
  })
  const meters = new MeterProvider({ resource, readers: [reader] })
  const contexts = new AsyncLocalStorageContextManager().enable()
  return {
    tracer: createTracer({ tracer: traces.getTracer('lectern', version), contexts }, docs),
    stop: async () => {
      const sent = Promise.allSettled([traces.shutdown(), meters.shutdown()])
      const late = setTimeout(exporters.abort, STOP_MS_MAX)
      await sent
      clearTimeout(late)
      contexts.disable()
    },
  }
}

type FiguresPorts = {
  readonly read: Metrics['read']
  readonly resource: Resource
  readonly version: string
  readonly clock: () => number
}

type Times = { readonly startTime: HrTime; readonly endTime: HrTime }

/** The figures of `/metrics`, in the form of OpenTelemetry: each is counted once, for both. */
function createFigures({ read, resource, version, clock }: FiguresPorts): MetricProducer {
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
