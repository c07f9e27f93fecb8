import { readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import {
  MANIFEST_FILE,
  PRIVATE_FILES_FILE,
  PrivateFilesSchema,
  SEAL_FILE,
  SealSchema,
} from '../contract/build.ts'
import { type Manifest, type ManifestFile, ManifestSchema } from '../contract/corpus.ts'
import { registerFormats } from '../contract/formats.ts'

/** The current build and the four before it, so that an older manifest can be restored. */
const BUILDS_KEPT = 5

/** An older temporary folder was left by a crashed build; a younger one may be in use. */
const STALE_MS = 60 * 60 * 1000

const BUILD_NAME = /^[0-9a-f]{16,64}$/
const TEMPORARY_NAME = /^\.tmp-/

export function manifestPath(distDir: string): string {
  return join(distDir, MANIFEST_FILE)
}

export function buildsFolder(distDir: string): string {
  return join(distDir, 'builds')
}

/** Names a new folder for a build to fill; no two builds share one. */
export function nameTemporaryFolder(distDir: string): string {
  return join(buildsFolder(distDir), `.tmp-${crypto.randomUUID()}`)
}

/** The manifest in place, if it is valid. */
export async function readCurrentManifest(distDir: string): Promise<Manifest | undefined> {
  registerFormats()
  const value = await readJson(manifestPath(distDir))
  return Value.Check(ManifestSchema, value) ? value : undefined
}

/** Whether every file of a build exists with its size. */
export async function isCompleteBuild(
  distDir: string,
  build: string,
  served: readonly ManifestFile[],
): Promise<boolean> {
  registerFormats()
  const folder = join(buildsFolder(distDir), build)
  const listed = await readJson(join(folder, PRIVATE_FILES_FILE))
  const seal = await readJson(join(folder, SEAL_FILE))
  if (!Value.Check(PrivateFilesSchema, listed) || !Value.Check(SealSchema, seal)) return false
  for (const file of [...served, ...listed.files, ...seal.files]) {
    const found = await stat(join(folder, file.path)).catch(() => undefined)
    if (found?.isFile() !== true || found.size !== file.bytes) return false
  }
  return true
}

/** Renames a filled folder. A complete build of that name is kept: it has the same bytes. */
export async function placeBuild(
  distDir: string,
  filled: string,
  build: string,
  served: readonly ManifestFile[],
): Promise<void> {
  const target = join(buildsFolder(distDir), build)
  if (await isCompleteBuild(distDir, build, served)) {
    await rm(filled, { recursive: true, force: true })
    return
  }
  const damaged = nameTemporaryFolder(distDir)
  await rename(target, damaged).catch(ignoreMissing)
  try {
    await rename(filled, target)
  } catch (error) {
    // Another build of the same content may have been faster.
    if (!(await isCompleteBuild(distDir, build, served))) throw error
    await rm(filled, { recursive: true, force: true })
  }
  await rm(damaged, { recursive: true, force: true })
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

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
