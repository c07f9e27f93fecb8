import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Comparison, Lane } from './_load.ts'
import type { Server } from './_servers.ts'

/** A server, and many requests that are sent to it in turn, repeatedly. */
type VariedTarget = { readonly server: Server; readonly requests: readonly string[] }

/** The instructions of the client for varied load. */
export type VariedLoad = {
  readonly targets: readonly { readonly port: number; readonly requests: readonly string[] }[]
  readonly connections: number
  readonly warmUpRounds: number
  readonly rounds: number
  readonly turnSeconds: number
}

const SHAPE = { connections: 16, warmUpRounds: 0, rounds: 9, turnSeconds: 1 } as const
/** It takes some 12,000 searches until the runtime has little left to compile. */
const WARM_UP = { connections: 16, warmUpRounds: 0, rounds: 12, turnSeconds: 1 } as const

/** Loads ours and a peer in turns, in one run, with different requests. */
export async function measureVariedThroughput(
  ours: VariedTarget,
  peer: VariedTarget,
): Promise<Comparison> {
  const targets = [ours, peer]
  const ports = targets.map(({ server, requests }) => ({ port: server.port, requests }))
  // Compilation belongs to no answer, so it is done before counting.
  await runLoad({ ...WARM_UP, targets: ports })
  const before = await Promise.all(targets.map(({ server }) => server.processorMicros()))
  const lanes = await runLoad({ ...SHAPE, targets: ports })
  const after = await Promise.all(targets.map(({ server }) => server.processorMicros()))
  const cost = (at: number) =>
    ((after[at] ?? Number.NaN) - (before[at] ?? Number.NaN)) / (lanes[at]?.answers ?? Number.NaN)
  const [oursRates = [], peerRates = []] = lanes.map(({ rates }) => rates)
  return {
    rates: oursRates.map((rate, turn) => ({ ours: rate, peer: peerRates[turn] ?? Number.NaN })),
    costs: [{ ours: cost(0), peer: cost(1) }],
  }
}

async function runLoad(load: VariedLoad): Promise<readonly Lane[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-load-'))
  try {
    const file = join(folder, 'load.json')
    await Bun.write(file, JSON.stringify(load))
    const client = join(import.meta.dir, '_varied_load_client.ts')
    const child = Bun.spawn([process.execPath, client, file], { stdout: 'pipe', stderr: 'inherit' })
    const text = await new Response(child.stdout).text()
    if ((await child.exited) !== 0) throw new Error('Cannot measure: the load client failed')
    return JSON.parse(text) as readonly Lane[]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
