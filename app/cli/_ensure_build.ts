import { stat } from 'node:fs/promises'
import type { Log } from '../foundation/telemetry/log.ts'
import type { Config } from '../service/settings/config.ts'
import { chooseLock } from './_corpus_lock.ts'
import { EXIT } from './command.ts'

/** How long after a start the corpus is read: the first requests come first. */
const COMPARE_AFTER_MS = 5000

/**
 * Whether the build is that of the corpus. It is taken for that if no name, size or time changed;
 * the contents are compared later then, while it serves.
 */
export async function isBuiltByTimes(config: Config, log: Log): Promise<boolean> {
  const { isStamped } = await import('../build/corpus_build/stamp.ts')
  if (!isStamped(config)) return await isBuilt(config)
  setTimeout(() => void compareContents(config, log), COMPARE_AFTER_MS).unref()
  return true
}

async function compareContents(config: Config, log: Log): Promise<void> {
  const [{ isFresh }, { removeStamp }] = await Promise.all([
    import('../build/corpus_build/inputs.ts'),
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
  return (await isBuilt(config)) ? EXIT.fine : await buildNow(config, epoch, say)
}

/** Whether the current build was made from this corpus, or there is no corpus. */
async function isBuilt({ corpusDir, distDir, baseUrl, limits }: Config): Promise<boolean> {
  const corpus = await stat(corpusDir).catch(() => undefined)
  if (corpus?.isDirectory() !== true) return true
  const { isFresh } = await import('../build/corpus_build/inputs.ts')
  return await isFresh({ corpusDir, distDir, baseUrl, limits })
}

/** Builds; only a corpus that changed needs the build code, which takes a while to load. */
export async function buildNow(
  config: Config,
  epoch: string | undefined,
  say: (line: string) => void = console.log,
): Promise<number> {
  const { corpusDir, distDir } = config
  const { buildCorpus } = await import('./build.ts')
  say(`Building ${corpusDir} into ${distDir}`)
  return await buildCorpus(config, await chooseLock(corpusDir), epoch, say)
}
