import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { compile } from '../../scripts/compile.ts'
import { ROOT } from '../support/repository.ts'
import { freePort } from '../support/running.ts'
import { buildCorpus, type CorpusName } from './_corpora.ts'
import { type Bench, compare, type Round, type Row } from './_rows.ts'
import { spawnServing } from './_services.ts'

/** The single executable that `bun run compile` makes, which an operator would start. */
export const PROGRAM = resolve(ROOT, '.cache/bench/lectern')

const ROUNDS = 9
const QUERY = '/api/public/docs/search?q=the+first+answer'
const SETTLE_MS = 400
const MEGABYTE = 1e6

type Plan = { readonly name: CorpusName; readonly msMost: number; readonly megabytesMost?: number }

const PLANS: readonly Plan[] = [
  { name: 'bun-types', msMost: 120 },
  { name: 'synthetic', msMost: 200, megabytesMost: 150 },
]

/** The time from the start of a process to its first answer, and its memory at that point. */
export const benchStart: Bench = async () => {
  await compile(PROGRAM)
  const rows: Row[] = []
  for (const plan of PLANS) rows.push(...(await measurePlan(plan)))
  return rows
}

type Start = { readonly ms: number; readonly megabytes: number }

async function measurePlan({ name, msMost, megabytesMost }: Plan): Promise<readonly Row[]> {
  const distDir = await buildCorpus(name)
  const rounds: { readonly ours: Start; readonly bare: Start }[] = []
  // The first start reads the build from disk; later ones measure the program.
  await measureOurStart(distDir)
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2 === 0)
      rounds.push({ ours: await measureOurStart(distDir), bare: await measureBareStart() })
    else {
      const bare = await measureBareStart()
      rounds.push({ ours: await measureOurStart(distDir), bare })
    }
  }
  const pick = (of: (round: (typeof rounds)[number]) => Round) => rounds.map(of)
  const start = { figure: `${name} start to first answer`, unit: 'ms', better: 'less' } as const
  const memory = { figure: `${name} memory above`, unit: 'MB', better: 'less' } as const
  return [
    compare({
      ...start,
      peerName: 'bare Bun.serve',
      rounds: pick(({ ours, bare }) => ({ ours: ours.ms, peer: bare.ms })),
    }),
    compare({
      ...start,
      peerName: 'at most',
      rounds: pick(({ ours }) => ({ ours: ours.ms, peer: msMost })),
      wanted: 1,
    }),
    compare({
      ...memory,
      peerName: megabytesMost === undefined ? 'bare Bun.serve' : 'bare Bun.serve, at most',
      rounds: pick(({ ours, bare }) => ({
        ours: ours.megabytes - bare.megabytes,
        peer: megabytesMost ?? bare.megabytes,
      })),
      ...(megabytesMost === undefined ? {} : { wanted: 1 }),
    }),
  ]
}

/** Starts our service as these words do; with a corpus, it looks whether the build is of that. */
export async function measureOurStart(
  distDir: string,
  words: readonly string[] = [PROGRAM],
  corpusDir?: string,
): Promise<Start> {
  const startedMs = performance.now()
  const { child, port, cleanUp } = await spawnServing(distDir, words, corpusDir)
  const start = await waitForFirstAnswer(child, port, startedMs)
  await cleanUp()
  return start
}

/** Starts a process with nothing but a server. */
async function measureBareStart(): Promise<Start> {
  const port = await freePort()
  const startedMs = performance.now()
  const program = join(import.meta.dir, '_peers/bare_query.ts')
  const child = Bun.spawn([process.execPath, program, String(port), '[]'], { stdout: 'ignore' })
  return await waitForFirstAnswer(child, port, startedMs)
}

async function waitForFirstAnswer(
  child: Bun.Subprocess,
  port: number,
  startedMs: number,
): Promise<Start> {
  const deadlineMs = startedMs + 60_000
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${QUERY}`).catch(() => undefined)
    if (answer?.status === 200) {
      await answer.text()
      break
    }
    if (performance.now() > deadlineMs) throw new Error('Cannot start: no answer within 60 s')
    await Bun.sleep(1)
  }
  const ms = performance.now() - startedMs
  await Bun.sleep(SETTLE_MS)
  const megabytes = (await readResidentBytes(child.pid)) / MEGABYTE
  child.kill()
  await child.exited
  return { ms, megabytes }
}

/** Resident memory of a process as Linux counts it, mapped files included. */
async function readResidentBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) * 1024
}
