import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Ids of new pages are kept in the corpus, unless it is read-only, as in a container. */
export async function chooseLock(corpusDir: string): Promise<'write' | 'keep'> {
  return (await isWritable(corpusDir)) ? 'write' : 'keep'
}

/** Mode bits count too: root may write anywhere, and a read-only corpus stays as it is. */
async function isWritable(corpusDir: string): Promise<boolean> {
  for (const path of [corpusDir, join(corpusDir, 'ids.lock')]) {
    const stats = await stat(path).catch(() => undefined)
    if (stats === undefined) continue
    const allowed = await access(path, constants.W_OK).then(
      () => true,
      () => false,
    )
    if (!allowed || (stats.mode & 0o222) === 0) return false
  }
  return true
}
