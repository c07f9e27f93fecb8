import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS, LIMITS } from '../../contract/limits.ts'
import { hashText } from '../../contract/text_hash.ts'

/** Whether an owner elsewhere still runs, nobody can tell: an older folder counts as left. */
const STALE_MS = HOUR_MS

const BUILD_NAME = /^[0-9a-f]{16,64}$/
const TEMPORARY_NAME = /^\.tmp-(?:([0-9a-z]+)-(\d+)-)?/

/** Processes have numbers of their own on each machine, and in each container. */
const MACHINE = hashText(hostname()).toString(36)

/** Temporary folders of this process, which may have the number of one that was killed. */
const own = new Set<string>()

export function buildsFolder(distDir: string): string {
  return join(distDir, 'builds')
}

/** Names a new folder for a build to fill; no two builds share one, and it tells whose it is. */
export function nameTemporaryFolder(distDir: string): string {
  const name = `.tmp-${MACHINE}-${process.pid}-${crypto.randomUUID()}`
  own.add(name)
  return join(buildsFolder(distDir), name)
}

/** Removes a folder, whatever is in it. */
type RemoveFolder = (folder: string) => Promise<void>

const removeWhole: RemoveFolder = (folder) => rm(folder, { recursive: true, force: true })

/** Removes temporary folders whose process was killed before it could, as far as it can. */
export async function removeAbandoned(distDir: string, remove = removeWhole): Promise<void> {
  const folder = buildsFolder(distDir)
  const names = await readdir(folder).catch(() => [])
  // One that cannot be removed would stop every build after it.
  for (const name of names.filter(isAbandoned)) {
    await remove(join(folder, name)).catch(() => undefined)
  }
}

function isAbandoned(name: string): boolean {
  const [, machine, pid] = TEMPORARY_NAME.exec(name) ?? []
  if (machine !== MACHINE || own.has(name)) return false
  // A container gives its first process the same number after every restart.
  return Number(pid) === process.pid || !isRunning(Number(pid))
}

/** Whether it has no owner, or one on another machine. */
function isOfOthers(name: string): boolean {
  const found = TEMPORARY_NAME.exec(name)
  return found !== null && found[1] !== MACHINE
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Removes all but the last five builds, and as far as it can what crashed builds left behind. */
export async function removeOldBuilds(
  distDir: string,
  current: string,
  { nowMs, remove = removeWhole }: { readonly nowMs: number; readonly remove?: RemoveFolder },
): Promise<void> {
  const folder = buildsFolder(distDir)
  // The newest build is the one that was last made current, even if it was built earlier.
  await utimes(join(folder, current), nowMs / 1000, nowMs / 1000).catch(() => undefined)
  const aged = await Promise.all(
    (await readdir(folder)).map(async (name) => ({
      name,
      modifiedMs: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? nowMs,
    })),
  )
  const old = aged
    .filter(({ name }) => BUILD_NAME.test(name) && name !== current)
    .sort((one, other) => other.modifiedMs - one.modifiedMs)
    .slice(LIMITS.buildsKept - 1)
  const stale = aged.filter(
    ({ name, modifiedMs }) =>
      isAbandoned(name) || (isOfOthers(name) && modifiedMs < nowMs - STALE_MS),
  )
  for (const { name } of stale) await remove(join(folder, name)).catch(() => undefined)
  for (const { name } of old) await remove(join(folder, name))
}
