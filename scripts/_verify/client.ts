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
  /** What no answer may carry and some did (contract 4.1 and 8): path and header. */
  strayHeaders(): ReadonlyMap<string, string>
  calls(): number
}

const CONCURRENT_MAX = 16
const TIMEOUT_MS = 60_000

/** Nothing that the service publishes is larger; more is not read into memory. */
const ANSWER_BYTES_MAX = 256 * 1024 * 1024

/** How often a refused call is repeated: a minute's limit is free again after a minute. */
const REFUSALS_MAX = 30

const STRAY = /^(retry-after|x-ratelimit-|ratelimit|mcp-session-id|set-cookie)/

/** The only way to the service: bounded in calls at once, time and size, and in step with it. */
export function createClient(base: string, pace: Pace): Client {
  const stray = new Map<string, string>()
  const gate = createGate(CONCURRENT_MAX)
  let calls = 0

  const once = async (path: string, call: Call): Promise<Answer> => {
    if (call.limit !== undefined) await pace.turn(call.limit)
    calls += 1
    const answer = await gate(() => send(base + path, call))
    for (const name of answer.headers.keys()) {
      if (STRAY.test(name)) stray.set(`${call.method ?? 'GET'} ${path}`, name)
    }
    return answer
  }
  const call = async (path: string, wanted: Call = {}): Promise<Answer> => {
    let answer = await once(path, wanted)
    for (let again = 0; answer.status === 429 && again < REFUSALS_MAX; again += 1) {
      if (wanted.limit === undefined) break
      pace.refused(wanted.limit)
      answer = await once(path, wanted)
    }
    return answer
  }
  return { call, strayHeaders: () => stray, calls: () => calls }
}

async function send(url: string, { method = 'GET', headers = {}, body }: Call): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, headers: response.headers, text: await textOf(response) }
  } catch (error) {
    return { status: 0, headers: new Headers(), text: reasonOf(error) }
  }
}

/** Reads no more than the cap; a service that sends without end must not fill the memory. */
async function textOf(response: Response): Promise<string> {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`more than ${ANSWER_BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
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
