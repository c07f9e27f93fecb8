import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from '../../app/build/corpus_build/build.ts'
import { ROOT } from '../support/repository.ts'
import { BASE_URL, buildCorpus, loadCorpus } from './_corpora.ts'
import { makeOneTermQueries } from './_questions.ts'
import { formatGet } from './_requests.ts'
import { type Bench, compare, type Row } from './_rows.ts'
import { startProgram, startServing } from './_services.ts'
import { compareStalls, type Stalls } from './_stalls.ts'
import { startSteadyLoad } from './_steady_load.ts'
import { pathOf } from './_synthetic.ts'

const CACHE = resolve(ROOT, '.cache/bench')
const MANIFEST = 'docs-manifest.json'

const ROUNDS = 7
const STEADY_MS = 1500
const AFTER_A_SWAP_MS = 1500
const REQUESTS_A_SECOND = 500

/**
 * Deploys one build after another while requests arrive at a fixed rate: the slowest request after
 * a deploy, compared with a server that only answers at the same rate and at the same time.
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
    const stalls = await measure({ ours: ours.port, bare: bare.port }, requests, deploy)
    await checkLastBuild(ours.port, manifests)
    return toRows(stalls)
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}

/** Loads both servers alike while ours gets one build after another. */
async function measure(
  ports: { readonly ours: number; readonly bare: number },
  requests: readonly string[],
  deploy: (round: number) => Promise<void>,
): Promise<Stalls> {
  const seconds = (2 * STEADY_MS + (ROUNDS + 1) * AFTER_A_SWAP_MS) / 1000 + 2
  const load = { requests, perSecond: REQUESTS_A_SECOND, seconds }
  const own = await startSteadyLoad({ ...load, port: ports.ours })
  const other = await startSteadyLoad({ ...load, port: ports.bare })
  // The first half of the steady phase is for the compiler.
  await Bun.sleep(STEADY_MS)
  const steadyFromMs = Date.now()
  await Bun.sleep(STEADY_MS)
  const deploysMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    deploysMs.push(Date.now())
    await deploy(round)
    await Bun.sleep(AFTER_A_SWAP_MS)
  }
  const endMs = Date.now()
  return {
    own: await own.samples(),
    bare: await other.samples(),
    steadyFromMs,
    deploysMs,
    endMs,
  }
}

function toRows(stalls: Stalls): readonly Row[] {
  return [
    ...compareStalls('synthetic reload', stalls),
    compare({
      figure: 'synthetic reload, failed requests + 1',
      unit: 'requests',
      better: 'less',
      peerName: 'none + 1',
      rounds: [{ ours: stalls.own.filter(({ ok }) => !ok).length + 1, peer: 1 }],
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
