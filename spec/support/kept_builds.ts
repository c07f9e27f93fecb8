import { cp, mkdtemp, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BASE_URL, buildOrThrow, NOW_MS, sha256 } from './building.ts'
import { keepCodeCache } from './code_cache.ts'
import { writeExcerpt } from './excerpt.ts'
import { CORPUS } from './repository.ts'
import { shareFolder } from './shared_folder.ts'

/** Instant of the kept builds, in seconds: a test that builds with it gets the same bytes. */
export const KEPT_EPOCH: number = NOW_MS / 1000

/** Builds by what they are of; neither corpus nor program changes in a run. */
const builds = new Map<string, Promise<string>>()

/**
 * Puts a build of our own corpus into a folder. It is made once a run and copied, so that a test
 * may change its copy. For tests of what a build contains; tests of building build themselves.
 */
export async function placeOurBuild(distDir: string, baseUrl: string = BASE_URL): Promise<void> {
  await place(distDir, baseUrl, () => Promise.resolve(CORPUS))
}

/** Puts a build of the excerpt from our own corpus into a folder, as `placeOurBuild` does. */
export async function placeExcerptBuild(distDir: string): Promise<void> {
  await place(distDir, BASE_URL, writeExcerpt)
}

type CorpusSource = () => Promise<string>

async function place(distDir: string, baseUrl: string, source: CorpusSource): Promise<void> {
  const key = `${source === writeExcerpt ? 'excerpt' : 'all'} ${baseUrl}`
  const known = builds.get(key) ?? buildOnce(key, baseUrl, source)
  builds.set(key, known)
  await cp(await known, distDir, { recursive: true })
}

async function buildOnce(key: string, baseUrl: string, source: CorpusSource): Promise<string> {
  const folder = join(await shareFolder('builds'), sha256(Buffer.from(key)))
  if (await isFolder(folder)) return folder
  const [corpusDir, distDir] = [await source(), await newKeptFolder()]
  await buildOrThrow({ corpusDir, distDir, baseUrl, sourceDateEpoch: KEPT_EPOCH, lock: 'keep' })
  await keepCodeCache(distDir)
  // Another process may have been faster: then this one keeps its own.
  return (await move(distDir, folder)) ? folder : distDir
}

/** A build that a service made when it started, and the port that is in its addresses. */
export type KeptStart = { readonly port: number; readonly distDir: string }

/** A kept build that no running service uses; the service itself checks that it is current. */
export async function takeStart(key: string): Promise<KeptStart | undefined> {
  const idle = await shareFolder(`starts-${sha256(Buffer.from(key))}`)
  for (const port of await readdir(idle)) {
    const distDir = await newKeptFolder()
    // A rename succeeds for one process alone, so no two services get the same port.
    if (await move(join(idle, port), distDir)) return { port: Number(port), distDir }
  }
  return undefined
}

/** Keeps a copy of what a service built when it started. */
export async function keepStart(port: number, distDir: string): Promise<KeptStart> {
  const folder = await newKeptFolder()
  await cp(distDir, folder, { recursive: true })
  await keepCodeCache(folder)
  return { port, distDir: folder }
}

/** Offers a build, whose port is free again, to later starts. */
export async function returnStart(key: string, { port, distDir }: KeptStart): Promise<void> {
  await move(distDir, join(await shareFolder(`starts-${sha256(Buffer.from(key))}`), String(port)))
}

async function newKeptFolder(): Promise<string> {
  return await mkdtemp(join(await shareFolder('made'), 'build-'))
}

/** Moves a folder; false when it is gone, or another is at its new place. */
async function move(from: string, to: string): Promise<boolean> {
  return await rename(from, to).then(
    () => true,
    () => false,
  )
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ?? false
}
