import type { EventsEntry } from '../../contract/registry.ts'
import type { Result } from '../../contract/result.ts'
import type { Store } from '../../foundation/store/port.ts'
import type { Log } from '../../foundation/telemetry/log.ts'
import type { Counters } from '../../foundation/telemetry/observer.ts'

/** An address that signed messages are posted to; each secret signs. */
type Receiver = { readonly url: string; readonly secrets: readonly string[] }

/** A receiver of events, under a name for people; without types it receives all. */
type Endpoint = Receiver & {
  readonly name: string
  readonly types: readonly string[] | undefined
}

/** Who hears that a call waits for approval, and how; these are no events. */
type ApproverChannels = {
  readonly webhook: Receiver | undefined
  readonly mail: MailChannel | undefined
}

type MailChannel = {
  readonly from: string
  /** Addresses that hear of every call, and those that hear of the calls of one business. */
  readonly to: readonly string[]
  readonly businesses: ReadonlyMap<string, readonly string[]>
}

export type EventSettings = {
  readonly endpoints: readonly Endpoint[]
  readonly approvers: ApproverChannels
  /** How long what was delivered, and what could not be, can be looked up and sent again. */
  readonly keptMs: number
}

export type PostedMessage = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
}

/** What a receiver answered: its status, and the beginning of its text. */
export type PostAnswer = { readonly status: number; readonly text: string }

export type Mail = {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for each attempt: a mail server may recognise a repeat. */
  readonly messageId: string
}

export type EventPorts = {
  readonly store: Store
  readonly settings: EventSettings
  /** What the registry of the current build says about events. */
  readonly events: () => EventsEntry
  readonly title: () => string
  readonly baseUrl: string
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
  readonly log: Log
  readonly count?: Counters['countDelivery'] | undefined
  /** Posts a message once; refuses addresses that no stranger may make us reach. */
  readonly post: (message: PostedMessage) => Promise<Result<PostAnswer, string>>
  readonly sendMail: (mail: Mail) => Promise<Result<void, string>>
  /** Runs something later, unless the function that comes back is called first. */
  readonly timer?: (ms: number, run: () => void) => () => void
  /** Whether a call still waits for a decision. */
  readonly isHeld: (approvalId: string) => Promise<boolean>
}
