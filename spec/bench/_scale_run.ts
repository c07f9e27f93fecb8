import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE, SEARCH_FILE } from '../../app/contract/build.ts'
import { readNamedBuild } from '../../app/docs/public_docs/mod.ts'
import { readProcessorMs } from '../support/processor_time.ts'
import { MAIN, ROOT } from '../support/repository.ts'
import { BASE_URL } from './_corpora.ts'
import { spawnServing } from './_services.ts'

const MEGABYTE = 1e6
const STEP_MS = 200
/** A process that used no processor time for so long has nothing to do. */
const IDLE_MS = 1500
const ANSWERED_WITHIN_MS = 600_000

/** What a build costs: processor seconds, and the most memory. */
export type BuildCost = {
  readonly seconds: number
  readonly megabytes: number
  readonly distMegabytes: number
}

/** Builds a corpus with the command that an operator runs, into an empty folder. */
export async function measureBuild(corpusDir: string, distDir: string): Promise<BuildCost> {
  await rm(distDir, { recursive: true, force: true })
  const child = Bun.spawn([process.execPath, MAIN, 'build'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', CORPUS_DIR: corpusDir, DIST_DIR: distDir, BASE_URL },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  if ((await child.exited) !== 0) throw new Error(`Cannot build "${corpusDir}": it failed`)
  const used = child.resourceUsage()
  return {
    seconds: Number(used?.cpuTime.total ?? Number.NaN) / 1e6,
    megabytes: (used?.maxRSS ?? Number.NaN) / MEGABYTE,
    distMegabytes: (await sumFiles(distDir)) / MEGABYTE,
  }
}

async function sumFiles(folder: string): Promise<number> {
  let sum = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) sum += (await stat(join(entry.parentPath, entry.name))).size
  }
  return sum
}

export async function findSearchFile(distDir: string): Promise<string> {
  const build = readNamedBuild(await readFile(join(distDir, MANIFEST_FILE)))
  if (build === undefined) throw new Error(`Cannot find the build of "${distDir}"`)
  return join(distDir, 'builds', build, SEARCH_FILE)
}

/** What serving costs: megabytes are resident ones. */
export type ServingCost = {
  readonly startMs: number
  readonly startedMegabytes: number
  readonly searchedMegabytes: number
  readonly reloadMs: number
  readonly reloadedMegabytes: number
  /** The most during the reload. */
  readonly peakMegabytes: number
  /** Of each list of questions: how long each took. */
  readonly tookMs: readonly (readonly number[])[]
}

/** Starts a service over a build, asks it, reloads the same build once, and stops it. */
export async function measureServing(
  distDir: string,
  searches: readonly string[],
  lists: readonly (readonly string[])[],
): Promise<ServingCost> {
  const startedMs = performance.now()
  const { child, port, cleanUp } = await spawnServing(distDir)
  const ask = async (query: string): Promise<Response> =>
    await fetch(`http://127.0.0.1:${port}/api/public/docs/search?q=${encodeURIComponent(query)}`)
  const megabytes = async (name: string) => await readMemory(child.pid, name)
  try {
    await waitFor(async () => (await ask('status').catch(() => undefined))?.status === 200)
    const startMs = performance.now() - startedMs
    // The whole build is checked on a thread after the first answers.
    await waitUntilIdle(child.pid)
    const startedMegabytes = await megabytes('VmRSS')
    for (const query of searches) await (await ask(query)).text()
    await waitUntilIdle(child.pid)
    const searchedMegabytes = await megabytes('VmRSS')
    const tookMs: number[][] = []
    for (const list of lists) tookMs.push(await timeEach(list, ask))
    const reloadMs = await reload(distDir, port)
    await waitUntilIdle(child.pid)
    const [reloadedMegabytes, peakMegabytes] = [await megabytes('VmRSS'), await megabytes('VmHWM')]
    const memory = { startedMegabytes, searchedMegabytes, reloadedMegabytes, peakMegabytes }
    return { startMs, reloadMs, tookMs, ...memory }
  } finally {
    child.kill()
    await child.exited
    await cleanUp()
  }
}

async function timeEach(
  list: readonly string[],
  ask: (query: string) => Promise<Response>,
): Promise<number[]> {
  const took: number[] = []
  for (const query of list) {
    const startedMs = performance.now()
    await (await ask(query)).text()
    took.push(performance.now() - startedMs)
  }
  return took
}

/** Puts the manifest there once more; resolves when the service says that it is a newer one. */
async function reload(distDir: string, port: number): Promise<number> {
  const readTime = async () => {
    const address = `http://127.0.0.1:${port}/${MANIFEST_FILE}`
    return (await fetch(address, { method: 'HEAD' })).headers.get('last-modified')
  }
  const before = await readTime()
  const path = join(distDir, MANIFEST_FILE)
  await writeFile(`${path}.next`, await readFile(path))
  const startedMs = performance.now()
  await rename(`${path}.next`, path)
  await waitFor(async () => (await readTime()) !== before)
  return performance.now() - startedMs
}

async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + ANSWERED_WITHIN_MS
  while (!(await isDone())) {
    if (performance.now() > deadlineMs) throw new Error('Cannot measure: the service is too late')
    await Bun.sleep(2)
  }
}

async function waitUntilIdle(pid: number): Promise<void> {
  let [used, idleMs] = [Number.NaN, 0]
  // The check of the whole build begins two seconds after the start.
  await Bun.sleep(2500)
  while (idleMs < IDLE_MS) {
    const now = await readProcessorMs(pid)
    // The clock that looks for a new manifest uses a hundredth of a second now and then.
    idleMs = now - used <= 10 ? idleMs + STEP_MS : 0
    used = now
    await Bun.sleep(STEP_MS)
  }
}

async function readMemory(pid: number, name: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]
  return (Number(kilobytes ?? Number.NaN) * 1024) / MEGABYTE
}
