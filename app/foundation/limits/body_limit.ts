import { LIMITS } from '../../contract/limits.ts'
import { err, ok, type Result } from '../../contract/result.ts'

/** Why a body was refused: over the cap, or cut off by the sender. */
export type BodyRefusal = 'too_large' | 'broken_off'

/**
 * Reads a body of at most `bytesMax` bytes. A declared length over the cap is refused before a byte
 * is read, one within it is read in one go, and a body without a declared length is counted while
 * it streams and dropped at the first byte too many.
 */
export async function readCapped(
  request: Request,
  bytesMax: number,
): Promise<Result<Uint8Array, BodyRefusal>> {
  const declared = declaredBytes(request.headers)
  if (declared !== undefined && declared > bytesMax) return err('too_large')
  try {
    if (declared === undefined) return await readCounted(request.body, bytesMax, dropRest)
    const bytes = await request.bytes()
    return bytes.byteLength > bytesMax ? err('too_large') : ok(bytes)
  } catch {
    return err('broken_off')
  }
}

function declaredBytes(headers: Headers): number | undefined {
  const text = headers.get('content-length')
  return text !== null && /^[0-9]+$/.test(text) ? Number(text) : undefined
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** Counts a body while it streams and ends it at the first byte too many. */
export async function readCounted(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
  end: (reader: Reader) => Promise<void> = cancel,
): Promise<Result<Uint8Array, 'too_large'>> {
  if (body === null) return ok(new Uint8Array())
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let total = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return ok(joinChunks(chunks, total))
    total += value.byteLength
    if (total > bytesMax) {
      await end(reader)
      return err('too_large')
    }
    chunks.push(value)
  }
}

/** Reads the text of an answer of another program, which may be without an end. */
export async function readAnswerText(
  { body }: Response,
  bytesMax: number,
): Promise<Result<string, 'too_large'>> {
  const bytes = await readCounted(body, bytesMax)
  return bytes.ok ? ok(new TextDecoder().decode(bytes.value)) : bytes
}

/** How long an answer waits for the rest of a body that it refuses. */
const DROP_MS_MAX = 2000

/**
 * Reads and drops what a request still sends if nobody read its body. An answer to HTTP/1.0 or to
 * `Connection: close` ends the connection; with unread bytes in it, the system resets it, and a
 * proxy loses the answer and sends 502 (RFC 9112 section 9.6). The runtime does not say which
 * version a request has, so every refusal waits. The result is a small body of a declared length
 * that came in that time, so that a refusal can name the id of a call without another wait.
 */
export function dropUnreadBody(request: Request): Promise<Uint8Array | undefined> | undefined {
  if (request.bodyUsed || request.body === null) return undefined
  const declared = declaredBytes(request.headers)
  if (declared !== undefined && declared <= LIMITS.namedCallBytesMax) {
    // In one go, because a call that was sent behind this one ends the connection if this waits.
    return withinDropTime((late) => Promise.race([request.bytes(), late]).catch(() => undefined))
  }
  return dropRest(request.body.getReader()).then(() => undefined)
}

/** Runs something that has to end when the time for dropping a body is over. */
async function withinDropTime<Value>(
  run: (late: Promise<undefined>) => Promise<Value>,
): Promise<Value> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, DROP_MS_MAX)
  return await run(promise).finally(() => clearTimeout(timer))
}

/** Ends after a bounded number of bytes and a bounded time, whatever the sender does. */
async function dropRest(reader: Reader): Promise<void> {
  await withinDropTime(async (late) => {
    let dropped = 0
    // A sender that goes away needs no answer.
    const next = () => Promise.race([reader.read(), late]).catch(() => undefined)
    for (let read = await next(); read?.done === false; read = await next()) {
      dropped += read.value.byteLength
      if (dropped > LIMITS.requestBytesMax) break
    }
  })
  await cancel(reader)
}

/** Cancelling may fail as well; nobody wants the rest either way. */
async function cancel(reader: Reader): Promise<void> {
  await reader.cancel().catch(() => undefined)
}

export function joinChunks(chunks: readonly Uint8Array[], total: number): Uint8Array {
  const bytes = new Uint8Array(total)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
