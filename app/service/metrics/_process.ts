import { collectDefaultMetrics, type Registry } from 'prom-client'

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
export function keepProcessFigures(register: Registry): void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LOOK_EVERY_MS })
  for (const { name } of register.getMetricsAsArray()) {
    const isDefault = /^(process|nodejs)_/.test(name)
    if (isDefault && !KEPT.has(name)) register.removeSingleMetric(name)
  }
}
