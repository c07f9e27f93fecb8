import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import {
  MANIFEST_FILE,
  PRIVATE_FILES_FILE,
  PrivateFilesSchema,
  SEAL_FILE,
  SERVED_FILE,
  SealSchema,
} from '../../contract/build.ts'
import { type Manifest, type ManifestFile, ManifestSchema } from '../../contract/corpus.ts'
import { registerFormats } from '../../contract/formats.ts'
import {
  computeDigest,
  isBuildPath,
  openServed,
  readNamedBuild,
} from '../../docs/public_docs/mod.ts'
import { buildsFolder, nameTemporaryFolder } from '../../foundation/files/build_folders.ts'

export function manifestPath(distDir: string): string {
  return join(distDir, MANIFEST_FILE)
}

/** What the manifest in place says; its files only where it is not the one that was sealed. */
export type CurrentBuild = Pick<Manifest, 'build' | 'generated' | 'base_url'> & {
  readonly files?: readonly ManifestFile[]
}

/** The build in place, if its manifest is valid. The one that was sealed is, and is not parsed. */
export async function readCurrentBuild(distDir: string): Promise<CurrentBuild | undefined> {
  registerFormats()
  const bytes = await readFile(manifestPath(distDir)).catch(() => NOTHING)
  const name = readNamedBuild(bytes) ?? ''
  const seal = await readJson(join(buildsFolder(distDir), name, SEAL_FILE))
  if (Value.Check(SealSchema, seal) && seal.manifest === computeDigest(bytes)) {
    // Its files are those beside the manifest, not those that the manifest lists.
    const { build, generated, base_url } = seal
    return { build, generated, base_url }
  }
  const value = await readJson(manifestPath(distDir))
  return Value.Check(ManifestSchema, value) ? value : undefined
}

/**
 * Whether every file of a build exists with its size, or is in the pack, which does. Without a
 * list, the files are those that its own table names.
 */
export async function isCompleteBuild(
  distDir: string,
  build: string,
  served?: readonly ManifestFile[],
): Promise<boolean> {
  registerFormats()
  const folder = join(buildsFolder(distDir), build)
  const listed = await readJson(join(folder, PRIVATE_FILES_FILE))
  const seal = await readJson(join(folder, SEAL_FILE))
  if (!Value.Check(PrivateFilesSchema, listed) || !Value.Check(SealSchema, seal)) return false
  const table = openServed(await readFile(join(folder, SERVED_FILE)).catch(() => NOTHING))
  if (!table.ok) return false
  const { find, count, at } = table.value
  const own = Array.from({ length: served === undefined ? count : 0 }, (_, index) => at(index))
  const wanted = served ?? own.filter(({ path }) => path !== MANIFEST_FILE)
  const plain = wanted.filter(({ path }) => find(path)?.isPacked !== true)
  for (const file of [...plain, ...listed.files, ...seal.files]) {
    if (!isBuildPath(file.path)) return false
    const found = await stat(join(folder, file.path)).catch(() => undefined)
    if (found?.isFile() !== true || found.size !== file.bytes) return false
  }
  return true
}

const NOTHING = new Uint8Array()

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
