/**
 * Loads one HTTP server from a process of its own: a fixed number of connections, each with one
 * request under way, written as fixed bytes and read by length, so that the client costs as
 * little as a client can. Prints how many answers came in a second.
 */
import type { Load } from './_load.ts'

const LEAD_IN_MS = 300

const load = JSON.parse(process.argv[2] ?? '{}') as Load
const request = new TextEncoder().encode(load.request)

/** Bytes of one whole answer, learned from the first: the same request gets the same answer. */
let answerBytes = 0
let answers = 0

await Promise.all(
  Array.from({ length: load.connections }, () =>
    Bun.connect<{ received: number }>({
      hostname: '127.0.0.1',
      port: load.port,
      socket: {
        open: (socket) => {
          socket.data = { received: 0 }
          socket.write(request)
        },
        data: (socket, chunk) => {
          if (socket.data.received === 0) checkHead(chunk)
          socket.data.received += chunk.length
          if (socket.data.received < answerBytes) return
          if (socket.data.received > answerBytes) fail('an answer has another length')
          socket.data.received = 0
          answers += 1
          socket.write(request)
        },
        close: () => fail('the server closed a connection'),
        error: (_, error) => fail(error.message),
      },
    }),
  ),
)
await Bun.sleep(LEAD_IN_MS)
const [answersBefore, startedMs] = [answers, performance.now()]
await Bun.sleep(load.seconds * 1000)
const seconds = (performance.now() - startedMs) / 1000
console.log((answers - answersBefore) / seconds)
process.exit(0)

/** Every answer must be a 200; the first one tells the length of all. */
function checkHead(chunk: Uint8Array): void {
  const ok = chunk[9] === 0x32 && chunk[10] === 0x30 && chunk[11] === 0x30
  if (!ok) fail(`an answer is not 200: ${new TextDecoder().decode(chunk).slice(0, 400)}`)
  if (answerBytes > 0) return
  const text = new TextDecoder('latin1').decode(chunk)
  const headBytes = text.indexOf('\r\n\r\n') + 4
  const declared = /^content-length: *([0-9]+)/im.exec(text.slice(0, headBytes))?.[1]
  if (declared === undefined) fail(`an answer declares no length: ${text.slice(0, headBytes)}`)
  answerBytes = headBytes + Number(declared)
}

function fail(reason: string): void {
  console.error(`Cannot load port ${load.port}: ${reason}`)
  process.exit(1)
}
