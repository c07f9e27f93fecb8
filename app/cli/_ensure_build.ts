import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { EXIT } from './command.ts'

/** Builds unless the current build was made from this corpus; 0 means that there is a build. */
export async function ensureBuild(
  config: Config,
  epoch: string | undefined,
  say: (line: string) => void = console.log,
): Promise<number> {
  const { corpusDir, distDir, baseUrl, limits } = config
  const corpus = await stat(corpusDir).catch(() => undefined)
  if (corpus?.isDirectory() !== true) return EXIT.fine
  // Only a corpus needs the build code, which takes a while to load.
  const [{ isFresh }, { buildCorpus }] = await Promise.all([
    import('../corpus_build/build.ts'),
    import('./build.ts'),
  ])
  if (await isFresh({ corpusDir, distDir, baseUrl, limits })) return EXIT.fine
  say(`Building ${corpusDir} into ${distDir}`)
  return await buildCorpus(config, (await isWritable(corpusDir)) ? 'write' : 'keep', epoch, say)
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
