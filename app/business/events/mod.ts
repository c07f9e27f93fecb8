import { announceCorpus } from './_corpus_events.ts'
import { pruneDeliveries } from './_pruning.ts'
import { createSender, type Sender } from './_sender.ts'
import type { EventPorts } from './port.ts'

export { type ApprovalEvents, createApprovalEvents } from './_approval_events.ts'
export type { DeliveryRow, DeliveryState } from './_delivery_rows.ts'
export {
  countDeliveries,
  type DeliveryChoice,
  listDeliveries,
  resendDeliveries,
} from './_operator.ts'
export type {
  ApproverChannels,
  Endpoint,
  EventPorts,
  EventSettings,
  Mail,
  PostAnswer,
  PostedMessage,
} from './port.ts'

/** Sends events, and tells about builds. */
type EventService = Sender & {
  /** Announces a build that this process serves, unless another replica did. */
  announce(
    snapshot: Parameters<typeof announceCorpus>[1],
    previous: string | undefined,
  ): Promise<boolean>
  /** Removes what is too old to be looked up; returns how much that was. */
  prune(): Promise<number>
}

export function createEvents(ports: EventPorts): EventService {
  return {
    ...createSender(ports),
    announce: (snapshot, previous) => announceCorpus(ports, snapshot, previous),
    prune: () => pruneDeliveries(ports.store, ports.clock() - ports.settings.keptMs),
  }
}
