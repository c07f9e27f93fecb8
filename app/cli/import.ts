import { isFullDate } from '../contract/formats.ts'
import { type ImportReport, importDocs, type Product } from '../importer/mod.ts'
import { nameProgram } from './_program_name.ts'
import { progressBar } from './_progress.ts'
import { printProblems, reportProblems, reportWrongUse } from './_report.ts'
import { type Call, defineCommand, EXIT } from './command.ts'

type ImportFlags = {
  readonly to?: string
  readonly date?: string
  readonly check?: boolean
  readonly version?: string
  readonly language?: string
}

export const command = defineCommand({
  usage: 'import DIR --to DIR [--check] [--version V] [--language L] [--date YYYY-MM-DD]',
  does: 'turns the documentation of another generator into a corpus, and lists what is lost',
  details:
    '--to is the corpus folder to write; --check lists what would be lost and writes nothing; ' +
    '--version and --language choose one of several; --date is the date of pages that have none.',
  options: {
    to: 'string',
    date: 'string',
    check: 'boolean',
    version: 'string',
    language: 'string',
  },
  takesWords: true,
  run: runImport,
})

async function runImport({ words, flags }: Call<ImportFlags>): Promise<number> {
  const { to, date, check = false, version, language } = flags
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
    isTrial: check,
    progress: progressBar('importing'),
    ...(date === undefined ? {} : { date }),
    ...(version === undefined ? {} : { version }),
    ...(language === undefined ? {} : { language }),
  })
  if (!result.ok) return reportProblems(result.error)
  printReport(result.value, to, check)
  return result.value.losses.length === 0 ? EXIT.fine : EXIT.problems
}

function printReport(report: ImportReport, to: string, isTrial: boolean): void {
  const { generator, pages, assets, losses, notes, product } = report
  printProblems(notes, 'note: ')
  printProblems(losses, 'lost: ')
  const files =
    assets === 0 ? '' : `, and ${assets} ${assets === 1 ? 'file' : 'files'} they show or offer,`
  const count = countLosses(losses.length)
  console.log(`Read the folder as ${generator}`)
  if (isTrial) {
    console.log(`Would import ${pages} pages${files} into ${to}; ${count}; nothing was written`)
    return
  }
  console.log(product === undefined ? `Kept ${to}/registry.yaml` : describeProduct(product))
  console.log(`Imported ${pages} pages${files} into ${to}; ${count}`)
  console.log(`\nNext: ${nameProgram()} dev ${to}`)
}

/** Says what the registry was filled with and from which file, so that a wrong name is noticed. */
function describeProduct({ name, title, version, license, language, file }: Product): string {
  const facts = [
    `Named the service "${title}" (${name})`,
    version === undefined ? 'version not stated' : `version ${version}`,
    license === undefined ? 'licence not stated' : `licence ${license}`,
    ...(language === undefined ? [] : [`language ${language}`]),
  ]
  return `${facts.join(', ')}: taken from ${file ?? 'the name of the folder'}`
}

function countLosses(count: number): string {
  if (count === 0) return 'everything was carried over'
  const items = count === 1 ? '1 item was' : `${count} items were`
  return `${items} not carried over (listed above)`
}
