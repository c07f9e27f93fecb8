import { computePercentiles } from '../bench/_engines/protocol.ts'
import { formatGet } from '../bench/_requests.ts'
import { compare, type Row } from '../bench/_rows.ts'
import { type Sample, startSteadyLoad } from '../bench/_steady_load.ts'
import { makeHome } from '../races/service.ts'
import { compareQuarters, countFaults } from './_growth.ts'
import { startProgram, type Usage } from './_program.ts'
import { openSlowSockets, SLOW_KINDS, type SlowSocket } from './_slow_sockets.ts'

/** An idle connection is closed after this time (limits); the runtime looks every four seconds. */
const IDLE_MS = 30_000
const LATE_MS = 10_000

const OF_EACH_KIND = 125
const ROUNDS = 8
const LOAD_SECONDS = 20
const P99_TIMES_MOST = 2
const PER_SECOND = 100

export type SocketRun = {
  /** What normal clients waited, without and with slow sockets. */
  readonly before: readonly number[]
  readonly during: readonly number[]
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
  const open: SlowSocket[] = []
  try {
    await load()
    const before = await load()
    const during: Sample[] = []
    let kept = 0
    for (let round = 0; round < options.rounds; round += 1) {
      const slow = await openSlowSockets(program.port, options.ofEachKind)
      open.push(...slow)
      during.push(...(await load()))
      usages.push(await program.readUsage())
      if (round % 2 === 1) kept += await closeAll(slow, options.loadSeconds * 1000)
      else for (const socket of slow) socket.end()
    }
    const all = [...before, ...during]
    const took = (samples: readonly Sample[]) => samples.map(({ tookMs }) => tookMs)
    const failed = all.filter(({ ok }) => !ok).length
    return { before: took(before), during: took(during), failed, kept, usages }
  } finally {
    for (const socket of open) socket.end()
    await program.stop()
  }
}

/** Waits until silent sockets must be closed, and counts those that are not. */
async function closeAll(slow: readonly SlowSocket[], waitedMs: number): Promise<number> {
  await Bun.sleep(Math.max(0, IDLE_MS + LATE_MS - waitedMs))
  const kept = slow.filter((socket) => socket.isSilent && socket.isOpen).length
  for (const socket of slow) socket.end()
  return kept
}

/** 500 slow sockets: normal clients do not notice, silent ones are closed, and nothing grows. */
export async function soakSockets(): Promise<readonly Row[]> {
  const shape = { ofEachKind: OF_EACH_KIND, rounds: ROUNDS, loadSeconds: LOAD_SECONDS }
  const { before, during, failed, kept, usages } = await runSockets(shape)
  const part = `${OF_EACH_KIND * SLOW_KINDS.length} slow sockets`
  return [
    countFaults(`${part}, failed requests of others`, failed),
    countFaults(`${part}, silent ones open after ${(IDLE_MS + LATE_MS) / 1000} s`, kept),
    compare({
      figure: `${part}, p99 of others`,
      unit: 'ms',
      better: 'less',
      peerName: `${P99_TIMES_MOST} x without them`,
      rounds: [
        {
          ours: computePercentiles(during).p99,
          peer: computePercentiles(before).p99 * P99_TIMES_MOST,
        },
      ],
      wanted: 1,
    }),
    ...compareQuarters(part, usages),
  ]
}
