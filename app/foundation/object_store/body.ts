import { toFailure } from './failure.ts'

/** The first bytes of a body; the rest is not asked for. */
export async function readBeginning(
  body: ReadableStream<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  for (let bytes = 0; bytes < bytesMax; ) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw toFailure(error)
    })
    if (done) break
    chunks.push(value)
    bytes += value.length
  }
  await reader.cancel().catch(() => undefined)
  return new Uint8Array(Buffer.concat(chunks)).subarray(0, bytesMax)
}

/**
 * Passes on the bytes of an object as they arrive; one that ends too early is a failure. False when
 * there are more than the caller takes: the rest is not asked for.
 */
export async function readChunks(
  body: ReadableStream<Uint8Array>,
  bytesMax: number,
  onChunk: (chunk: Uint8Array) => Promise<void> | void,
): Promise<boolean> {
  const reader = body.getReader()
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw toFailure(error)
    })
    if (done) return true
    bytes += value.length
    if (bytes > bytesMax) {
      await reader.cancel().catch(() => undefined)
      return false
    }
    await onChunk(value)
  }
}
