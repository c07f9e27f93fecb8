import { readChunks } from './body.ts'
import { ObjectStoreFailure, toFailure } from './failure.ts'

type AskOptions = {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly headers?: HeadersInit
  readonly body?: Blob
  /** Time until the answer begins. */
  readonly waitMsMax?: number
  /** No more of the body is waited for. */
  readonly bytesMax?: number
  /** Ends the request, and the reading of its body, with an `ObjectStoreFailure`. */
  readonly signal?: AbortSignal | undefined
}

/** Time to answer, and to move a body at 50 KB a second. */
export const ANSWER_MS_MAX = 5000
const BYTES_PER_MS_MIN = 50

/** A reason is short; a proxy may send a page instead. */
const REASON_BYTES_MAX = 64 * 1024

/** Asks with a deadline for the answer, and a further one for its body. */
export async function askInTime(url: string, init: AskOptions): Promise<Response> {
  const { body, waitMsMax = ANSWER_MS_MAX, bytesMax = Number.POSITIVE_INFINITY } = init
  const { signal: deadline, extend } = startDeadline(waitMsMax + timeFor(body?.size ?? 0))
  const signal = init.signal === undefined ? deadline : AbortSignal.any([deadline, init.signal])
  try {
    const response = await fetch(url, { ...init, signal })
    const length = Number(response.headers.get('content-length') ?? 0)
    extend(ANSWER_MS_MAX + timeFor(Math.min(length, bytesMax)))
    return response
  } catch (error) {
    throw toFailure(error)
  }
}

type Deadline = { readonly signal: AbortSignal; readonly extend: (ms: number) => void }

/** Ends a request that takes too long. What arrived by then is dropped. */
function startDeadline(ms: number): Deadline {
  const controller = new AbortController()
  const end = () => controller.abort(new DOMException('it did not answer in time', 'TimeoutError'))
  let timer = setTimeout(end, ms)
  const extend = (more: number) => {
    clearTimeout(timer)
    timer = setTimeout(end, more)
    timer.unref()
  }
  timer.unref()
  return { signal: controller.signal, extend }
}

function timeFor(bytes: number): number {
  return bytes / BYTES_PER_MS_MIN
}

type Refusal = {
  readonly status: number
  readonly code: string
  /** To be thrown, unless the caller expects this refusal. */
  readonly failure: ObjectStoreFailure
}

/** Statuses after which the same request may succeed: 409 is a conflict of two writers. */
const PASSING = new Set([408, 409, 429])

/** The store answers with its reason as XML; a proxy before it answers with anything. */
export async function readRefusal({ status, body }: Response): Promise<Refusal> {
  let text = ''
  const decoder = new TextDecoder()
  const add = (chunk: Uint8Array) => {
    text += decoder.decode(chunk, { stream: true })
  }
  await readChunks(body ?? new Blob().stream(), REASON_BYTES_MAX, add).catch(() => undefined)
  const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? ''
  const isPassing = status >= 500 || PASSING.has(status) || code === 'RequestTimeout'
  const reason = code === '' ? `it answered ${status}` : code
  return {
    status,
    code,
    failure: new ObjectStoreFailure(reason, isPassing ? 'passing' : 'lasting'),
  }
}
