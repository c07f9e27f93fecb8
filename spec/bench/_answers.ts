/** How far the answer on a connection has arrived. */
export type Arrival = { head: Uint8Array; missing: number }

export function createArrival(): Arrival {
  return { head: new Uint8Array(), missing: 0 }
}

const HEAD_END = Buffer.from('\r\n\r\n')
const HEAD_BYTES_MAX = 16_384

/** Takes what arrived, however it was cut; true when the answer is whole. It must be a 200. */
export function takeChunk(arrival: Arrival, chunk: Uint8Array): boolean {
  if (arrival.missing > 0) arrival.missing -= chunk.length
  else {
    const start = arrival.head.length === 0 ? chunk : Buffer.concat([arrival.head, chunk])
    const length = findLength(start)
    arrival.head = length === undefined ? start : new Uint8Array()
    if (length === undefined) return false
    arrival.missing = length - start.length
  }
  if (arrival.missing < 0) failLoad('an answer is longer than it declares')
  return arrival.missing === 0
}

/** Length of an answer, head and body, in bytes; absent until its head is whole. */
export function findLength(start: Uint8Array): number | undefined {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.length)
  const end = bytes.indexOf(HEAD_END)
  if (end < 0 && bytes.length < HEAD_BYTES_MAX) return undefined
  const head = bytes.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 200')) failLoad(`an answer is not 200: ${head.slice(0, 400)}`)
  const declared = /\r\ncontent-length: *([0-9]+)/i.exec(head)?.[1]
  if (declared === undefined) failLoad(`an answer declares no length: ${head.slice(0, 400)}`)
  return end + HEAD_END.length + Number(declared)
}

/** Ends the client: a load that lost an answer measures nothing. */
export function failLoad(reason: string): never {
  console.error(`Cannot load: ${reason}`)
  process.exit(1)
}
