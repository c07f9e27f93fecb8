import { LIMITS, limitsInForce } from '../contract/limits.ts'
import { type Admit, createAdmit } from '../foundation/limits/admit.ts'
import { createRateLimit } from '../foundation/limits/rate_limit.ts'
import type { LimitName } from '../foundation/telemetry/observer.ts'
import type { Runtime } from './parts/runtime.ts'
import type { SharedLimits } from './parts/shared_limits.ts'
import type { Config } from './settings/config.ts'

/** The three limits of calls, each with counters of its own. */
type Admissions = {
  readonly admitPublic: Admit
  readonly admitAuthorization: Admit
  readonly admitMcp: Admit
}

/** Creates the limits: in this process, or those that all replicas count together. */
export function createAdmissions(
  config: Config,
  { docs, observer, stopwatch: clock }: Runtime,
  shared: SharedLimits | undefined,
): Admissions {
  const inForce = () => limitsInForce(docs.current().registry.limits, config.limits)
  const admitAt = (name: LimitName, callsPerMinute: number | (() => number)): Admit => {
    const options = { callsPerMinute, overrides: config.rateOverrides }
    const rateLimit = shared?.create(name, options) ?? createRateLimit(options)
    const admit = createAdmit({ rateLimit, trusted: config.trustedProxies, clock })
    return countRefusals(name, admit, observer)
  }
  return {
    admitPublic: admitAt('public', () => inForce().publicCallsPerMinute),
    admitAuthorization: admitAt('authorization', () => inForce().authorizationCallsPerMinute),
    admitMcp: admitAt('mcp', LIMITS.mcpCallsPerMinute),
  }
}

function countRefusals(limit: LimitName, admit: Admit, observer: Runtime['observer']): Admit {
  if (observer === undefined) return admit
  return async (request, peer) => {
    const admission = await admit(request, peer)
    if (admission !== 'admitted') observer.counters.countRefusal(limit)
    return admission
  }
}
