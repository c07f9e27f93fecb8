import type { Config } from '../config.ts'
import { isFullDate } from '../contract/formats.ts'
import { build } from '../corpus_build/build.ts'
import { check } from '../corpus_build/check.ts'
import { importDocs } from '../importer/mod.ts'
import { progressBar, tellProblems } from './_report.ts'

const FINE = 0
const PROBLEMS = 1
const WRONG_USE = 2

/** The last second that a date of RFC 3339 can name, `9999-12-31T23:59:59Z`. */
const EPOCH_MAX = 253_402_300_799

/** `lectern build`. */
export async function runBuild(config: Config, epoch: string | undefined): Promise<number> {
  return await buildCorpus(config, 'write', epoch)
}

/** Builds and tells the outcome; the exit code says whether a build stands. */
export async function buildCorpus(
  config: Config,
  lock: 'write' | 'keep',
  epoch: string | undefined,
  say: (line: string) => void = console.log,
): Promise<number> {
  const { corpusDir, distDir, baseUrl, limits } = config
  const sourceDateEpoch = readEpoch(epoch)
  if (sourceDateEpoch === 'unusable') {
    console.error(
      `SOURCE_DATE_EPOCH: Cannot use "${epoch}": it is not whole seconds from 1970 to 9999: ` +
        'unset it, or take the output of "date +%s"',
    )
    return WRONG_USE
  }
  const built = await build({
    corpusDir,
    distDir,
    baseUrl,
    limits,
    lock,
    nowMs: Date.now(),
    progress: progressBar('building'),
    ...(sourceDateEpoch === undefined ? {} : { sourceDateEpoch }),
  })
  if (!built.ok) return tell(built.error)
  const { changed, pages, files, build: hash, locked } = built.value
  if (!locked) tellProblems([unlocked(corpusDir)], 'warning: ')
  const verb = changed ? 'Built' : 'Unchanged:'
  say(`${verb} ${pages} pages, ${files} files, build ${hash}`)
  return FINE
}

/** `lectern check`. */
export async function runCheck({ corpusDir, baseUrl, limits }: Config): Promise<number> {
  const checked = await check({ corpusDir, baseUrl, limits })
  if (!checked.ok) return tell(checked.error)
  const { pages, warnings } = checked.value
  tellProblems(warnings, 'warning: ')
  console.log(`Checked ${pages} pages: no problems, ${warnings.length} warnings`)
  return FINE
}

/** `lectern import DIR --to DIR`. */
export async function runImport(
  words: readonly string[],
  flags: { readonly to?: string | undefined; readonly date?: string | undefined },
): Promise<number> {
  const [from, ...more] = words
  const { to, date } = flags
  if (from === undefined || more.length > 0 || to === undefined) {
    console.error('Cannot import: name one folder and a corpus, as in import DIR --to DIR')
    return WRONG_USE
  }
  if (date !== undefined && !isFullDate(date)) {
    console.error(`Cannot import with --date "${date}": it is not a date such as 2026-11-21`)
    return WRONG_USE
  }
  const imported = await importDocs({
    from,
    to,
    nowMs: Date.now(),
    progress: progressBar('importing'),
    ...(date === undefined ? {} : { date }),
  })
  if (!imported.ok) return tell(imported.error)
  const { pages, losses } = imported.value
  tellProblems(losses, 'lost: ')
  console.log(`Imported ${pages} pages into ${to}, ${losses.length} losses told above`)
  return FINE
}

export function tell(problems: Parameters<typeof tellProblems>[0]): number {
  tellProblems(problems)
  console.error(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`)
  return PROBLEMS
}

/** Ids that no lock keeps may go to other pages with the next page that comes (contract 2). */
function unlocked(corpusDir: string): Parameters<typeof tellProblems>[0][number] {
  return {
    file: `${corpusDir}/ids.lock`,
    line: 1,
    column: 1,
    what: 'it is read-only and lacks pages of this build, so their ids may change',
    fix: 'run build where the corpus can be written, and keep the file',
  }
}

function readEpoch(epoch: string | undefined): number | undefined | 'unusable' {
  if (epoch === undefined || epoch === '') return undefined
  const seconds = /^[0-9]{1,12}$/.test(epoch) ? Number(epoch) : Number.POSITIVE_INFINITY
  return seconds <= EPOCH_MAX ? seconds : 'unusable'
}
