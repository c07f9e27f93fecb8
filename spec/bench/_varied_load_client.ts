/**
 * Loads HTTP servers in turns from a process of its own with many different requests; each answer
 * is read by the length in its head. Prints the answers per second of each turn, and the total for
 * each server.
 */
import { stayAwake } from './_awake.ts'
import type { VariedLoad } from './_varied_load.ts'

const load = JSON.parse(await Bun.file(process.argv[2] ?? '').text()) as VariedLoad
const lanes = await Promise.all(load.targets.map(openLane))
for (let round = -load.warmUpRounds; round < load.rounds; round += 1) {
  for (const lane of round % 2 === 0 ? lanes : lanes.toReversed()) {
    const rate = await takeTurn(lane, load.turnSeconds)
    if (round >= 0) lane.rates.push(rate)
  }
}
console.log(JSON.stringify(lanes.map(({ rates, answers }) => ({ rates, answers }))))
process.exit(0)

type Wire = { missing: number }

type Lane = {
  readonly requests: readonly Uint8Array[]
  readonly sockets: Bun.Socket<Wire>[]
  readonly rates: number[]
  next: number
  running: boolean
  answers: number
  underWay: number
}

async function openLane(target: VariedLoad['targets'][number]): Promise<Lane> {
  const encoder = new TextEncoder()
  const requests = target.requests.map((request) => encoder.encode(request))
  const lane: Lane = {
    requests,
    sockets: [],
    rates: [],
    next: 0,
    running: false,
    answers: 0,
    underWay: 0,
  }
  for (let count = 0; count < load.connections; count += 1) {
    const socket = await Bun.connect<Wire>({
      hostname: '127.0.0.1',
      port: target.port,
      data: { missing: 0 },
      socket: {
        data: (from, chunk) => take(lane, from, chunk),
        close: () => fail(`the server of port ${target.port} closed a connection`),
        error: (_, error) => fail(error.message),
      },
    })
    lane.sockets.push(socket)
  }
  return lane
}

async function takeTurn(lane: Lane, seconds: number): Promise<number> {
  const [before, startedMs] = [lane.answers, performance.now()]
  lane.running = true
  lane.underWay = lane.sockets.length
  stayAwake(lane)
  for (const socket of lane.sockets) ask(lane, socket)
  await Bun.sleep(seconds * 1000)
  lane.running = false
  const [answers, endedMs] = [lane.answers, performance.now()]
  while (lane.underWay > 0) await Bun.sleep(1)
  return ((answers - before) / (endedMs - startedMs)) * 1000
}

function ask(lane: Lane, socket: Bun.Socket<Wire>): void {
  const request = lane.requests[lane.next % lane.requests.length]
  lane.next += 1
  if (request !== undefined) socket.write(request)
}

function take(lane: Lane, socket: Bun.Socket<Wire>, chunk: Uint8Array): void {
  if (socket.data.missing === 0) socket.data.missing = wholeBytes(chunk)
  socket.data.missing -= chunk.length
  if (socket.data.missing > 0) return
  if (socket.data.missing < 0) fail('an answer is longer than it declares')
  lane.answers += 1
  if (lane.running) ask(lane, socket)
  else lane.underWay -= 1
}

/** Length of an answer, head and body, from its first chunk. */
function wholeBytes(chunk: Uint8Array): number {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.length, 2000)).toString(
    'latin1',
  )
  if (!text.startsWith('HTTP/1.1 200')) fail(`an answer is not 200: ${text.slice(0, 400)}`)
  const headBytes = text.indexOf('\r\n\r\n') + 4
  const declared = /\r\ncontent-length: *([0-9]+)/i.exec(text)?.[1]
  if (declared === undefined) fail(`an answer declares no length: ${text.slice(0, headBytes)}`)
  return headBytes + Number(declared)
}

function fail(reason: string): never {
  console.error(`Cannot load: ${reason}`)
  process.exit(1)
}
