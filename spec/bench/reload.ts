import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from '../../app/corpus_build/build.ts'
import { ROOT } from '../support/repository.ts'
import { BASE_URL, buildCorpus, loadCorpus } from './_corpora.ts'
import { computePercentiles } from './_engines/protocol.ts'
import { makeOneTermQueries } from './_questions.ts'
import { formatGet } from './_requests.ts'
import { type Bench, compare, type Row } from './_rows.ts'
import { startProgram, startServing } from './_services.ts'
import { type Sample, startSteadyLoad } from './_steady_load.ts'
import { pathOf } from './_synthetic.ts'

const CACHE = resolve(ROOT, '.cache/bench')
const MANIFEST = 'docs-manifest.json'

const ROUNDS = 7
const STEADY_MS = 1500
const AFTER_A_SWAP_MS = 1500
const REQUESTS_A_SECOND = 500

const STALL_MS_MOST = 15
const P99_TIMES_MOST = 2

/**
 * Deploys one build after another while requests arrive at a fixed rate: the slowest request after
 * a deploy, compared with a server that only answers at the same rate.
 */
export const benchReload: Bench = async () => {
  const { distDir, manifests } = await makeTwoBuilds()
  const { documents } = await loadCorpus('synthetic')
  const requests = makeOneTermQueries(documents, 300).map((word) =>
    formatGet(`/api/public/docs/search?q=${encodeURIComponent(word)}`),
  )
  const ours = await startServing(distDir)
  const answer = '[]'.padEnd(3000)
  const program = join(import.meta.dir, '_peers/bare_query.ts')
  const bare = await startProgram([process.execPath, program], [answer])
  try {
    const deploy = (round: number) => deployManifest(distDir, manifests[(round + 1) % 2] ?? '')
    const [own, idle] = [
      await measure(ours.port, requests, deploy),
      await measure(bare.port, requests, async () => {}),
    ]
    await checkLastBuild(ours.port, manifests)
    return toRows(own, idle)
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}

type Measurement = {
  readonly failed: number
  readonly steadyP99: number
  /** For the requests of each round that were due after the deploy. */
  readonly rounds: readonly { readonly worst: number; readonly p99: number }[]
}

async function measure(
  port: number,
  requests: readonly string[],
  deploy: (round: number) => Promise<void>,
): Promise<Measurement> {
  const load = await startSteadyLoad({
    port,
    requests,
    perSecond: REQUESTS_A_SECOND,
    seconds: (2 * STEADY_MS + (ROUNDS + 1) * AFTER_A_SWAP_MS) / 1000 + 2,
  })
  const begunMs = Date.now()
  await Bun.sleep(2 * STEADY_MS)
  const deploysMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    deploysMs.push(Date.now())
    await deploy(round)
    await Bun.sleep(AFTER_A_SWAP_MS)
  }
  const endMs = Date.now()
  const samples = await load.samples()
  const between = (fromMs: number, toMs: number) =>
    samples.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs).map(({ tookMs }) => tookMs)
  // The first half of the steady phase is for the compiler.
  const steady = between(begunMs + STEADY_MS, begunMs + 2 * STEADY_MS)
  const rounds = deploysMs.map((fromMs, at) => {
    const took = between(fromMs, deploysMs[at + 1] ?? endMs)
    return { worst: Math.max(...took), p99: computePercentiles(took).p99 }
  })
  const failed = samples.filter(({ ok }: Sample) => !ok).length
  return { failed, steadyP99: computePercentiles(steady).p99, rounds }
}

function toRows(own: Measurement, idle: Measurement): readonly Row[] {
  const worst = { figure: 'synthetic reload, worst stall', unit: 'ms', better: 'less' } as const
  return [
    compare({
      ...worst,
      peerName: 'bare Bun.serve, no reload',
      rounds: own.rounds.map((round, at) => ({
        ours: round.worst,
        peer: idle.rounds[at]?.worst ?? Number.NaN,
      })),
    }),
    compare({
      ...worst,
      peerName: 'at most',
      rounds: own.rounds.map((round) => ({ ours: round.worst, peer: STALL_MS_MOST })),
      wanted: 1,
    }),
    compare({
      figure: 'synthetic reload, p99',
      unit: 'ms',
      better: 'less',
      peerName: `${P99_TIMES_MOST} x steady p99`,
      rounds: own.rounds.map(({ p99 }) => ({ ours: p99, peer: own.steadyP99 * P99_TIMES_MOST })),
      wanted: 1,
    }),
    compare({
      figure: 'synthetic reload, p99',
      unit: 'ms',
      better: 'less',
      peerName: 'bare Bun.serve, no reload',
      rounds: own.rounds.map(({ p99 }, at) => ({
        ours: p99,
        peer: idle.rounds[at]?.p99 ?? Number.NaN,
      })),
    }),
    compare({
      figure: 'synthetic reload, failed requests + 1',
      unit: 'requests',
      better: 'less',
      peerName: 'none + 1',
      rounds: [{ ours: own.failed + 1, peer: 1 }],
      wanted: 1,
    }),
  ]
}

/** Makes two builds in one folder that differ in one page, and returns their manifests. */
async function makeTwoBuilds(): Promise<{
  readonly distDir: string
  readonly manifests: readonly string[]
}> {
  await buildCorpus('synthetic')
  const distDir = join(CACHE, 'reload-dist')
  await rm(distDir, { recursive: true, force: true })
  await cp(join(CACHE, 'synthetic-dist'), distDir, { recursive: true, preserveTimestamps: true })
  const { folder } = await loadCorpus('synthetic')
  const page = join(folder, 'pages', pathOf(1))
  const [before, first] = [
    await readFile(page, 'utf8'),
    await readFile(join(distDir, MANIFEST), 'utf8'),
  ]
  try {
    await writeFile(page, `${before}\nOne more sentence, deployed a moment ago.\n`)
    const options = { corpusDir: folder, distDir, baseUrl: BASE_URL, nowMs: Date.now() }
    const built = await build({ ...options, lock: 'keep' })
    if (!built.ok) throw new Error(`Cannot build again: ${JSON.stringify(built.error.slice(0, 3))}`)
  } finally {
    await writeFile(page, before)
  }
  return { distDir, manifests: [await readFile(join(distDir, MANIFEST), 'utf8'), first] }
}

/** Replaces the manifest as a build does: with a final rename. */
async function deployManifest(distDir: string, manifest: string): Promise<void> {
  const temporary = join(distDir, '.next-manifest')
  await mkdir(distDir, { recursive: true })
  await writeFile(temporary, manifest)
  await rename(temporary, join(distDir, MANIFEST))
}

/** A reload that never happened would be the fastest of all. */
async function checkLastBuild(port: number, manifests: readonly string[]): Promise<void> {
  const served = await (await fetch(`http://127.0.0.1:${port}/${MANIFEST}`)).text()
  if (served === manifests[ROUNDS % 2]) return
  throw new Error('Cannot measure: the service did not load the last build')
}
