/** A connection that takes its time. */
export type SlowSocket = {
  /** Whether it sends nothing more. */
  readonly isSilent: boolean
  readonly isOpen: boolean
  end(): void
}

type SlowKind = {
  /** What is sent at once, and what follows a byte at a time. */
  readonly first: string
  readonly rest: string
  /** Whether it reads what it is sent. */
  readonly reads: boolean
}

const HEAD = 'Host: localhost\r\nAccept: */*\r\n'
const POST = `POST /mcp HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\n`

/** How slow a client can be. */
export const SLOW_KINDS: readonly SlowKind[] = [
  { first: '', rest: '', reads: true },
  { first: `GET / HTTP/1.1\r\n${HEAD}`, rest: 'X-Slow: yes, very slow', reads: true },
  { first: `${POST}Content-Length: 2000\r\n\r\n{`, rest: ' '.repeat(2000), reads: true },
  { first: `GET /llms-full.txt HTTP/1.1\r\n${HEAD}\r\n`.repeat(20), rest: '', reads: false },
]

const BYTE_EVERY_MS = 500

/** Opens so many sockets of each kind. */
export async function openSlowSockets(
  port: number,
  ofEachKind: number,
): Promise<readonly SlowSocket[]> {
  const kinds = SLOW_KINDS.flatMap((kind) => Array.from({ length: ofEachKind }, () => kind))
  return await Promise.all(kinds.map((kind) => openSlowSocket(port, kind)))
}

async function openSlowSocket(port: number, kind: SlowKind): Promise<SlowSocket> {
  let isOpen = true
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data: () => {},
      close: () => {
        isOpen = false
      },
      error: () => {},
    },
  })
  if (!kind.reads) socket.pause()
  if (kind.first !== '') socket.write(kind.first)
  let sent = 0
  const timer = setInterval(() => {
    if (!isOpen || sent >= kind.rest.length) return clearInterval(timer)
    socket.write(kind.rest.charAt(sent))
    sent += 1
  }, BYTE_EVERY_MS)
  return {
    isSilent: kind.rest === '' && kind.reads,
    get isOpen() {
      return isOpen
    },
    end: () => {
      clearInterval(timer)
      socket.terminate()
    },
  }
}
