import { isFullDate } from '../contract/formats.ts'
import { importDocs } from '../import/corpus/mod.ts'
import { printImport, printNext } from './_import_report.ts'
import { followSource, type SourceFollower } from './_import_watch.ts'
import { progressBar } from './_progress.ts'
import {
  EVERY_DEFAULT,
  importFromAddress,
  isAddress,
  isInterval,
  readBudgets,
  SITE_OPTIONS,
  type SiteFlags,
} from './_site_import.ts'
import { type Call, defineCommand, EXIT } from './command.ts'
import { printLine, reportProblems, reportWrongUse } from './report_lines.ts'
import { waitForStop } from './stop_signals.ts'

type ImportFlags = SiteFlags & {
  readonly to?: string
  readonly date?: string
  readonly check?: boolean
  readonly strict?: boolean
  readonly watch?: boolean
  readonly poll?: boolean
}

export const command = defineCommand({
  usage:
    'import SOURCE --to DIR [--check | --watch [EVERY] [--poll]] [--strict] [--version V] ' +
    '[--language L] [--date YYYY-MM-DD] [--allow-private] [--max-pages N] [--max-megabytes N]',
  does: 'turns documentation of another generator, or a site, into a corpus; lists what is lost',
  details:
    'SOURCE is a folder, a file or the address of a site.\n' +
    '  --to is the corpus folder to write; --check lists what would be lost and writes nothing;\n' +
    '  --strict ends with 1 when anything is lost; --version and --language choose one of\n' +
    '  several; --date is the date of pages without one.\n' +
    '  --watch imports again after each change, so that "dev" can show the corpus; with --poll\n' +
    '  it looks every second, for disks without events. An address is asked for changes after\n' +
    `  EVERY, such as 30m or 2h, else each ${EVERY_DEFAULT}.\n` +
    '  --allow-private permits an address in your own network. A site of more than 5,000 pages\n' +
    '  or 500 MB needs --max-pages or --max-megabytes. Ctrl-C stops; the same command goes on.',
  options: {
    to: 'string',
    date: 'string',
    check: 'boolean',
    strict: 'boolean',
    watch: 'boolean',
    poll: 'boolean',
    ...SITE_OPTIONS,
  },
  takesWords: true,
  run: runImport,
})

async function runImport(call: Call<ImportFlags>): Promise<number> {
  const { flags } = call
  const { to, date, version, language, check = false, strict = false, watch = false } = flags
  // An option takes a value or none, so that which `--watch` may have is among the words.
  const every = watch && call.words.length > 1 ? call.words.find(isInterval) : undefined
  const [from, ...more] = call.words.filter((word) => word !== every)
  if (from === undefined || more.length > 0 || to === undefined) {
    return reportWrongUse(
      'Cannot import: name one folder, file or address, and a corpus: import SOURCE --to DIR',
    )
  }
  if (date !== undefined && !isFullDate(date)) {
    return reportWrongUse(
      `Cannot import with --date "${date}": it is not a date such as 2026-11-21`,
    )
  }
  if (watch && check) {
    return reportWrongUse('Cannot import with --watch and --check: the one writes, the other not')
  }
  const request = {
    from,
    to,
    ...(date === undefined ? {} : { date }),
    ...(version === undefined ? {} : { version }),
    ...(language === undefined ? {} : { language }),
  }
  if (isAddress(from)) {
    const budgets = readBudgets(flags)
    if (!budgets.ok) return reportWrongUse(budgets.error)
    const site = { ...request, ...budgets.value, program: call.version, isTrial: check }
    return await importFromAddress(site, {
      strict,
      every: watch ? (every ?? EVERY_DEFAULT) : every,
    })
  }
  if (every !== undefined) {
    return reportWrongUse(`Cannot watch each "${every}": a folder is followed without it`)
  }
  return await importFromFolder(request, flags)
}

type FolderRequest = Omit<Parameters<typeof importDocs>[0], 'nowMs'>

async function importFromFolder(
  request: FolderRequest,
  { check = false, strict = false, watch = false, poll = false }: ImportFlags,
): Promise<number> {
  const follower = watch ? await openFollower(request, poll) : undefined
  const progress = progressBar('importing')
  const result = await importDocs({ ...request, nowMs: Date.now(), isTrial: check, progress })
  if (!result.ok) {
    follower?.close()
    return reportProblems(result.error)
  }
  printImport(result.value, request.to, check)
  if (!check) printNext(request.to)
  if (follower === undefined) {
    return strict && result.value.losses.length > 0 ? EXIT.problems : EXIT.fine
  }
  printLine(`Following ${request.from}; Ctrl+C stops`)
  follower.start(result.value)
  await waitForStop()
  follower.close()
  return EXIT.fine
}

async function openFollower(request: FolderRequest, polls: boolean): Promise<SourceFollower> {
  return await followSource({
    from: request.from,
    to: request.to,
    polls,
    importAgain: () => importDocs({ ...request, nowMs: Date.now() }),
    print: printLine,
    clock: () => new Date(),
  })
}
