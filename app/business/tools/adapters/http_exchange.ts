import {
  DOMAIN_NOTHING_DONE,
  DOMAIN_PATHS,
  type DomainAsked,
  type DomainQuestion,
} from '../../../contract/domain_wire.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { Result } from '../../../contract/result.ts'
import { discard, readJsonAnswer } from './http_body.ts'
import { type SigningKey, signRequest } from './http_signature.ts'

export type FetchDomain = (url: string, init: RequestInit) => Promise<Response>

export type ExchangePorts = {
  /** The configured address: nothing that a caller sends becomes part of it. */
  readonly url: string
  /** In the order in which they are tried. */
  readonly keys: Promise<readonly SigningKey[]>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly fetch: FetchDomain
  readonly randomId: () => string
}

/**
 * What became of a question. `refused`: nothing was done, because it was never sent or the product
 * says so. `lost`: it was sent, and nobody knows what was done.
 */
export type Exchange =
  | { readonly state: 'answered'; readonly value: unknown }
  | { readonly state: 'refused' | 'lost'; readonly reason: string }

// Failures before the first byte of a request is sent. Any other failure may have happened after
// the product read the request.
const NOT_SENT = /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_\w+)$|CERT|UNABLE_TO_VERIFY/

/** Asks once; a second key is tried only where the product refuses the first. */
export async function exchange<Question extends DomainQuestion>(
  ports: ExchangePorts,
  question: Question,
  asked: DomainAsked<Question>,
  deadline = Number.POSITIVE_INFINITY,
): Promise<Exchange> {
  const url = `${ports.url}${DOMAIN_PATHS[question]}`
  const path = new URL(url).pathname
  const body = new TextEncoder().encode(JSON.stringify(asked))
  return await sendSigned(ports, deadline, {
    url,
    method: 'POST',
    body,
    sign: (key, when) => signRequest(key, { path, body, ...when }),
    read: readAnswer,
    headers: {},
  })
}

const KEY_REFUSED = 'status_401'

type Failure = Exclude<Exchange, { readonly state: 'answered' }>

/** A request that is signed anew with each key. */
type SignedSending<Answer> = {
  readonly url: string
  readonly method: string
  /** Absent where the method has none. */
  readonly body: Uint8Array<ArrayBuffer> | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly sign: (
    key: SigningKey,
    when: { readonly timestampS: number; readonly requestId: string },
  ) => Promise<Readonly<Record<string, string>>>
  readonly read: (answer: Response) => Promise<Answer | Failure>
}

/** Sends a request until the deadline; a second key only where the product refuses the first. */
export async function sendSigned<Answer extends { readonly state: string }>(
  ports: Omit<ExchangePorts, 'url'>,
  deadline: number,
  sent: SignedSending<Answer>,
): Promise<Answer | Failure> {
  const remainingMs = Math.min(LIMITS.domainCallMsMax, deadline - ports.clock())
  if (remainingMs <= 0) return { state: 'refused', reason: 'deadline' }
  const signal = AbortSignal.timeout(Math.ceil(remainingMs))
  let last: Answer | Failure = { state: 'refused', reason: 'no_key' }
  for (const key of await ports.keys) {
    last = await send(ports, key, signal, sent)
    if (!('reason' in last) || last.state !== 'refused' || last.reason !== KEY_REFUSED) return last
  }
  return last
}

async function send<Answer>(
  ports: Omit<ExchangePorts, 'url'>,
  key: SigningKey,
  signal: AbortSignal,
  { url, method, body, headers: more, sign, read }: SignedSending<Answer>,
): Promise<Answer | Failure> {
  const timestampS = Math.floor(ports.clock() / 1000)
  const proof = await sign(key, { timestampS, requestId: ports.randomId() })
  const headers = {
    ...more,
    ...proof,
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  try {
    // A redirect would carry the records to an address that nobody configured.
    const init = { method, headers, signal, redirect: 'manual' } as const
    return await read(await ports.fetch(url, body === undefined ? init : { ...init, body }))
  } catch (error) {
    return toFailure(error, signal)
  }
}

async function readAnswer(answer: Response): Promise<Exchange> {
  const { status } = answer
  if (status !== 200) {
    await discard(answer, '')
    const state = DOMAIN_NOTHING_DONE.has(status) ? 'refused' : 'lost'
    return { state, reason: `status_${status}` }
  }
  const read: Result<unknown, string> = await readJsonAnswer(answer)
  return read.ok ? { state: 'answered', value: read.value } : { state: 'lost', reason: read.error }
}

function toFailure(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return { state: 'lost', reason: 'deadline' }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return NOT_SENT.test(code)
    ? { state: 'refused', reason: 'not_reached' }
    : { state: 'lost', reason: 'connection' }
}
