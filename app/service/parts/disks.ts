import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DiskSpace } from '../metrics/mod.ts'
import type { Config } from '../settings/config.ts'

/** Space below the folders that a service writes to; one that is not there yet is left out. */
export function createDiskReader({
  distDir,
  business: { databaseUrl },
}: Config): () => Promise<readonly DiskSpace[]> {
  const database = sqlitePath(databaseUrl)
  const folders: Record<string, string> = { builds: distDir }
  if (database !== undefined) folders.data = dirname(database)
  return async () => {
    const found = await Promise.all(
      Object.entries(folders).map(async ([folder, path]) => {
        const disk = await statfs(path).catch(() => undefined)
        if (disk === undefined) return []
        const { bavail, blocks, bsize } = disk
        return [{ folder, freeBytes: bavail * bsize, sizeBytes: blocks * bsize }]
      }),
    )
    return found.flat()
  }
}

/** The file of the database; undefined where a server holds it. */
export function sqlitePath(databaseUrl: string): string | undefined {
  return databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : undefined
}
