import { findSecretFault, signHeaders } from '../../contract/event_signature.ts'
import type { AttemptEnd } from './_claims.ts'
import type { DeliveryRow } from './_delivery_rows.ts'
import { composeMail, readApprovalId } from './_notices.ts'
import type { EventPorts } from './port.ts'

type Failure = { readonly status?: number | undefined; readonly reason: string }
type SendResult = { readonly status?: number | undefined } | Failure | 'dropped'

/** Sends a message once and says how that ended, by the retry model of the registry. */
export async function attemptDelivery(ports: EventPorts, row: DeliveryRow): Promise<AttemptEnd> {
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
