import type { OauthSettings } from '../contract/oauth.ts'
import type { PublicDocs } from '../public_docs/mod.ts'
import type { Log } from '../telemetry/log.ts'

/** What the command line hands to the interfaces. */
export type Runtime = {
  readonly docs: PublicDocs
  readonly log: Log
  /** Milliseconds since the epoch, with fractions. */
  readonly clock: () => number
  readonly oauth: OauthSettings
}
