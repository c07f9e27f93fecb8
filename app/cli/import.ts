import { isFullDate } from '../contract/formats.ts'
import { importDocs } from '../importer/mod.ts'
import { progressBar } from './_progress.ts'
import { printProblems, reportProblems, reportWrongUse } from './_report.ts'
import { EXIT } from './exit.ts'

type ImportFlags = { readonly to?: string | undefined; readonly date?: string | undefined }

/** `lectern import DIR --to DIR [--date YYYY-MM-DD]`. */
export async function runImport(
  words: readonly string[],
  { to, date }: ImportFlags,
): Promise<number> {
  const [from, ...more] = words
  if (from === undefined || more.length > 0 || to === undefined) {
    return reportWrongUse('Cannot import: name one folder and a corpus, as in import DIR --to DIR')
  }
  if (date !== undefined && !isFullDate(date)) {
    return reportWrongUse(
      `Cannot import with --date "${date}": it is not a date such as 2026-11-21`,
    )
  }
  const result = await importDocs({
    from,
    to,
    nowMs: Date.now(),
    progress: progressBar('importing'),
    ...(date === undefined ? {} : { date }),
  })
  if (!result.ok) return reportProblems(result.error)
  const { pages, losses } = result.value
  printProblems(losses, 'lost: ')
  console.log(`Imported ${pages} pages into ${to}; ${countLosses(losses.length)}`)
  return EXIT.fine
}

function countLosses(count: number): string {
  if (count === 0) return 'everything was carried over'
  const items = count === 1 ? '1 item was' : `${count} items were`
  return `${items} not carried over (listed above)`
}
