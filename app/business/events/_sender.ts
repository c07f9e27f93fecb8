import { findSecretFault, signHeaders } from '../../contract/event_signature.ts'
import { StoreUnavailable } from '../../foundation/store/port.ts'
import { logIncident } from '../../foundation/telemetry/incident.ts'
import { type AttemptEnd, claimDue, settleDelivery, type Target } from './_claims.ts'
import type { DeliveryRow } from './_delivery_rows.ts'
import { APPROVERS, composeMail, readApprovalId } from './_notices.ts'
import type { EventPorts } from './port.ts'

/** How often each receiver's rows are looked at; of one that takes nothing, one batch each time. */
const POLL_EVERY_MS = 1000
/** Attempts at one receiver at the same time, by one process. */
const ATTEMPTS_AT_ONCE = 8
/** A taken row is free again this long after its attempt should have ended. */
const LEASE_SPARE_MS = 45_000
/** How long a stop waits for attempts that run; others send again what they leave. */
const STOP_MS_MAX = 3000

export type Sender = {
  start(): void
  /** Sends everything that is due now; returns how many attempts there were. */
  sendDue(): Promise<number>
  stop(): Promise<void>
}

export function createSender(ports: EventPorts): Sender {
  const { log, timer = startTimer } = ports
  let isStopped = false
  const timers = new Map<Target, () => void>()
  const running = new Set<Promise<void>>()

  const drain = async (target: Target, whileFailing: 'go on' | 'pause'): Promise<number> => {
    let count = 0
    while (!isStopped) {
      const { attempts, failures } = await sendBatch(ports, target)
      count += attempts
      if (attempts === 0 || (failures === attempts && whileFailing === 'pause')) break
    }
    return count
  }
  const poll = (target: Target): void => {
    // Thousands of rows may be due when an outage ends, or in the middle of one.
    const run = drain(target, 'pause')
      .then(() => undefined)
      .catch((error: unknown) => {
        // The store says itself that it is away, and a stop closes it.
        if (!isStopped && !(error instanceof StoreUnavailable))
          logIncident(log, 'event_sender_failed', error)
      })
    running.add(run)
    void run.then(() => {
      running.delete(run)
      if (isStopped) return
      timers.set(
        target,
        timer(POLL_EVERY_MS, () => poll(target)),
      )
    })
  }
  return {
    start: () => {
      for (const target of listTargets(ports)) poll(target)
    },
    sendDue: async () => {
      const counts = await Promise.all(listTargets(ports).map((target) => drain(target, 'go on')))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    stop: async () => {
      isStopped = true
      for (const cancel of timers.values()) cancel()
      const late = Promise.withResolvers<void>()
      const over = setTimeout(late.resolve, STOP_MS_MAX)
      await Promise.race([Promise.all(running), late.promise])
      clearTimeout(over)
    },
  }
}

function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

function listTargets({ settings }: EventPorts): readonly Target[] {
  const { endpoints, approvers } = settings
  const { webhook, mail } = approvers
  const addresses = new Set([...(mail?.to ?? []), ...[...(mail?.businesses.values() ?? [])].flat()])
  return [
    ...endpoints.map(({ name }) => ({ channel: 'event', endpoint: name }) as const),
    ...(webhook === undefined ? [] : [{ channel: 'notice', endpoint: APPROVERS } as const]),
    ...[...addresses].map((endpoint) => ({ channel: 'mail', endpoint }) as const),
  ]
}

type Batch = { readonly attempts: number; readonly failures: number }

async function sendBatch(ports: EventPorts, target: Target): Promise<Batch> {
  const timeoutMs = ports.events().retry.timeout_seconds * 1000
  const rows = await claimDue(ports.store, target, {
    nowMs: ports.clock(),
    leaseMs: timeoutMs + LEASE_SPARE_MS,
    rowsMax: ATTEMPTS_AT_ONCE,
  })
  const ends = await Promise.all(rows.map((row) => deliver(ports, row)))
  const failures = ends.filter(({ end }) => end === 'waiting' || end === 'dead').length
  return { attempts: rows.length, failures }
}

async function deliver(ports: EventPorts, row: DeliveryRow): Promise<AttemptEnd> {
  const ended = await attemptDelivery(ports, row)
  if (await settleDelivery(ports.store, row, ended, ports.clock())) report(ports, row, ended)
  return ended
}

/** A line for each attempt, without the address of a person, and never with the body. */
function report({ log, count }: EventPorts, row: DeliveryRow, ended: AttemptEnd): void {
  const { id: delivery, type, channel } = row
  const endpoint = channel === 'mail' ? 'mail' : row.endpoint
  const fields = { delivery, type, endpoint, attempt: row.attempts + 1 }
  count?.({ endpoint, outcome: ended.end === 'waiting' ? 'failed' : ended.end })
  switch (ended.end) {
    case 'delivered':
      log.info('event_delivered', fields)
      break
    case 'dropped':
      log.info('event_dropped', fields)
      break
    case 'waiting': {
      const next = new Date(ended.due).toISOString()
      log.warn('event_failed', { ...fields, reason: ended.reason, next })
      break
    }
    case 'dead':
      log.error('event_dead', { ...fields, reason: ended.reason })
  }
}

type Failure = { readonly status?: number | undefined; readonly reason: string }
type SendResult = { readonly status?: number | undefined } | Failure | 'dropped'

/** Sends a message once and says how that ended, by the retry model of the registry. */
async function attemptDelivery(ports: EventPorts, row: DeliveryRow): Promise<AttemptEnd> {
  const { clock, events } = ports
  const startedMs = clock()
  const result = await send(ports, row)
  if (result === 'dropped') return { end: 'dropped' }
  if (!('reason' in result)) return { end: 'delivered', ...result }
  // Seconds before each attempt, counted from the attempt before.
  const wait = events().retry.schedule_seconds[row.attempts + 1]
  if (wait === undefined) return { end: 'dead', ...result }
  return { end: 'waiting', due: startedMs + wait * 1000, ...result }
}

async function send(ports: EventPorts, row: DeliveryRow): Promise<SendResult> {
  if (row.channel === 'event') {
    const endpoint = ports.settings.endpoints.find(({ name }) => name === row.endpoint)
    return await post(ports, row, endpoint)
  }
  if (!(await ports.isHeld(readApprovalId(row.body)))) return 'dropped'
  if (row.channel === 'notice') return await post(ports, row, ports.settings.approvers.webhook)
  const { id, body, endpoint: to } = row
  const from = ports.settings.approvers.mail?.from ?? ''
  const sent = await ports.sendMail(composeMail(ports, { id, body, from, to }))
  return sent.ok ? {} : { reason: sent.error }
}

async function post(
  { post: postMessage, clock, events }: EventPorts,
  { id, body }: DeliveryRow,
  receiver: { readonly url: string; readonly secrets: readonly string[] } | undefined,
): Promise<SendResult> {
  if (receiver === undefined) return { reason: 'the endpoint is no longer configured' }
  const { signature, retry } = events()
  // A new build may ask for another prefix than the one that this process started with.
  const fault = receiver.secrets
    .map((secret) => findSecretFault(secret, signature.secret_prefix))
    .find((each) => each !== undefined)
  if (fault !== undefined) return { reason: `its secret cannot be used: ${fault}` }
  const timestamp = Math.floor(clock() / 1000)
  const answer = await postMessage({
    url: receiver.url,
    body,
    timeoutMs: retry.timeout_seconds * 1000,
    headers: {
      'content-type': 'application/json',
      ...signHeaders({ id, timestamp, body }, receiver.secrets, signature),
    },
  })
  if (!answer.ok) return { reason: answer.error }
  const { status, text } = answer.value
  const { from, to } = retry.success
  if (status >= from && status <= to) return { status }
  return {
    status,
    reason: text === '' ? `it answered ${status}` : `it answered ${status}: ${text}`,
  }
}
