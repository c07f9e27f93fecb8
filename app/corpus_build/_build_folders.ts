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

/** The current build and the four before it: an older manifest can be put back. */
const BUILDS_KEPT = 5

/** A temporary folder that is older was left by a build that died; a younger one may be at work. */
const STALE_MS = 60 * 60 * 1000

const BUILD_NAME = /^[0-9a-f]{16,64}$/
const TEMPORARY_NAME = /^\.tmp-/

export function manifestPath(distDir: string): string {
  return join(distDir, MANIFEST_FILE)
}

export function buildsFolder(distDir: string): string {
  return join(distDir, 'builds')
}

/** A new name for a folder that is being filled; no two builds share one. */
export function nameTemporaryFolder(distDir: string): string {
  return join(buildsFolder(distDir), `.tmp-${crypto.randomUUID()}`)
}

/** The manifest that is in place, when it is one. */
export async function readCurrentManifest(distDir: string): Promise<Manifest | undefined> {
  registerFormats()
  const value = await readJson(manifestPath(distDir))
  return Value.Check(ManifestSchema, value) ? value : undefined
}

/** True when every file of a build stands there with its size. */
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

/** Gives a filled folder its name. A whole build of that name is kept: it has the same bytes. */
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
    // Another build of the same content may have come first.
    if (!(await isCompleteBuild(distDir, build, served))) throw error
    await rm(filled, { recursive: true, force: true })
  }
  await rm(damaged, { recursive: true, force: true })
}

/** Removes builds beyond the last five and what builds that died left behind. */
export async function removeOldBuilds(
  distDir: string,
  current: string,
  nowMs: number,
): Promise<void> {
  const folder = buildsFolder(distDir)
  // The newest build is the one that was last put into service, even if it was made earlier.
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
