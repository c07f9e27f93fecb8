import { limitIdle, type Pace } from './_idle_limit.ts'
import { readChunks } from './body.ts'
import { ObjectStoreFailure, toFailure } from './failure.ts'

export type AskOptions = {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly headers?: HeadersInit
  readonly body?: Blob
  /** Time until the answer begins. */
  readonly waitMsMax?: number
  /** How long its body may stand still. */
  readonly idleMsMax?: number
  /** The pace below which its body is too slow; a short answer has none to keep. */
  readonly pace?: Pace
  /** Ends the request, and the reading of its body, with an `ObjectStoreFailure`. */
  readonly signal?: AbortSignal | undefined
}

/** What a store says, as it says it. */
type Answer = Pick<Response, 'status' | 'headers'> & {
  readonly body: ReadableStream<Uint8Array>
}

/** Time to answer, or to send the next bytes. */
export const ANSWER_MS_MAX = 5000

/** Nobody says how much of a body has arrived at the store: it has time by its size. */
const SENT_BYTES_PER_MS_MIN = 50

/** A reason is short; a proxy may send a page instead. */
const REASON_BYTES_MAX = 64 * 1024

/** Asks with a deadline for the answer, and then one for each piece of its body. */
export async function askInTime(url: string, init: AskOptions): Promise<Answer> {
  const { body, waitMsMax = ANSWER_MS_MAX, idleMsMax = ANSWER_MS_MAX } = init
  const controller = new AbortController()
  const onIdle = () =>
    controller.abort(new DOMException('it did not answer in time', 'TimeoutError'))
  const timer = setTimeout(onIdle, waitMsMax + (body?.size ?? 0) / SENT_BYTES_PER_MS_MIN)
  timer.unref()
  const deadline = controller.signal
  const signal = init.signal === undefined ? deadline : AbortSignal.any([deadline, init.signal])
  try {
    const { status, headers, body: sent } = await fetch(url, { ...init, signal })
    // A reason has no size to wait for.
    const short = { bytesPerMsMin: Number.POSITIVE_INFINITY, msMax: idleMsMax }
    const pace = status === 200 ? (init.pace ?? short) : short
    const flowing = limitIdle(sent ?? new Blob().stream(), { idleMsMax, pace, onIdle })
    return { status, headers, body: flowing }
  } catch (error) {
    throw toFailure(error)
  } finally {
    clearTimeout(timer)
  }
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
export async function readRefusal({ status, body }: Omit<Answer, 'headers'>): Promise<Refusal> {
  let text = ''
  const decoder = new TextDecoder()
  const add = (chunk: Uint8Array) => {
    text += decoder.decode(chunk, { stream: true })
  }
  await readChunks(body, REASON_BYTES_MAX, add).catch(() => undefined)
  const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? ''
  const isPassing = status >= 500 || PASSING.has(status) || code === 'RequestTimeout'
  const reason = code === '' ? `it answered ${status}` : code
  return {
    status,
    code,
    failure: new ObjectStoreFailure(reason, isPassing ? 'passing' : 'lasting'),
  }
}
