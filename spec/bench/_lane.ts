import { type Arrival, createArrival, failLoad, takeChunk } from './_answers.ts'
import { stayAwake } from './_awake.ts'

/** The connections to one server, each with one request in flight during a turn. */
export type Lane = {
  readonly port: number
  /** Bytes of the next request. */
  readonly next: () => Uint8Array
  readonly connections: Connection[]
  readonly rates: number[]
  running: boolean
  answers: number
}

type Connection = { readonly arrival: Arrival; socket: Bun.Socket | undefined; isAsking: boolean }

export type Turns = {
  readonly warmUpRounds: number
  readonly rounds: number
  readonly turnSeconds: number
}

export function createLane(port: number, connections: number, next: Lane['next']): Lane {
  const idle = (): Connection => ({
    arrival: createArrival(),
    socket: undefined,
    isAsking: false,
  })
  const all = Array.from({ length: connections }, idle)
  return { port, next, connections: all, rates: [], running: false, answers: 0 }
}

/** Loads the lanes in turns, and prints the answers per second of each turn and all answers. */
export async function takeTurns(lanes: readonly Lane[], turns: Turns): Promise<void> {
  for (let round = -turns.warmUpRounds; round < turns.rounds; round += 1) {
    // The order alternates: whoever followed a slow neighbour precedes it in the next round.
    for (const lane of round % 2 === 0 ? lanes : lanes.toReversed()) {
      const rate = await takeTurn(lane, turns.turnSeconds)
      if (round >= 0) lane.rates.push(rate)
    }
  }
  console.log(JSON.stringify(lanes.map(({ rates, answers }) => ({ rates, answers }))))
}

/** Keeps every connection of the lane busy for a while; ends with the last answer. */
async function takeTurn(lane: Lane, seconds: number): Promise<number> {
  // A server may close connections on which nothing was asked during the turns of others.
  for (const connection of lane.connections) connection.socket ??= await open(lane, connection)
  const [before, startedMs] = [lane.answers, performance.now()]
  lane.running = true
  stayAwake(lane)
  for (const connection of lane.connections) ask(lane, connection)
  await Bun.sleep(seconds * 1000)
  lane.running = false
  const [answers, endedMs] = [lane.answers, performance.now()]
  while (lane.connections.some(({ isAsking }) => isAsking)) await Bun.sleep(1)
  return ((answers - before) / (endedMs - startedMs)) * 1000
}

async function open(lane: Lane, connection: Connection): Promise<Bun.Socket> {
  return await Bun.connect({
    hostname: '127.0.0.1',
    port: lane.port,
    socket: {
      data: (_, chunk) => {
        if (!takeChunk(connection.arrival, chunk)) return
        lane.answers += 1
        connection.isAsking = false
        if (lane.running) ask(lane, connection)
      },
      close: () => {
        connection.socket = undefined
        if (connection.isAsking) failLoad(`port ${lane.port} closed a connection during a request`)
      },
      error: (_, error) => failLoad(error.message),
    },
  })
}

function ask(lane: Lane, connection: Connection): void {
  connection.isAsking = true
  connection.socket?.write(lane.next())
}
