import { isFullDate } from '../contract/formats.ts'
import { importDocs } from '../importer/mod.ts'
import { EXIT } from './_exit.ts'
import { progressBar } from './_progress.ts'
import { printProblems, reportProblems, reportWrongUse } from './_report.ts'

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
  const items = `${losses.length} ${losses.length === 1 ? 'item was' : 'items were'} not carried over`
  console.log(
    `Imported ${pages} pages into ${to}; ${items}${losses.length > 0 ? ' (listed above)' : ''}`,
  )
  return EXIT.fine
}
