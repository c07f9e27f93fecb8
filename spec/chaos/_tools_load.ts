import type { RunRecord } from '../kills/run_record.ts'
import { newBrowser, obtainCode, redeem, refresh, register } from '../races/client.ts'
import { createBusinessCaller } from '../support/business_calls.ts'
import { type Attempts, attempt, type Reading } from './_attempts.ts'

/** A client that a person connected; it keeps the newest tokens. */
export type Client = { readonly clientId: string; access: string; refresh: string }

/** How long one write is sent again until it is acknowledged. */
const INSIST_MS_MAX = 60_000

/** Connects a client; its tokens are acknowledged from then on. */
export async function connectClient(url: string, record: RunRecord): Promise<Client> {
  const clientId = await register(url, `Client ${crypto.randomUUID()}`)
  const consented = await obtainCode(newBrowser(url), url, clientId)
  const { access, refresh: next } = await redeem(url, clientId, consented)
  const redemption = { clientId, ...consented, access, refresh: next }
  record.redeemed.push({ ...redemption, inUse: true, replayed: false })
  return { clientId, access, refresh: next }
}

export async function readOnce(url: string, attempts: Attempts, client: Client): Promise<void> {
  const { call } = createBusinessCaller(url)
  await attempt(attempts, 'reads', async () => {
    const { status, result, error } = await call('get_business_profile', {}, client.access)
    return readAnswer(status, result?.isError !== true && result !== undefined, error ?? result)
  })
}

/** Writes one note; it is sent again under its key until it is acknowledged. */
export async function writeOnce(
  url: string,
  attempts: Attempts,
  { client, record }: { readonly client: Client; readonly record: RunRecord },
  pauseMs: number,
): Promise<void> {
  const { call } = createBusinessCaller(url)
  const word = `q${crypto.randomUUID().replaceAll('-', '')}`
  const [text, key] = [`Kept through a kill: ${word}`, `key-${word}`]
  const send = async (): Promise<Reading> => {
    const args = { topic: 'other', text }
    const meta = { 'lectern/idempotencyKey': key }
    const { status, result, error } = await call('add_memory_note', args, client.access, meta)
    const isApplied = result?.structuredContent?.status === 'applied'
    if (isApplied) record.notes.set(text, { text, word, key, answer: JSON.stringify(result) })
    return readAnswer(status, isApplied, error ?? result)
  }
  const deadlineMs = performance.now() + INSIST_MS_MAX
  while ((await attempt(attempts, 'writes', send)) !== 'answered') {
    if (performance.now() > deadlineMs) return
    await Bun.sleep(pauseMs)
  }
}

/** A refusal of a tool is a result with `isError`; it is never a failure of HTTP. */
function readAnswer(status: number, isDone: boolean, said: unknown): Reading {
  const detail = `${status} ${JSON.stringify(said)}`
  if (status === 401) return { outcome: 'expired', detail }
  if (status !== 200) return { outcome: 'wrong', detail }
  const isRefusal = JSON.stringify(said)?.includes('"isError":true') === true
  return { outcome: isDone ? 'answered' : isRefusal ? 'refused' : 'wrong', detail }
}

/** Refreshes once; false when the client has to connect again. */
export async function refreshOnce(
  url: string,
  attempts: Attempts,
  { client, record }: { readonly client: Client; readonly record: RunRecord },
): Promise<boolean> {
  let isAlive = true
  await attempt(attempts, 'tokens', async () => {
    const used = client.refresh
    const answer = await refresh(url, client.clientId, used)
    const detail = `${answer.status} ${answer.error}`
    if (answer.status === 503) return { outcome: 'refused', detail }
    isAlive = answer.error !== 'invalid_grant'
    if (answer.status !== 200) return { outcome: 'wrong', detail }
    record.refreshed.push({ used, next: answer.refresh, access: answer.access })
    client.access = answer.access
    client.refresh = answer.refresh
    return { outcome: 'answered', detail: '' }
  })
  return isAlive
}
