import { computePercentiles } from '../bench/_engines/protocol.ts'
import { formatGet } from '../bench/_requests.ts'
import { compare, type Row } from '../bench/_rows.ts'
import { startSteadyLoad } from '../bench/_steady_load.ts'
import { makeHome } from '../races/service.ts'
import { compareQuarters, countFaults } from './_growth.ts'
import { startProgram, type Usage } from './_program.ts'
import { openSlowSockets, SLOW_KINDS, type SlowSocket } from './_slow_sockets.ts'

/** An idle connection is closed after this time (limits); the runtime looks every four seconds. */
const IDLE_MS = 30_000
const LATE_MS = 10_000

const OF_EACH_KIND = 125
const ROUNDS = 8
const LOAD_SECONDS = 10
const SAMPLE_EVERY_MS = 1000
const P99_TIMES_MOST = 2
const PER_SECOND = 100

export type SocketRun = {
  /** What normal clients waited in each round, without slow sockets and beside them. */
  readonly rounds: readonly {
    readonly without: readonly number[]
    readonly beside: readonly number[]
  }[]
  readonly failed: number
  /** Silent sockets that were open for longer than promised. */
  readonly kept: number
  readonly usages: readonly Usage[]
}

/** Normal clients beside many slow sockets, round after round. */
export async function runSockets(options: {
  readonly ofEachKind: number
  readonly rounds: number
  readonly loadSeconds: number
}): Promise<SocketRun> {
  const program = await startProgram(await makeHome({}))
  const load = async () => {
    const requests = ['search?q=backup', 'search?q=rate+limit', 'status'].map((operation) =>
      formatGet(`/api/public/docs/${operation}`),
    )
    const { port } = program
    const steady = { port, requests, perSecond: PER_SECOND, seconds: options.loadSeconds }
    return await (await startSteadyLoad(steady)).samples()
  }
  const usages: Usage[] = []
  const rounds: { without: readonly number[]; beside: readonly number[] }[] = []
  const open: SlowSocket[] = []
  let [failed, kept] = [0, 0]
  const measure = async (): Promise<readonly number[]> => {
    const samples = await load()
    failed += samples.filter(({ ok }) => !ok).length
    return samples.map(({ tookMs }) => tookMs)
  }
  const sample = async (): Promise<void> => {
    // Absent only when the service is being stopped.
    const usage = await program.readUsage().catch(() => undefined)
    if (usage !== undefined) usages.push(usage)
  }
  try {
    await load()
    for (let round = 0; round < options.rounds; round += 1) {
      const without = await measure()
      const slow = await openSlowSockets(program.port, options.ofEachKind)
      open.push(...slow)
      const watch = setInterval(sample, SAMPLE_EVERY_MS)
      const beside = await measure().finally(() => clearInterval(watch))
      rounds.push({ without, beside })
      if (round % 2 === 1) kept += await countKept(slow, options.loadSeconds * 1000)
      for (const socket of slow) socket.end()
    }
    return { rounds, failed, kept, usages }
  } finally {
    for (const socket of open) socket.end()
    await program.stop()
  }
}

/** Waits until silent sockets must be closed, and counts those that are not. */
async function countKept(slow: readonly SlowSocket[], waitedMs: number): Promise<number> {
  await Bun.sleep(Math.max(0, IDLE_MS + LATE_MS - waitedMs))
  return slow.filter((socket) => socket.isSilent && socket.isOpen).length
}

/** 500 slow sockets: normal clients do not notice, silent ones are closed, and nothing grows. */
export async function soakSockets(): Promise<readonly Row[]> {
  const shape = { ofEachKind: OF_EACH_KIND, rounds: ROUNDS, loadSeconds: LOAD_SECONDS }
  const { rounds, failed, kept, usages } = await runSockets(shape)
  const part = `${OF_EACH_KIND * SLOW_KINDS.length} slow sockets`
  return [
    countFaults(`${part}, failed requests of others`, failed),
    countFaults(`${part}, silent ones open after ${(IDLE_MS + LATE_MS) / 1000} s`, kept),
    compare({
      figure: `${part}, p99 of others`,
      unit: 'ms',
      better: 'less',
      peerName: `${P99_TIMES_MOST} x without them`,
      rounds: rounds.map(({ without, beside }) => ({
        ours: computePercentiles(beside).p99,
        peer: computePercentiles(without).p99 * P99_TIMES_MOST,
      })),
      wanted: 1,
    }),
    ...compareQuarters(part, usages),
  ]
}
