/**
 * Loads HTTP servers in turns from a process of its own, with a fixed number of connections and one
 * request in flight on each. Requests are fixed bytes and answers are read by length, so that the
 * client costs as little as possible. Prints the answers per second of each turn, and the total for
 * each server.
 */
import { stayAwake } from './_awake.ts'
import type { Load } from './_load.ts'

const load = JSON.parse(process.argv[2] ?? '{}') as Load
const lanes = await Promise.all(load.targets.map(openLane))
for (let round = -load.warmUpRounds; round < load.rounds; round += 1) {
  // The order alternates: whoever followed a slow neighbour precedes it in the next round.
  for (const lane of round % 2 === 0 ? lanes : lanes.toReversed()) {
    const rate = await takeTurn(lane, load.turnSeconds)
    if (round >= 0) lane.rates.push(rate)
  }
}
console.log(JSON.stringify(lanes.map(({ rates, answers }) => ({ rates, answers }))))
process.exit(0)

type Lane = {
  readonly request: Uint8Array
  readonly sockets: Bun.Socket<{ received: number }>[]
  readonly rates: number[]
  running: boolean
  answers: number
  /** Length of an answer, learned from the first one: the same request gets the same answer. */
  answerBytes: number
  underWay: number
}

async function openLane(target: Load['targets'][number]): Promise<Lane> {
  const lane: Lane = {
    request: new TextEncoder().encode(target.request),
    sockets: [],
    rates: [],
    running: false,
    answers: 0,
    answerBytes: 0,
    underWay: 0,
  }
  for (let count = 0; count < load.connections; count += 1) {
    const socket = await Bun.connect<{ received: number }>({
      hostname: '127.0.0.1',
      port: target.port,
      data: { received: 0 },
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

/** Keeps every connection of the lane busy for a while; ends with the last answer. */
async function takeTurn(lane: Lane, seconds: number): Promise<number> {
  const [before, startedMs] = [lane.answers, performance.now()]
  lane.running = true
  lane.underWay = lane.sockets.length
  stayAwake(lane)
  for (const socket of lane.sockets) socket.write(lane.request)
  await Bun.sleep(seconds * 1000)
  lane.running = false
  const [answers, endedMs] = [lane.answers, performance.now()]
  while (lane.underWay > 0) await Bun.sleep(1)
  return ((answers - before) / (endedMs - startedMs)) * 1000
}

function take(lane: Lane, socket: Bun.Socket<{ received: number }>, chunk: Uint8Array): void {
  if (socket.data.received === 0) checkHead(lane, chunk)
  socket.data.received += chunk.length
  if (socket.data.received < lane.answerBytes) return
  if (socket.data.received > lane.answerBytes) fail('an answer has a different length')
  socket.data.received = 0
  lane.answers += 1
  if (lane.running) socket.write(lane.request)
  else lane.underWay -= 1
}

/** Every answer must be a 200; the first one gives the length of all. */
function checkHead(lane: Lane, chunk: Uint8Array): void {
  const isOk = chunk[9] === 0x32 && chunk[10] === 0x30 && chunk[11] === 0x30
  if (!isOk) fail(`an answer is not 200: ${new TextDecoder().decode(chunk).slice(0, 400)}`)
  if (lane.answerBytes > 0) return
  const text = new TextDecoder('latin1').decode(chunk)
  const headBytes = text.indexOf('\r\n\r\n') + 4
  const declared = /^content-length: *([0-9]+)/im.exec(text.slice(0, headBytes))?.[1]
  if (declared === undefined) fail(`an answer declares no length: ${text.slice(0, headBytes)}`)
  lane.answerBytes = headBytes + Number(declared)
}

function fail(reason: string): void {
  console.error(`Cannot load: ${reason}`)
  process.exit(1)
}
