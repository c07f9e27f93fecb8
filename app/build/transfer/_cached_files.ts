import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ManifestFile } from '../../contract/corpus.ts'
import { syncFolder } from '../../foundation/files/folder_writer.ts'
import { mapInParallel } from '../../foundation/files/parallel_map.ts'

/** Read a few at once: the disk is busy, and the thread stays free for requests. */
const FILES_AT_ONCE = 4

const CHUNK_BYTES = 256 * 1024

/** The files of a build that are missing in its folder, or have other bytes, in their order. */
export async function findWrongFiles(
  folder: string,
  files: readonly ManifestFile[],
): Promise<readonly ManifestFile[]> {
  const wrong = new Set<ManifestFile>()
  await mapInParallel(files, FILES_AT_ONCE, async (file) => {
    if (!(await hasRightBytes(join(folder, file.path), file))) wrong.add(file)
  })
  return files.filter((file) => wrong.has(file))
}

async function hasRightBytes(path: string, { sha256, bytes }: ManifestFile): Promise<boolean> {
  try {
    const file = await open(path)
    try {
      const stats = await file.stat()
      if (!stats.isFile() || stats.size !== bytes) return false
      const hasher = new Bun.CryptoHasher('sha256')
      const chunk = new Uint8Array(Math.min(CHUNK_BYTES, bytes))
      for (let at = 0; at < bytes; ) {
        const { bytesRead } = await file.read(chunk, 0, chunk.length, at)
        if (bytesRead === 0) return false
        hasher.update(chunk.subarray(0, bytesRead))
        at += bytesRead
      }
      return hasher.digest('hex') === sha256
    } finally {
      await file.close()
    }
  } catch {
    // Whatever the reason: no reader gets it either, and a throw here would stop every new build.
    return false
  }
}

/** Moves files into a folder that is served: a reader sees what was there, or the right file. */
export async function moveInto(
  folder: string,
  from: string,
  files: readonly ManifestFile[],
): Promise<void> {
  const parents = new Set<string>()
  for (const { path } of files) {
    await clearWay(folder, path)
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await rename(join(from, path), target)
    for (let each = dirname(path); ; each = dirname(each)) {
      parents.add(join(folder, each))
      if (each === '.') break
    }
  }
  for (const parent of parents) await syncFolder(parent)
}

/** Removes a file where the path needs a folder, and a folder where it needs a file. */
async function clearWay(folder: string, path: string): Promise<void> {
  const names = path.split('/')
  for (let length = 1; length <= names.length; length += 1) {
    const each = join(folder, ...names.slice(0, length))
    const found = await stat(each).catch(() => undefined)
    if (found === undefined || found.isDirectory() === length < names.length) continue
    if (length < names.length || found.isDirectory()) await rm(each, { recursive: true })
  }
}
