import { toFailure } from './failure.ts'

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
