/**
 * Sends requests at a fixed rate from a process of its own and records how long after its due time
 * each was answered: a server that stalls for a moment is late for all requests of that moment, not
 * only for those in flight.
 */
import type { Sample, SteadyLoad } from './_steady_load.ts'

const CONNECTIONS = 64
const LAST_ANSWERS_MS = 1500

const load = JSON.parse(await Bun.stdin.text()) as SteadyLoad
const requests = load.requests.map((request) => new TextEncoder().encode(request))
const samples: Sample[] = []
const waiting: number[] = []
let next = 0
type Wire = { dueMs: number; missing: number }
const free: Bun.Socket<Wire>[] = []
for (let count = 0; count < CONNECTIONS; count++) {
  free.push(
    await Bun.connect<Wire>({
      hostname: '127.0.0.1',
      port: load.port,
      data: { dueMs: 0, missing: 0 },
      socket: {
        data: take,
        close: drop,
        error: (socket, error) => void note(socket.data.dueMs, error.message),
      },
    }),
  )
}
let stopped = false
process.once('SIGTERM', () => {
  stopped = true
})
console.log('begun')
await sendAll()
await Bun.sleep(LAST_ANSWERS_MS)
for (const dueMs of waiting) note(dueMs, 'not sent')
await Bun.write(Bun.stdout, `${JSON.stringify(samples)}\n`)
process.exit(0)

/** Wakes up every millisecond and sends what is due. */
async function sendAll(): Promise<void> {
  const startedMs = performance.now()
  const all = load.perSecond * load.seconds
  for (let sent = 0; sent < all && !stopped; ) {
    const due = Math.min(all, ((performance.now() - startedMs) / 1000) * load.perSecond)
    for (; sent < due; sent++) {
      waiting.push(performance.timeOrigin + startedMs + (sent / load.perSecond) * 1000)
      sendNext()
    }
    await Bun.sleep(1)
  }
}

function sendNext(): void {
  // In turn: a service closes a connection that was idle for half a minute, and would do so just
  // when a stall makes the client need a second one.
  const socket = free.shift()
  if (socket === undefined) return
  const dueMs = waiting.shift()
  const request = requests[next % requests.length]
  if (dueMs === undefined || request === undefined) return void free.unshift(socket)
  next += 1
  socket.data.dueMs = dueMs
  socket.write(request)
}

function take(socket: Bun.Socket<Wire>, chunk: Uint8Array): void {
  if (socket.data.missing === 0) {
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.length, 2000))
    const head = text.toString('latin1')
    if (!head.startsWith('HTTP/1.1 200')) return void note(socket.data.dueMs, head)
    const declared = /\r\ncontent-length: *([0-9]+)/i.exec(head)?.[1]
    socket.data.missing = head.indexOf('\r\n\r\n') + 4 + Number(declared)
  }
  socket.data.missing -= chunk.length
  if (socket.data.missing > 0) return
  note(socket.data.dueMs)
  socket.data.dueMs = 0
  free.push(socket)
  if (waiting.length > 0) sendNext()
}

function drop(socket: Bun.Socket<Wire>): void {
  const at = free.indexOf(socket)
  if (at >= 0) free.splice(at, 1)
  if (socket.data.dueMs > 0) note(socket.data.dueMs, 'closed')
}

function note(dueMs: number, failure?: string): void {
  const tookMs = performance.timeOrigin + performance.now() - dueMs
  samples.push({ dueMs, tookMs, ok: failure === undefined, failure })
}
