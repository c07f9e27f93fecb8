import { joinChunks } from '../../foundation/limits/body_limit.ts'

const NEWLINE = 0x0a

/**
 * The lines of a stream, without their newlines and without blank ones. A line over the limit is
 * dropped while it is read; the next one is read as usual.
 */
export async function* readLines(
  input: ReadableStream<Uint8Array>,
  bytesMax: number,
): AsyncIterable<Uint8Array | 'too_long'> {
  let parts: Uint8Array[] = []
  let length = 0
  const add = (part: Uint8Array) => {
    length += part.byteLength
    if (length <= bytesMax) parts.push(part)
    else parts = []
  }
  const take = (): Uint8Array | 'too_long' | undefined => {
    const line = length > bytesMax ? 'too_long' : joinChunks(parts, length)
    parts = []
    length = 0
    return line === 'too_long' || !isBlank(line) ? line : undefined
  }
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end))
      start = end + 1
      const line = take()
      if (line !== undefined) yield line
    }
    // A stream may use the memory of its chunk again.
    add(chunk.slice(start))
  }
  const rest = take()
  if (rest !== undefined) yield rest
}

/** Also what is left of `\r\n`. */
function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}
