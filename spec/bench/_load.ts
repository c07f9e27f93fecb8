import { join } from 'node:path'
import type { Round } from './_rows.ts'

/** What the load client is told. */
export type Load = {
  readonly port: number
  readonly request: string
  readonly connections: number
  readonly seconds: number
}

/** A server that stands ready and the request that it is asked over and over. */
export type Target = { readonly port: number; readonly request: string }

const CONNECTIONS = 32
const ROUNDS = 5
const ROUND_SECONDS = 2
const WARM_UP_SECONDS = 3

/**
 * Answers a second of ours and of each peer: first a warm-up of all, then rounds in which every
 * one takes its turn, in an order that turns round each time. Gives the rounds of each peer.
 */
export async function throughput<Peer extends string>(
  ours: Target,
  peers: Readonly<Record<Peer, Target>>,
): Promise<Readonly<Record<Peer, readonly Round[]>>> {
  const contestants: [string, Target][] = [['ours', ours], ...Object.entries<Target>(peers)]
  for (const [, target] of contestants) await answersPerSecond(target, WARM_UP_SECONDS)
  const taken: Record<string, number>[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const found: Record<string, number> = {}
    for (const [name, target] of round % 2 === 0 ? contestants : contestants.toReversed()) {
      found[name] = await answersPerSecond(target, ROUND_SECONDS)
    }
    taken.push(found)
  }
  const roundsOf = (name: string): readonly Round[] =>
    taken.map((found) => ({ ours: found.ours ?? Number.NaN, peer: found[name] ?? Number.NaN }))
  // The keys are those of `peers`, one by one.
  return Object.fromEntries(
    Object.keys(peers).map((name) => [name, roundsOf(name)]),
  ) as unknown as Readonly<Record<Peer, readonly Round[]>>
}

async function answersPerSecond(target: Target, seconds: number): Promise<number> {
  const load: Load = { ...target, connections: CONNECTIONS, seconds }
  const client = join(import.meta.dir, '_load_client.ts')
  const child = Bun.spawn([process.execPath, client, JSON.stringify(load)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`Cannot measure port ${target.port}`)
  return Number(text)
}
