import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Problem } from '../contract/problem.ts'
import { ok, type Result } from '../contract/result.ts'
import { type ImportReport, importDocs } from '../import/corpus/mod.ts'
import { printImport } from './_import_report.ts'
import { progressBar } from './_progress.ts'
import { importSite, isAddress, readBudgets, SITE_OPTIONS, type SiteFlags } from './_site_import.ts'
import { type Call, defineCommand, EXIT } from './command.ts'
import { command as dev } from './dev.ts'
import { reportProblems, reportWrongUse } from './report_lines.ts'

type TryFlags = SiteFlags & { readonly port?: string; readonly host?: string }

/** Enough to see what becomes of a site, in less than a minute. */
const PAGES_TRIED = 200

export const command = defineCommand({
  usage: 'try SOURCE [--port PORT] [--allow-private] [--max-pages N] [--version V] [--language L]',
  does: 'imports documentation into a temporary folder and shows it, with its MCP server',
  details:
    'SOURCE is a folder, a file or the address of a site, as for "import"; of a site the first\n' +
    `  ${PAGES_TRIED} pages, unless --max-pages says more. Ctrl-C ends it and removes the folder.`,
  options: { port: 'string', host: 'string', ...SITE_OPTIONS },
  takesWords: true,
  run: runTry,
})

async function runTry(call: Call<TryFlags>): Promise<number> {
  const [from, ...more] = call.words
  if (from === undefined || more.length > 0) {
    return reportWrongUse('Cannot try: name one folder, file or address, as in try SOURCE')
  }
  const home = await mkdtemp(join(tmpdir(), 'lectern-try-'))
  const stop = new AbortController()
  let isShown = false
  const onStop = () => {
    if (!isShown) return stop.abort()
    // The preview has nothing to save, and may not listen yet.
    rmSync(home, { recursive: true, force: true })
    process.exit(EXIT.fine)
  }
  process.on('SIGINT', onStop)
  process.on('SIGTERM', onStop)
  try {
    const to = join(home, 'corpus')
    const budgets = readBudgets({ 'max-pages': String(PAGES_TRIED), ...call.flags })
    if (!budgets.ok) return reportWrongUse(budgets.error)
    const { version, language, port, host } = call.flags
    const request = {
      ...{ from, to },
      ...(version === undefined ? {} : { version }),
      ...(language === undefined ? {} : { language }),
    }
    const site = { ...request, ...budgets.value, program: call.version, stop: stop.signal }
    const imported = isAddress(from) ? await takeReport(site) : await importFolder(request)
    if (!imported.ok) return reportProblems(imported.error)
    printImport(imported.value, to, false)
    if (stop.signal.aborted) return EXIT.fine
    isShown = true
    const flags = {
      ...(port === undefined ? {} : { port }),
      ...(host === undefined ? {} : { host }),
    }
    return await dev.run({ ...call, words: [to], flags })
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

type ImportResult = Result<ImportReport, readonly Problem[]>

async function takeReport(site: Parameters<typeof importSite>[0]): Promise<ImportResult> {
  const imported = await importSite(site)
  return imported.ok ? ok(imported.value.report) : imported
}

async function importFolder(request: { from: string; to: string }): Promise<ImportResult> {
  return await importDocs({ ...request, nowMs: Date.now(), progress: progressBar('importing') })
}
