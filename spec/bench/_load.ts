import { join } from 'node:path'
import type { Round } from './_rows.ts'
import type { Server } from './_servers.ts'

/** A running server, and the request that is sent to it repeatedly. */
export type Target = { readonly server: Server; readonly request: string }

/** The instructions of the load client. */
export type Load = {
  readonly targets: readonly { readonly port: number; readonly request: string }[]
  readonly connections: number
  readonly warmUpRounds: number
  readonly rounds: number
  readonly turnSeconds: number
}

/** The load client's results for one server; `answers` includes the warm-up. */
export type Lane = { readonly rates: readonly number[]; readonly answers: number }

/** Many short turns, so that other work on the machine affects all sides alike. */
const SHAPE = { connections: 32, warmUpRounds: 5, rounds: 15, turnSeconds: 0.6 } as const

/** The results of one run: ours and one peer. */
export type Comparison = {
  /** Answers a second, turn by turn. */
  readonly rates: readonly Round[]
  /** Processor time of the server, in microseconds an answer, over the whole run. */
  readonly costs: readonly Round[]
}

/** Loads ours and each peer in turns, in one run. */
export async function measureThroughput<Peer extends string>(
  ours: Target,
  peers: Readonly<Record<Peer, Target>>,
  connections: number = SHAPE.connections,
): Promise<(peer: Peer) => Comparison> {
  const names: readonly string[] = Object.keys(peers)
  const targets = [ours, ...Object.values<Target>(peers)]
  const before = await Promise.all(targets.map(({ server }) => server.processorMicros()))
  const lanes = await runLoad({
    ...SHAPE,
    connections,
    targets: targets.map(({ server, request }) => ({ port: server.port, request })),
  })
  const after = await Promise.all(targets.map(({ server }) => server.processorMicros()))
  const cost = (at: number) =>
    ((after[at] ?? Number.NaN) - (before[at] ?? Number.NaN)) / (lanes[at]?.answers ?? Number.NaN)
  return (peer) => {
    const at = names.indexOf(peer) + 1
    const peerRates = lanes[at]?.rates ?? []
    const oursRates = lanes[0]?.rates ?? []
    return {
      rates: oursRates.map((rate, turn) => ({ ours: rate, peer: peerRates[turn] ?? Number.NaN })),
      costs: [{ ours: cost(0), peer: cost(at) }],
    }
  }
}

async function runLoad(load: Load): Promise<readonly Lane[]> {
  const client = join(import.meta.dir, '_load_client.ts')
  const child = Bun.spawn([process.execPath, client, JSON.stringify(load)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error('Cannot measure: the load client failed')
  return JSON.parse(text) as readonly Lane[]
}
