import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** The current build and the four before it, so that an older manifest can be restored. */
export const BUILDS_KEPT = 5

/** An older temporary folder was left by a crashed build; a younger one may be in use. */
const STALE_MS = 60 * 60 * 1000

const BUILD_NAME = /^[0-9a-f]{16,64}$/
const TEMPORARY_NAME = /^\.tmp-/

export function buildsFolder(distDir: string): string {
  return join(distDir, 'builds')
}

/** Names a new folder for a build to fill; no two builds share one. */
export function nameTemporaryFolder(distDir: string): string {
  return join(buildsFolder(distDir), `.tmp-${crypto.randomUUID()}`)
}

/** Removes all but the last five builds, and what crashed builds left behind. */
export async function removeOldBuilds(
  distDir: string,
  current: string,
  nowMs: number,
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
    .slice(BUILDS_KEPT - 1)
  const stale = aged.filter(
    ({ name, modifiedMs }) => TEMPORARY_NAME.test(name) && modifiedMs < nowMs - STALE_MS,
  )
  for (const { name } of [...old, ...stale]) {
    await rm(join(folder, name), { recursive: true, force: true })
  }
}
