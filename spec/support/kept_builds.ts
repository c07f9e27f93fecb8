import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BASE_URL, buildOrThrow, NOW_MS } from './building.ts'
import { removeAtExit } from './process_end.ts'
import { CORPUS } from './repository.ts'

/** Instant of the kept builds, in seconds: a test that builds with it gets the same bytes. */
export const KEPT_EPOCH: number = NOW_MS / 1000

/** Builds of our own corpus by base address; neither corpus nor program changes in a process. */
const builds = new Map<string, Promise<string>>()

let home: Promise<string> | undefined

/**
 * Puts a build of our own corpus into a folder. It is made once a process and copied, so that a
 * test may change its copy. For tests of what a build contains; tests of building build themselves.
 */
export async function placeOurBuild(distDir: string, baseUrl: string = BASE_URL): Promise<void> {
  const known = builds.get(baseUrl) ?? buildOnce(baseUrl)
  builds.set(baseUrl, known)
  await cp(await known, distDir, { recursive: true })
}

async function buildOnce(baseUrl: string): Promise<string> {
  const distDir = await newKeptFolder()
  const options = { corpusDir: CORPUS, distDir, baseUrl, sourceDateEpoch: KEPT_EPOCH }
  await buildOrThrow({ ...options, lock: 'keep' })
  return distDir
}

/** A folder that lasts until the process ends. */
async function newKeptFolder(): Promise<string> {
  home ??= makeHome()
  return await mkdtemp(join(await home, 'build-'))
}

async function makeHome(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-kept-'))
  removeAtExit(folder)
  return folder
}

/** A build that a service made when it started, and the port that is in its addresses. */
export type KeptStart = { readonly port: number; readonly distDir: string }

const idle = new Map<string, KeptStart[]>()

/** A kept build that no running service uses; the service itself checks that it is current. */
export function takeStart(key: string): KeptStart | undefined {
  return idle.get(key)?.pop()
}

/** Keeps a copy of what a service built when it started. */
export async function keepStart(port: number, distDir: string): Promise<KeptStart> {
  const folder = await newKeptFolder()
  await cp(distDir, folder, { recursive: true })
  return { port, distDir: folder }
}

/** Offers a build, whose port is free again, to later starts. */
export function returnStart(key: string, start: KeptStart): void {
  idle.set(key, [...(idle.get(key) ?? []), start])
}
