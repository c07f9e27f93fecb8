import { basename, resolve } from 'node:path'
import { type Arrival, measureArrival } from './measure.ts'

const SHOWN_MAX = 20

/**
 * `bun run imports SOURCE…`: imports each foreign documentation, serves it, and checks that all is
 * right at once. Ends with 1 when a root page is missing, an address cannot be read, or `verify`
 * finds something.
 */
async function main(sources: readonly string[]): Promise<number> {
  if (sources.length === 0) {
    console.error('Cannot measure: name folders of documentations')
    return 2
  }
  let isRight = true
  for (const source of sources) {
    try {
      isRight = show(source, await measureArrival(source)) && isRight
    } catch (error) {
      console.log(`${basename(resolve(source))}: ${String(error).slice(0, 2000)}`)
      isRight = false
    }
  }
  return isRight ? 0 : 1
}

/** A line of the table, and what is wrong below it; whether nothing is. */
function show(source: string, arrival: Arrival): boolean {
  const { report, root, pages, unreadable, calls, disagreements } = arrival
  const { generator, product, losses, notes } = report
  const { title, language = '-', license = '-', version = '-', from = {} } = product ?? {}
  const nameOf = (file: string | undefined) => (file === undefined ? '-' : basename(file))
  const places = [from.title, from.language, from.license].map(nameOf).join(', ')
  const facts = [
    `${basename(resolve(source))}: ${generator}, ${report.pages} imported, ${pages} served`,
    `/ is ${root}`,
    `"${title ?? ''}", language ${language}, licence ${license}, version ${version}`,
    `from ${places}`,
    `${losses.length} losses, ${notes.length} notes`,
    `${unreadable.length} unreadable addresses`,
    `verify: ${calls} calls, ${disagreements.length} disagreements`,
  ]
  console.log(facts.join('; '))
  for (const each of [...unreadable, ...disagreements].slice(0, SHOWN_MAX)) console.log(`  ${each}`)
  return root === 200 && unreadable.length === 0 && disagreements.length === 0
}

process.exit(await main(process.argv.slice(2)))
