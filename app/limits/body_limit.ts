import { err, ok, type Result } from '../contract/result.ts'

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
    if (declared === undefined) return await readCounted(request.body, bytesMax)
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

/** Counts a body while it streams and drops it at the first byte too many. */
export async function readCounted(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
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
      // Cancelling may fail as well; the body is too large either way.
      await reader.cancel().catch(() => undefined)
      return err('too_large')
    }
    chunks.push(value)
  }
}

function joinChunks(chunks: readonly Uint8Array[], total: number): Uint8Array {
  const bytes = new Uint8Array(total)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
