import { type Conduct, createConduct } from './conduct.ts'
import type { Answer, Call } from './exchange.ts'
import type { Pace } from './pace.ts'

export type Client = {
  /** Calls a path below the address under test; follows no redirect. */
  call(path: string, call?: Call): Promise<Answer>
  /** Why no more calls are made; absent while the service answers. */
  stopped(): string | undefined
  /** What all answers so far had in their headers. */
  readonly conduct: Conduct
  calls(): number
}

/** What `verify` tolerates before it stops (spec/decisions/verify.md). */
export const BOUNDS = {
  concurrent: 16,
  callMs: 10_000,
  /** Larger answers are not read into memory. */
  answerBytes: 16 * 1024 * 1024,
  /** Total size of all answers. */
  runBytes: 1024 * 1024 * 1024,
  failuresInARow: 8,
  failures: 64,
} as const
export type Bounds = { readonly [Name in keyof typeof BOUNDS]: number }

/** How often a refused call is repeated: the limit is free again after a minute. */
const RETRIES_MAX = 30

/** The only way to the service; bounds concurrency, time and size, and keeps to its limits. */
export function createClient(base: string, pace: Pace, bounds: Bounds = BOUNDS): Client {
  const conduct = createConduct()
  const runLimited = createConcurrencyLimit(bounds.concurrent)
  const budget = createFailureBudget(bounds)
  let calls = 0

  const callOnce = async (path: string, call: Call): Promise<Answer> => {
    if (call.limit !== undefined) await pace.waitForTurn(call.limit)
    return await runLimited(async () => {
      const stopped = budget.exhausted()
      if (stopped !== undefined) return noAnswer(stopped)
      calls += 1
      const { answer, bytes } = await send(base + path, call, bounds)
      budget.record(answer, bytes.byteLength)
      conduct.observe(path, call, answer, bytes)
      return answer
    })
  }
  const call = async (path: string, wanted: Call = {}): Promise<Answer> => {
    if (!isBelow(base, path)) return noAnswer('it leads to another host')
    let answer = await callOnce(path, wanted)
    for (let retries = 0; answer.status === 429 && retries < RETRIES_MAX; retries += 1) {
      if (wanted.limit === undefined) break
      pace.pause(wanted.limit)
      answer = await callOnce(path, wanted)
    }
    return answer
  }
  return { call, stopped: budget.exhausted, conduct, calls: () => calls }
}

function noAnswer(text: string): Answer {
  return { status: 0, headers: new Headers(), text }
}

/** Paths come from the service's documents; none may lead to another host (RFC 3986, 3.2). */
function isBelow(base: string, path: string): boolean {
  if (!path.startsWith('/') || !URL.canParse(base + path)) return false
  return new URL(base + path).origin === new URL(base).origin
}

type FailureBudget = {
  record(answer: Answer, bytes: number): void
  /** Why no more calls should be made; absent while the budget lasts. */
  exhausted(): string | undefined
}

/** Counts failures and bytes of a service that hangs or floods, and says when to stop. */
function createFailureBudget({ failuresInARow, failures, runBytes }: Bounds): FailureBudget {
  let [inARow, all, read] = [0, 0, 0]
  let reason: string | undefined
  return {
    record: ({ status, text }, bytes) => {
      read += bytes
      inARow = status === 0 ? inARow + 1 : 0
      if (status === 0) all += 1
      if (inARow >= failuresInARow) reason ??= `${inARow} calls in a row failed (${text})`
      if (all >= failures) reason ??= `${all} calls failed (${text})`
      if (read > runBytes) reason ??= `its answers add up to more than ${runBytes} bytes`
    },
    exhausted: () => reason,
  }
}

type RawAnswer = { readonly answer: Answer; readonly bytes: Uint8Array }

async function send(url: string, call: Call, { callMs, answerBytes }: Bounds): Promise<RawAnswer> {
  const { method = 'GET', headers = {}, body } = call
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(callMs),
      ...(body === undefined ? {} : { body }),
    })
    const bytes = await readBytes(response, answerBytes)
    const text = new TextDecoder().decode(bytes)
    return { answer: { status: response.status, headers: response.headers, text }, bytes }
  } catch (error) {
    return { answer: noAnswer(describeError(error)), bytes: new Uint8Array() }
  }
}

/** Reads up to the cap: an endless answer must not fill the memory. */
async function readBytes(response: Response, most: number): Promise<Uint8Array> {
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

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

type ConcurrencyLimit = <Value>(work: () => Promise<Value>) => Promise<Value>

/** Runs at most so many at once; the others wait in order. */
function createConcurrencyLimit(most: number): ConcurrencyLimit {
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
