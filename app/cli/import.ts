import { isFullDate } from '../contract/formats.ts'
import { importDocs, type Product } from '../importer/mod.ts'
import { nameProgram } from './_program_name.ts'
import { progressBar } from './_progress.ts'
import { printProblems, reportProblems, reportWrongUse } from './_report.ts'
import { type Call, defineCommand, EXIT } from './command.ts'

type ImportFlags = { readonly to?: string; readonly date?: string }

export const command = defineCommand({
  usage: 'import DIR --to DIR [--date YYYY-MM-DD]',
  does: 'turns a folder of Markdown or MDX into a corpus, and lists what was not carried over',
  details: '--to is the corpus folder to write; --date is the date of pages that have none.',
  options: { to: 'string', date: 'string' },
  takesWords: true,
  run: runImport,
})

async function runImport({ words, flags: { to, date } }: Call<ImportFlags>): Promise<number> {
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
  const { pages, assets, losses, product } = result.value
  printProblems(losses, 'lost: ')
  console.log(product === undefined ? `Kept ${to}/registry.yaml` : describeProduct(product))
  const files =
    assets === 0 ? '' : `, and ${assets} ${assets === 1 ? 'file' : 'files'} they show or offer,`
  console.log(`Imported ${pages} pages${files} into ${to}; ${countLosses(losses.length)}`)
  console.log(`\nNext: ${nameProgram()} dev ${to}`)
  return EXIT.fine
}

/** Says what the registry was filled with and from which file, so that a wrong name is noticed. */
function describeProduct({ name, title, version, license, file }: Product): string {
  const facts = [
    `Named the service "${title}" (${name})`,
    version === undefined ? 'version not stated' : `version ${version}`,
    license === undefined ? 'licence not stated' : `licence ${license}`,
  ]
  return `${facts.join(', ')}: taken from ${file ?? 'the name of the folder'}`
}

function countLosses(count: number): string {
  if (count === 0) return 'everything was carried over'
  const items = count === 1 ? '1 item was' : `${count} items were`
  return `${items} not carried over (listed above)`
}
