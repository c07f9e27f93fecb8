import { Counter, Gauge, type Registry } from 'prom-client'
import type { Counters } from '../../foundation/telemetry/observer.ts'

/** What becomes of a new build, by the event that the log has of it. */
const RELOADS: Readonly<Record<string, string>> = { reloaded: 'loaded', reload_refused: 'refused' }

/** Events of the log: their names come from the code, so there are few. */
export function createEventCounters(
  register: Registry,
  clock: () => number,
): Pick<Counters, 'countEvent'> {
  const events = new Counter({
    name: 'lectern_log_events_total',
    help: 'Lines of the log of level warn or error, by event.',
    labelNames: ['level', 'event'],
    registers: [register],
  })
  const reloads = new Counter({
    name: 'lectern_reloads_total',
    help: 'New builds that were loaded, and those that were refused.',
    labelNames: ['outcome'],
    registers: [register],
  })
  for (const outcome of Object.values(RELOADS)) reloads.labels(outcome).inc(0)
  const loaded = new Gauge({
    name: 'lectern_build_loaded_timestamp_seconds',
    help: 'When the build in use was loaded.',
    registers: [register],
  })
  loaded.set(clock() / 1000)
  return {
    countEvent: (level, event) => {
      if (level === 'warn' || level === 'error') events.labels(level, event).inc()
      const outcome = RELOADS[event]
      if (outcome === undefined) return
      reloads.labels(outcome).inc()
      if (event === 'reloaded') loaded.set(clock() / 1000)
    },
  }
}
