import { build } from '../build/corpus_build/build.ts'
import { countOf, type Problem, startOfFile } from '../contract/problem.ts'
import type { Config } from '../service/settings/config.ts'
import { chooseLock } from './_corpus_lock.ts'
import { FOLDER_HELP, runOnFolder } from './_folder.ts'
import { progressBar } from './_progress.ts'
import { createManifestFetch } from './_sister_manifests.ts'
import { defineCommand, EXIT } from './command.ts'
import { printProblems, printWarnings, reportProblems, reportWrongUse } from './report_lines.ts'

/** The last second that a date of RFC 3339 can name, `9999-12-31T23:59:59Z`. */
const EPOCH_MAX = 253_402_300_799

export const command = defineCommand({
  usage: 'build [FOLDER] [--allow-private]',
  does: 'writes every published file from the corpus',
  details:
    `${FOLDER_HELP}\n  SOURCE_DATE_EPOCH fixes the build instant.\n` +
    '  --allow-private reads manifests of sister sites in private networks, too.',
  options: { 'allow-private': 'boolean' },
  takesWords: true,
  run: (call) =>
    runOnFolder(call, async (config) => {
      const lock = await chooseLock(config.corpusDir)
      const allowsPrivate = call.flags['allow-private'] === true
      return await buildCorpus(config, lock, call.epoch, console.log, allowsPrivate)
    }),
})

/** Builds and prints the outcome; exit code 0 means that there is a build. */
export async function buildCorpus(
  config: Config,
  lock: 'write' | 'keep',
  epoch: string | undefined,
  say: (line: string) => void = console.log,
  allowsPrivate = false,
): Promise<number> {
  const { corpusDir, distDir, baseUrl, limits, production, buildStore } = config
  if (buildStore !== undefined) {
    return reportWrongUse(
      'DIST_DIR: Cannot build into an object store: build into a folder, then run publish',
    )
  }
  const sourceDateEpoch = readEpoch(epoch)
  if (sourceDateEpoch === 'unusable') {
    return reportWrongUse(
      `SOURCE_DATE_EPOCH: Cannot use "${epoch}": it is not whole seconds from 1970 to 9999: ` +
        'unset it, or take the output of "date +%s"',
    )
  }
  const built = await build({
    corpusDir,
    distDir,
    baseUrl,
    limits,
    production,
    lock,
    fetchManifest: createManifestFetch(baseUrl, allowsPrivate),
    nowMs: Date.now(),
    progress: progressBar('building'),
    ...(sourceDateEpoch === undefined ? {} : { sourceDateEpoch }),
  })
  if (!built.ok) return reportProblems(built.error)
  const { changed, pages, files, build: hash, locked, replacedBaseUrl: other } = built.value
  printWarnings(built.value.warnings)
  if (!locked) printProblems([lockWarning(corpusDir)], 'warning: ')
  if (other !== undefined && other !== baseUrl) {
    printProblems([addressWarning(distDir, other, baseUrl)], 'warning: ')
  }
  const verb = changed ? 'Built' : 'Unchanged:'
  say(`${verb} ${countOf(pages, 'page')}, ${countOf(files, 'file')}, build ${hash} for ${baseUrl}`)
  return EXIT.fine
}

/** Without the lock, the next new page may take the id of another (contract 2). */
function lockWarning(corpusDir: string): Problem {
  return {
    ...startOfFile(`${corpusDir}/ids.lock`),
    what: 'it is read-only and lacks pages of this build, so their ids may change',
    fix: 'run build where the corpus can be written, and keep the file',
  }
}

/** A service for the other address refuses this build, and its owner would wait for it. */
function addressWarning(distDir: string, other: string, baseUrl: string): Problem {
  return {
    ...startOfFile(`${distDir}/docs-manifest.json`),
    what: `it was made for "${other}" and is now for "${baseUrl}"`,
    fix: `if a service runs at "${other}", build again with its PORT and BASE_URL`,
  }
}

function readEpoch(epoch: string | undefined): number | undefined | 'unusable' {
  if (epoch === undefined || epoch === '') return undefined
  const seconds = /^[0-9]{1,12}$/.test(epoch) ? Number(epoch) : Number.POSITIVE_INFINITY
  return seconds <= EPOCH_MAX ? seconds : 'unusable'
}
