import {
  type ApprovalEvents,
  countDeliveries,
  createApprovalEvents,
  createEvents,
  type EventPorts,
  type EventSettings,
} from '../business/events/mod.ts'
import { isHeld } from '../business/tools/mod.ts'
import { findOccasion } from '../contract/event_delivery.ts'
import { findSecretFault } from '../contract/event_signature.ts'
import { HOUR_MS } from '../contract/limits.ts'
import { isLoopback } from '../contract/loopback.ts'
import type { EventsEntry } from '../contract/registry.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { type Store, StoreUnavailable } from '../foundation/store/port.ts'
import { logIncident } from '../foundation/telemetry/incident.ts'
import type { BusinessRefusal } from './business.ts'
import { createPinnedPost } from './network/pinned_post.ts'
import type { Runtime } from './parts/runtime.ts'
import type { Config } from './settings/config.ts'

/** How soon after a reload a build is announced. */
const LOOK_EVERY_MS = 1000
const PRUNE_EVERY_MS = HOUR_MS

/** What a running service has where an operator set up receivers. */
export type EventSurface = {
  readonly approvals: ApprovalEvents
  /** Deliveries by state; undefined while the store cannot tell. */
  readonly countDeliveries: () => Promise<Readonly<Record<string, number>> | undefined>
  start(): void
  close(): Promise<void>
}

/** Opens the sender; a service without receivers never calls it, and writes none of its rows. */
export async function openEvents(
  config: Config,
  given: Runtime & { readonly events: EventSettings },
  store: Store,
): Promise<Result<EventSurface, BusinessRefusal>> {
  const { events: settings, docs } = given
  const lines = findEventFaults(settings, docs.current().registry.events)
  if (lines.length > 0) return err({ exit: 2, lines })
  const mail = await openMail(config)
  const ports = createPorts(config, given, { store, settings, send: mail?.send })
  return ok(createSurface(ports, given, () => mail?.close()))
}

/** What only the registry of the build can tell about the settings. */
export function findEventFaults(
  { endpoints, approvers }: EventSettings,
  { types, signature }: EventsEntry,
): readonly string[] {
  const sendable = types.filter((entry) => findOccasion(entry) !== undefined)
  const names = sendable.map(({ type }) => type)
  const receivers = [
    ...endpoints,
    ...(approvers.webhook === undefined ? [] : [{ name: 'approvers', ...approvers.webhook }]),
  ]
  return [
    ...endpoints.flatMap(({ name, types: wanted = [] }) =>
      wanted
        .filter((type) => !names.includes(type))
        .map((type) => `Cannot send "${type}" to "${name}": only ${names.join(', ')} are sent`),
    ),
    ...receivers.flatMap(({ name, secrets }) =>
      secrets.flatMap((secret) => {
        const fault = findSecretFault(secret, signature.secret_prefix)
        return fault === undefined ? [] : [`Cannot use the secret of "${name}": ${fault}`]
      }),
    ),
  ]
}

/** The library is loaded where there is a mail server alone. */
async function openMail({ events: { smtpUrl } }: Config) {
  if (smtpUrl === undefined) return undefined
  const { openMailServer } = await import('./network/smtp.ts')
  return openMailServer(smtpUrl)
}

type SenderParts = {
  readonly store: Store
  readonly settings: EventSettings
  readonly send: EventPorts['sendMail'] | undefined
}

function createPorts(
  { baseUrl }: Config,
  { docs, log, clock, observer }: Runtime,
  { store, settings, send }: SenderParts,
): EventPorts {
  return {
    store,
    settings,
    baseUrl,
    clock,
    log,
    events: () => docs.current().registry.events,
    title: () => docs.current().registry.service.title,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    count: (attempt) => observer?.counters.countDelivery(attempt),
    post: createPinnedPost({ loopback: isLoopback(new URL(baseUrl)) }),
    sendMail: send ?? (async () => err('SMTP_URL is not set')),
    isHeld: (approvalId) => isHeld(store.sql, approvalId, clock()),
  }
}

function createSurface(
  ports: EventPorts,
  { docs, log }: Runtime,
  closeMail: () => void,
): EventSurface {
  const { store, settings } = ports
  const events = createEvents(ports)
  const guard = (work: () => Promise<unknown>) => () => {
    work().catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) logIncident(log, 'events_failed', error)
    })
  }
  let announced: string | undefined
  const announce = async () => {
    const snapshot = docs.current()
    if (snapshot.build === announced) return
    await events.announce(snapshot, announced)
    announced = snapshot.build
  }
  const timers: ReturnType<typeof setInterval>[] = []
  return {
    approvals: createApprovalEvents(ports),
    countDeliveries: () => countDeliveries(store.sql).catch(() => undefined),
    start: () => {
      log.info('events', { endpoints: settings.endpoints.length })
      events.start()
      guard(announce)()
      timers.push(setInterval(guard(announce), LOOK_EVERY_MS))
      timers.push(setInterval(guard(events.prune), PRUNE_EVERY_MS))
      for (const timer of timers) timer.unref()
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await events.stop()
      closeMail()
    },
  }
}
