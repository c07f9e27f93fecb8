import { stat } from 'node:fs/promises'
import type { Log } from '../foundation/telemetry/log.ts'
import type { Config } from '../service/settings/config.ts'
import { chooseLock } from './_corpus_lock.ts'
import { EXIT } from './command.ts'

/** How long after a start the corpus is read: the first requests come first. */
const COMPARE_AFTER_MS = 5000

/**
 * As `ensureBuild`, but takes a build for that of the corpus if no name, size or time changed; the
 * contents are compared later, while it serves.
 */
export async function ensureBuildByTimes(
  config: Config,
  epoch: string | undefined,
  log: Log,
): Promise<number> {
  const { isStamped } = await import('../build/corpus_build/stamp.ts')
  if (!isStamped(config)) return await ensureBuild(config, epoch)
  setTimeout(() => void compareContents(config, log), COMPARE_AFTER_MS).unref()
  return EXIT.fine
}

async function compareContents(config: Config, log: Log): Promise<void> {
  const [{ isFresh }, { removeStamp }] = await Promise.all([
    import('../build/corpus_build/build.ts'),
    import('../build/corpus_build/stamp.ts'),
  ])
  const { corpusDir, distDir, baseUrl, limits } = config
  if (await isFresh({ corpusDir, distDir, baseUrl, limits })) return
  await removeStamp(distDir)
  log.warn('build_outdated', { corpus: corpusDir, fix: 'restart, or run build' })
}

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
    import('../build/corpus_build/build.ts'),
    import('./build.ts'),
  ])
  if (await isFresh({ corpusDir, distDir, baseUrl, limits })) return EXIT.fine
  say(`Building ${corpusDir} into ${distDir}`)
  return await buildCorpus(config, await chooseLock(corpusDir), epoch, say)
}
