import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Row } from '../bench/_rows.ts'
import { startProgram as startPeer } from '../bench/_services.ts'
import { compareStalls, type Stalls } from '../bench/_stalls.ts'
import { startSteadyLoad } from '../bench/_steady_load.ts'
import { compareQuarters, countFaults } from './_growth.ts'
import { startOver, type Usage } from './_program.ts'

const MANIFEST = 'docs-manifest.json'
const SECONDS_MAX = 24 * 3600
const STEADY_MS = 20_000
const LOOK_EVERY_MS = 25
const LOADED_WITHIN_MS = 120_000
/** A tag is the beginning of a digest. */
const TAG_LETTERS = 32

export type Deployment = {
  /** A folder that holds every build, and the manifest of each. */
  readonly distDir: string
  readonly baseUrl: string
  readonly manifests: readonly string[]
  /** Requests that clients send all the time, as text, at this rate. */
  readonly requests: readonly string[]
  readonly perSecond: number
  readonly deploys: number
  readonly steadyMs?: number
  /** Ends the run before that many deploys; what was measured by then counts. */
  readonly signal?: AbortSignal | undefined
}

export type DeployRun = {
  readonly stalls: Stalls
  readonly notLoaded: number
  readonly usages: readonly Usage[]
}

/** Deploys one build after another while clients search. */
export async function runDeploys(given: Deployment): Promise<DeployRun> {
  const { distDir, baseUrl, manifests, requests, perSecond, deploys } = given
  await putManifest(distDir, manifests[0] ?? '')
  const ours = await startOver(distDir, baseUrl)
  const program = join(import.meta.dir, '../bench/_peers/bare_query.ts')
  const bare = await startPeer([process.execPath, program], ['[]'.padEnd(3000)])
  try {
    const load = { requests, perSecond, seconds: SECONDS_MAX }
    const own = await startSteadyLoad({ ...load, port: ours.port })
    const other = await startSteadyLoad({ ...load, port: bare.port })
    const steady = given.steadyMs ?? STEADY_MS
    await Bun.sleep(steady)
    const steadyFromMs = Date.now()
    await Bun.sleep(steady)
    const deploysMs: number[] = []
    const usages: Usage[] = []
    let notLoaded = 0
    for (let deploy = 1; deploy <= deploys && given.signal?.aborted !== true; deploy += 1) {
      const manifest = manifests[deploy % manifests.length] ?? ''
      deploysMs.push(Date.now())
      await putManifest(distDir, manifest)
      if (!(await isLoaded(ours.url, manifest))) notLoaded += 1
      // Always with the same build, so that the samples can be compared.
      if (deploy % manifests.length === 0) usages.push(await ours.readUsage())
    }
    const endMs = Date.now()
    const stalls = { own: await own.stop(), bare: await other.stop() }
    return { stalls: { ...stalls, steadyFromMs, deploysMs, endMs }, notLoaded, usages }
  } finally {
    await Promise.all([ours.stop(), bare.stop()])
  }
}

/** Replaces the manifest as a build does: with a final rename. */
async function putManifest(distDir: string, manifest: string): Promise<void> {
  await mkdir(distDir, { recursive: true })
  await writeFile(join(distDir, '.next-manifest'), manifest)
  await rename(join(distDir, '.next-manifest'), join(distDir, MANIFEST))
}

async function isLoaded(url: string, manifest: string): Promise<boolean> {
  const digest = new Bun.CryptoHasher('sha256').update(manifest).digest('hex')
  const wanted = `"${digest.slice(0, TAG_LETTERS)}"`
  const deadlineMs = Date.now() + LOADED_WITHIN_MS
  while (Date.now() < deadlineMs) {
    const headers = { 'accept-encoding': 'identity' }
    const answer = await fetch(`${url}/${MANIFEST}`, { method: 'HEAD', headers })
    if (answer.headers.get('etag') === wanted) return true
    await Bun.sleep(LOOK_EVERY_MS)
  }
  return false
}

/** The figures of a run; each deploy is a round. */
export function toRows({ stalls, notLoaded, usages }: DeployRun): readonly Row[] {
  const part = `${stalls.deploysMs.length} deploys`
  return [
    countFaults(`${part}, failed requests`, stalls.own.filter(({ ok }) => !ok).length),
    countFaults(`${part}, builds not loaded`, notLoaded),
    ...compareStalls(part, stalls),
    ...compareQuarters(part, usages),
  ]
}

/** The manifest of a folder of builds. */
export async function readManifest(distDir: string): Promise<string> {
  return await readFile(join(distDir, MANIFEST), 'utf8')
}
