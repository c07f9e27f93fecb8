import type { EventSettings } from '../../business/events/mod.ts'
import type { OauthSettings } from '../../contract/oauth.ts'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { Observer } from '../../foundation/telemetry/observer.ts'

/** What the command line hands to the interfaces. */
export type Runtime = {
  readonly docs: PublicDocs
  readonly log: Log
  /** The wall clock, in milliseconds since the epoch: for what is stored, signed, compared. */
  readonly clock: () => number
  /** A clock that nobody can set, in milliseconds with fractions: for durations alone. */
  readonly stopwatch: () => number
  readonly oauth: OauthSettings
  /** Timers for parts that can be away; those of the runtime where absent. */
  readonly schedule?: Schedule | undefined
  /** Who receives events; absent where nobody does. */
  readonly events?: EventSettings | undefined
  /** Absent where no operator can see what it would see. */
  readonly observer?: Observer | undefined
}

/** Runs something later, unless the function that comes back is called first. */
type Schedule = (run: () => void, ms: number) => () => void

/** No process stays alive for it. */
export const scheduleLoosely: Schedule = (run, ms) => {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
