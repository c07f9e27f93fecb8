import { resolveAddress } from './_addresses.ts'

/** The network and the time; a test hands in its own. */
export type SitePorts = {
  /**
   * Sends one request and follows no redirect. It rejects when nobody can be reached, and with a
   * `RefusedAddress` where that will not change.
   */
  readonly send: (request: Request) => Promise<Response>
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
}

/** An address that must not be asked, whoever is there. */
export class RefusedAddress extends Error {}

/** By what a server tells that something is as it was. */
export type Validators = { readonly etag?: string; readonly modified?: string }

export type Answer =
  | {
      readonly kind: 'body'
      readonly bytes: Uint8Array
      /** Media type without its parameters. */
      readonly type: string
      readonly charset: string | undefined
      readonly validators: Validators
    }
  | { readonly kind: 'same' }
  | { readonly kind: 'moved'; readonly to: URL }
  | { readonly kind: 'denied' | 'missing'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string }

type Question = {
  readonly bytesMax: number
  readonly accept?: string
  readonly known?: Validators | undefined
}

const ATTEMPTS_MAX = 4
/** Where nobody answers, one more is enough. */
const CONNECTIONS_MAX = 2
const RETRY_MS = 5000
/** A longer wait is no wait but a refusal. */
const RETRY_MS_MAX = 5 * 60_000
/** By this much, a turn that came late does not move those after it: the pace stays on average. */
const LATE_MS_MAX = 100
/** For all waits of one run together. */
const PAUSES_MS_MAX = 15 * 60_000

const MISSING = new Set([400, 404, 405, 406, 410, 414])
const DENIED = new Set([401, 403, 407, 451])

/** Asks one server, never faster than it and we want it, and counts what it sends. */
export class Requests {
  /** Requests so far. */
  count = 0
  /** Bytes of bodies so far. */
  bytes = 0
  /** Answers that said that nothing changed. */
  unchanged = 0
  readonly #ports: SitePorts
  readonly #agent: string
  readonly #stop: AbortSignal | undefined
  readonly #stopped: Promise<void>
  #intervalMs: number
  #nextMs = 0
  #turn: Promise<void> = Promise.resolve()
  #pausedMs = 0

  constructor(ports: SitePorts, agent: string, intervalMs: number, stop?: AbortSignal) {
    this.#ports = ports
    this.#agent = agent
    this.#intervalMs = intervalMs
    this.#stop = stop
    this.#stopped = new Promise((resolve) => {
      stop?.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  /** Waits at least this long between the starts of two requests from now on. */
  slowTo(intervalMs: number): void {
    this.#intervalMs = Math.max(this.#intervalMs, intervalMs)
  }

  async ask(address: URL, question: Question): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#waitForTurn()
      if (this.#stop?.aborted === true) return { kind: 'failed', reason: 'it was stopped' }
      const answer = await this.#askOnce(address, question)
      if (answer.kind !== 'busy') return answer
      const pauseMs = answer.retryMs ?? RETRY_MS * 2 ** (attempt - 1)
      const isOver = attempt >= answer.attemptsMax || this.#pausedMs + pauseMs > PAUSES_MS_MAX
      if (isOver || pauseMs > RETRY_MS_MAX) return { kind: 'failed', reason: answer.reason }
      this.#pausedMs += pauseMs
      this.#nextMs = Math.max(this.#nextMs, this.#ports.clock() + pauseMs)
    }
  }

  /** Turns are taken in the order in which they were asked for. */
  async #waitForTurn(): Promise<void> {
    const before = this.#turn
    const own = Promise.withResolvers<void>()
    this.#turn = own.promise
    await before
    while (this.#stop?.aborted !== true) {
      const now = this.#ports.clock()
      if (now >= this.#nextMs) {
        this.#nextMs = Math.max(this.#nextMs, now - LATE_MS_MAX) + this.#intervalMs
        break
      }
      await Promise.race([this.#ports.wait(this.#nextMs - now), this.#stopped])
    }
    own.resolve()
  }

  async #askOnce(
    address: URL,
    { accept = '*/*', known = {}, bytesMax }: Question,
  ): Promise<Answer | Busy> {
    const headers = new Headers({ accept, 'user-agent': this.#agent })
    if (known.etag !== undefined) headers.set('if-none-match', known.etag)
    if (known.modified !== undefined) headers.set('if-modified-since', known.modified)
    this.count += 1
    let response: Response
    try {
      response = await this.#ports.send(new Request(address.href, { headers, redirect: 'manual' }))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof RefusedAddress) return { kind: 'failed', reason }
      return { kind: 'busy', reason, retryMs: undefined, attemptsMax: CONNECTIONS_MAX }
    }
    const other = this.#readHead(response, address)
    if (other !== undefined) {
      await response.body?.cancel().catch(() => undefined)
      return other
    }
    const bytes = await readBody(response, bytesMax)
    if (typeof bytes === 'string') return { kind: 'failed', reason: bytes }
    this.bytes += bytes.byteLength
    const [type = '', ...parameters] = (response.headers.get('content-type') ?? '').split(';')
    const charset = /charset\s*=\s*"?([\w-]+)/i.exec(parameters.join(';'))?.[1]?.toLowerCase()
    const validators = readValidators(response.headers)
    return { kind: 'body', bytes, type: type.trim().toLowerCase(), charset, validators }
  }

  /** What an answer says without its body; undefined where the body is wanted. */
  #readHead({ status, headers }: Response, address: URL): Answer | Busy | undefined {
    if (status === 200 || status === 203) return undefined
    if (status === 304) {
      this.unchanged += 1
      return { kind: 'same' }
    }
    const location = status >= 300 && status < 400 ? headers.get('location') : null
    const to = location === null ? undefined : resolveAddress(location, address.href)
    if (to !== undefined) return { kind: 'moved', to }
    const reason = `it answered ${status}`
    if (status === 429 || status === 503) {
      const retryMs = readRetryMs(headers, this.#ports.clock())
      return { kind: 'busy', reason, retryMs, attemptsMax: ATTEMPTS_MAX }
    }
    if (DENIED.has(status)) return { kind: 'denied', status }
    return MISSING.has(status) ? { kind: 'missing', status } : { kind: 'failed', reason }
  }
}

/** Worth another attempt, after a while. */
type Busy = {
  readonly kind: 'busy'
  readonly reason: string
  readonly retryMs: number | undefined
  readonly attemptsMax: number
}

/** `Retry-After`: seconds, or a date (RFC 9110 section 10.2.3). */
function readRetryMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const atMs = Date.parse(value)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}

function readValidators(headers: Headers): Validators {
  const [etag, modified] = [headers.get('etag'), headers.get('last-modified')]
  return { ...(etag === null ? {} : { etag }), ...(modified === null ? {} : { modified }) }
}

/** The bytes of a body, or why it was not read to its end. */
async function readBody(response: Response, bytesMax: number): Promise<Uint8Array | string> {
  const { body, headers } = response
  if (body === null) return new Uint8Array()
  const tooLarge = `it has more than ${bytesMax} bytes`
  if (Number(headers.get('content-length') ?? 0) > bytesMax) {
    await body.cancel().catch(() => undefined)
    return tooLarge
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    // To leave the loop cancels the body.
    for await (const chunk of body) {
      bytes += chunk.byteLength
      if (bytes > bytesMax) return tooLarge
      chunks.push(chunk)
    }
  } catch (error) {
    return error instanceof Error ? error.message : 'it broke off'
  }
  return Buffer.concat(chunks)
}
