import { disagreementsOf, verify } from '../../app/checks/verifier/mod.ts'
import { buildCorpus } from './_corpora.ts'
import { type Bench, compare, type Round } from './_rows.ts'
import { startServing } from './_services.ts'

const ROUNDS = 5

/** Required for 1,000 pages without rate limits; this corpus has 1,396. */
const SECONDS_MOST = 5

const UNLIMITED = 1_000_000_000

/** Verifies that all interfaces agree, over a corpus of realistic size. */
export const benchVerify: Bench = async () => {
  const server = await startServing(await buildCorpus('bun-types'))
  try {
    const url = `http://127.0.0.1:${server.port}`
    const sample: Round[] = []
    for (let round = 0; round < ROUNDS; round++) {
      sample.push({ ours: await measureSeconds(url, round, false), peer: SECONDS_MOST })
    }
    const whole = [{ ours: await measureSeconds(url, 0, true), peer: SECONDS_MOST }]
    const row = { unit: 's', peerName: 'at most', better: 'less' } as const
    return [
      compare({ ...row, figure: 'bun-types verify', rounds: sample, wanted: 1 }),
      compare({ ...row, figure: 'bun-types verify --all', rounds: whole }),
    ]
  } finally {
    await server.stop()
  }
}

async function measureSeconds(url: string, seed: number, all: boolean): Promise<number> {
  const time = { nowMs: () => performance.now(), sleep: (ms: number) => Bun.sleep(ms) }
  const options = { url, seed, all, callsPerMinute: UNLIMITED, time, say: console.error }
  const verified = await verify(options)
  if (!verified.ok) throw new Error(verified.error)
  const [first] = disagreementsOf(verified.value)
  if (first !== undefined) throw new Error(`Cannot measure: ${JSON.stringify(first)}`)
  return verified.value.elapsedMs / 1000
}
