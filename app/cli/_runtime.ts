import type { OauthSettings } from '../contract/oauth.ts'
import type { EventSettings } from '../events/mod.ts'
import type { PublicDocs } from '../public_docs/mod.ts'
import type { Log } from '../telemetry/log.ts'
import type { Observer } from '../telemetry/observer.ts'
import type { Schedule } from './_schedule.ts'

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
