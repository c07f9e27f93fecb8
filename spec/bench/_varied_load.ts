import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Comparison, Lane } from './_load.ts'
import type { Server } from './_servers.ts'

/** A server, and many requests that it is sent one after the other, over and over. */
export type VariedTarget = { readonly server: Server; readonly requests: readonly string[] }

/** What the client of varied load is told. */
export type VariedLoad = {
  readonly targets: readonly { readonly port: number; readonly requests: readonly string[] }[]
  readonly connections: number
  readonly warmUpRounds: number
  readonly rounds: number
  readonly turnSeconds: number
}

const SHAPE = { connections: 16, warmUpRounds: 0, rounds: 9, turnSeconds: 1 } as const
/** Only after some 12,000 searches has the runtime little left to compile. */
const WARM_UP = { connections: 16, warmUpRounds: 0, rounds: 12, turnSeconds: 1 } as const

/** Loads ours and a peer in turn, in one run, with requests that differ from each other. */
export async function measureVariedThroughput(
  ours: VariedTarget,
  peer: VariedTarget,
): Promise<Comparison> {
  const targets = [ours, peer]
  const ports = targets.map(({ server, requests }) => ({ port: server.port, requests }))
  // What a runtime spends on compiling belongs to no answer, so it comes before the count.
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
    if ((await child.exited) !== 0) throw new Error('Cannot measure: the load client gave up')
    return JSON.parse(text) as readonly Lane[]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
