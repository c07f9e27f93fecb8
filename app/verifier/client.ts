import { type Conduct, createConduct } from './conduct.ts'
import type { Limit, Pace } from './pace.ts'

/** An answer read whole. Status 0 is no answer at all; `text` says why then. */
export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export type Call = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The limit that the call counts against; static files have none. */
  readonly limit?: Limit
}

export type Client = {
  /** Asks for a path below the address that is verified, and follows no redirect. */
  call(path: string, call?: Call): Promise<Answer>
  /** Why nobody is asked any more; absent while the service answers. */
  stopped(): string | undefined
  /** How the service behaved in all answers so far. */
  readonly conduct: Conduct
  calls(): number
}

/** How much of a service `verify` bears before it stops (spec/decisions/verify.md). */
export const BOUNDS = {
  concurrent: 16,
  callMs: 10_000,
  /** Larger answers are not read into memory. */
  answerBytes: 16 * 1024 * 1024,
  /** All answers together. */
  runBytes: 1024 * 1024 * 1024,
  failuresInARow: 8,
  failures: 64,
} as const
export type Bounds = { readonly [Name in keyof typeof BOUNDS]: number }

/** How often a refused call is repeated: a minute's limit is free again after a minute. */
const REFUSALS_MAX = 30

/** The only way to the service: bounded in calls at once, time and size, and in step with it. */
export function createClient(base: string, pace: Pace, bounds: Bounds = BOUNDS): Client {
  const conduct = createConduct()
  const gate = createGate(bounds.concurrent)
  const patience = createPatience(bounds)
  let calls = 0

  const once = async (path: string, call: Call): Promise<Answer> => {
    if (call.limit !== undefined) await pace.turn(call.limit)
    return await gate(async () => {
      const stopped = patience.ended()
      if (stopped !== undefined) return noAnswer(stopped)
      calls += 1
      const { answer, bytes } = await send(base + path, call, bounds)
      patience.saw(answer, bytes.byteLength)
      conduct.saw(path, call, answer, bytes)
      return answer
    })
  }
  const call = async (path: string, wanted: Call = {}): Promise<Answer> => {
    if (!staysBelow(base, path)) return noAnswer('it leads to another host, which is not asked')
    let answer = await once(path, wanted)
    for (let again = 0; answer.status === 429 && again < REFUSALS_MAX; again += 1) {
      if (wanted.limit === undefined) break
      pace.refused(wanted.limit)
      answer = await once(path, wanted)
    }
    return answer
  }
  return { call, stopped: patience.ended, conduct, calls: () => calls }
}

function noAnswer(text: string): Answer {
  return { status: 0, headers: new Headers(), text }
}

/** Paths come from documents of the service; none of them may name another host (RFC 3986, 3.2). */
function staysBelow(base: string, path: string): boolean {
  if (!path.startsWith('/') || !URL.canParse(base + path)) return false
  return new URL(base + path).origin === new URL(base).origin
}

type Patience = {
  saw(answer: Answer, bytes: number): void
  ended(): string | undefined
}

/** Counts what a service that hangs or floods costs, and says when it is enough. */
function createPatience({ failuresInARow, failures, runBytes }: Bounds): Patience {
  let [inARow, all, read] = [0, 0, 0]
  let reason: string | undefined
  return {
    saw: ({ status, text }, bytes) => {
      read += bytes
      inARow = status === 0 ? inARow + 1 : 0
      if (status === 0) all += 1
      if (inARow >= failuresInARow) reason ??= `${inARow} calls in a row failed (${text})`
      if (all >= failures) reason ??= `${all} calls failed (${text})`
      if (read > runBytes) reason ??= `its answers are over ${runBytes} bytes together`
    },
    ended: () => reason,
  }
}

type Sent = { readonly answer: Answer; readonly bytes: Uint8Array }

async function send(url: string, call: Call, { callMs, answerBytes }: Bounds): Promise<Sent> {
  const { method = 'GET', headers = {}, body } = call
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(callMs),
      ...(body === undefined ? {} : { body }),
    })
    const bytes = await bytesOf(response, answerBytes)
    const text = new TextDecoder().decode(bytes)
    return { answer: { status: response.status, headers: response.headers, text }, bytes }
  } catch (error) {
    return { answer: noAnswer(reasonOf(error)), bytes: new Uint8Array() }
  }
}

/** Reads no more than the cap; a service that sends without end must not fill the memory. */
async function bytesOf(response: Response, most: number): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > most) throw new Error(`more than ${most} bytes`)
    chunks.push(chunk)
  }
  return chunks.length === 1 ? (chunks[0] ?? new Uint8Array()) : Buffer.concat(chunks)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

type Gate = <Value>(work: () => Promise<Value>) => Promise<Value>

/** Lets so many through at once; the others wait in line. */
function createGate(most: number): Gate {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
