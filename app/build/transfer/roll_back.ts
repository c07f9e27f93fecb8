import { readdir, readFile, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE } from '../../contract/build.ts'
import type { Manifest } from '../../contract/corpus.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { readKeptManifest, readNamedAddress, readNamedBuild } from '../../docs/public_docs/mod.ts'
import { buildsFolder } from '../../foundation/files/build_folders.ts'
import { replaceFile } from '../../foundation/files/replacement.ts'
import { folderOfBuild } from './_names.ts'
import { checkBuild } from './local_build.ts'

/** A build on the disk, as `rollback` sees it. */
export type KeptBuild = Pick<Manifest, 'build' | 'generated' | 'base_url'> & {
  readonly isCurrent: boolean
  /** When it was made current, as its folder says; 0 if it was taken back since then. */
  readonly currentSinceMs: number
}

/** The builds in a folder whose manifest can be put back, the newest first. */
export async function listKeptBuilds(distDir: string): Promise<readonly KeptBuild[]> {
  const current = await readFile(join(distDir, MANIFEST_FILE)).catch(() => undefined)
  const named = current === undefined ? undefined : readNamedBuild(current)
  const names = await readdir(buildsFolder(distDir)).catch(() => [])
  const builds = await Promise.all(
    names.map(async (build): Promise<readonly KeptBuild[]> => {
      const folder = folderOfBuild(distDir, build)
      const manifest = await readKeptManifest(folder)
      if (!manifest.ok || readNamedBuild(manifest.value) !== build) return []
      const { mtimeMs } = await stat(folder)
      // The digest of these bytes is in the seal of the build that this program wrote.
      const value = JSON.parse(new TextDecoder().decode(manifest.value)) as Manifest
      const { generated, base_url } = value
      const isCurrent = build === named
      return [{ build, generated, base_url, isCurrent, currentSinceMs: mtimeMs }]
    }),
  )
  return builds.flat().sort((one, other) => other.currentSinceMs - one.currentSinceMs)
}

/**
 * Puts back the manifest of the build before the current one, or of the build that is named. The
 * build that is taken back is marked by the time of its folder: nobody gets it by rolling back
 * again, and it is the first to be removed.
 */
export async function rollBack(
  distDir: string,
  { build, nowMs }: { readonly build: string | undefined; readonly nowMs: number },
): Promise<Result<KeptBuild, string>> {
  const kept = await listKeptBuilds(distDir)
  const current = kept.find(({ isCurrent }) => isCurrent)
  const address = current?.base_url ?? (await readCurrentAddress(distDir))
  const target =
    build === undefined
      ? kept.find((each) => isBefore(each, current) && each.base_url === address)
      : kept.find((each) => each.build === build)
  const refuse = (what: string) => err(`Cannot roll back "${distDir}"${what}`)
  if (target === undefined) {
    const what = build === undefined ? ': no earlier build' : ` to build "${build}": no such build`
    return refuse(`${what} is kept there: "rollback --list" shows those that are`)
  }
  if (target.base_url !== address) {
    const fix = 'build again for this address instead'
    return refuse(` to build "${target.build}": it was made for "${target.base_url}": ${fix}`)
  }
  const folder = folderOfBuild(distDir, target.build)
  const [whole, manifest] = [await checkBuild(target.build, folder), await readKeptManifest(folder)]
  if (!whole.ok) return whole
  if (!manifest.ok) return manifest
  await replaceFile(join(distDir, MANIFEST_FILE), manifest.value)
  const now = nowMs / 1000
  if (current !== undefined && isBefore(target, current)) {
    await utimes(folderOfBuild(distDir, current.build), now, 0)
  }
  await utimes(folder, now, now)
  return ok(target)
}

/** Whether a build was current before another one, and was not taken back. */
function isBefore(build: KeptBuild, current: KeptBuild | undefined): boolean {
  if (build.currentSinceMs === 0 || build.isCurrent) return false
  return current === undefined || build.currentSinceMs < current.currentSinceMs
}

/** A manifest that was damaged behind its beginning still says for which address it was made. */
async function readCurrentAddress(distDir: string): Promise<string | undefined> {
  const manifest = await readFile(join(distDir, MANIFEST_FILE)).catch(() => undefined)
  return manifest === undefined ? undefined : readNamedAddress(manifest)
}
