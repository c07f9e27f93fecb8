import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { KINDS } from './facts.ts'
import { countHtmlSite, type HtmlCounts } from './html_counts.ts'
import { findMissed, writeFigures } from './html_figures.ts'
import { type Fidelity, measureFidelity } from './measure.ts'
import {
  countRepository,
  isEqual,
  type RepositoryCounts,
  writeCounts,
} from './repositories/counts.ts'

const SHOWN_MAX = 200

/**
 * `bun run fidelity SOURCE [--generator NAME] [--all]`: imports, builds and serves a foreign
 * documentation, and counts on both sides. Ends with 1 when anything is lost and not reported.
 * `bun run fidelity html FOLDER… [--all]`: counts sites of HTML page by page against what they
 * become. Ends with 1 when a figure misses its limit.
 * `bun run fidelity repos FOLDER… [--all]`: compares menus, addresses and logos of repositories
 * with what their configurations say, which it runs. Ends with 1 when something is missing.
 */
async function main(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: {
      generator: { type: 'string' },
      all: { type: 'boolean' },
    },
    allowPositionals: true,
  })
  const [source, ...sites] = positionals
  if (source === 'html') return await countSites(sites, values.all === true)
  if (source === 'repos') return await countRepositories(sites, values.all === true)
  if (source === undefined || positionals.length > 1) {
    console.error('Cannot measure: name one folder of a documentation')
    return 2
  }
  const fidelity = await measureFidelity({ from: resolve(source), generator: values.generator })
  console.log(tableOf(fidelity))
  const { losses } = fidelity
  const shown = values.all === true ? losses : losses.slice(0, SHOWN_MAX)
  for (const { unit, what } of shown) console.log(`${unit.file}:${unit.line}: unreported: ${what}`)
  if (losses.length > shown.length) console.log(`${losses.length - shown.length} more: --all`)
  const { isUntouched, links, silentLinks, unread } = fidelity
  console.log(`the source folder is ${isUntouched ? 'as it was' : 'CHANGED'}`)
  console.log(`${unread} imported pages more than were read in the source`)
  console.log(`${links.length} symbolic links, ${silentLinks.length} of them in no report`)
  const isWhole = losses.length === 0 && silentLinks.length === 0 && unread === 0
  return isWhole && isUntouched ? 0 : 1
}

async function countSites(folders: readonly string[], showsAll: boolean): Promise<number> {
  const counted: HtmlCounts[] = []
  for (const folder of folders) {
    const counts = await countHtmlSite(resolve(folder))
    counted.push(counts)
    if (showsAll) for (const detail of counts.details) console.log(detail)
  }
  console.log(writeFigures(counted))
  return counted.length > 0 && counted.every((counts) => findMissed(counts).length === 0) ? 0 : 1
}

async function countRepositories(folders: readonly string[], showsAll: boolean): Promise<number> {
  const counted: RepositoryCounts[] = []
  for (const folder of folders) {
    const counts = await countRepository(resolve(folder))
    counted.push(counts)
    if (!showsAll) continue
    const { name, menu, added, addresses, silent } = counts
    const details = Object.entries({
      ...{ menu: menu.missing, added, addresses: addresses.missing, silent },
    })
    for (const [what, list] of details)
      for (const each of list) console.log(`${name}: ${what}: ${each}`)
  }
  console.log(writeCounts(counted))
  return counted.length > 0 && counted.every(isEqual) ? 0 : 1
}

function tableOf({ generator, pages, tallies, decorations, report }: Fidelity): string {
  const head = [
    `${generator}: ${pages.source} pages in the source, ${pages.imported} imported, ` +
      `${pages.reported} reported; ${report.losses.length} losses and ${report.notes.length} notes`,
    `${decorations} tags without text`,
    'kind         source  imported  reported  unreported  imported of source',
  ]
  const rows = KINDS.map((kind) => {
    const { source, imported, reported, lost } = tallies[kind]
    const part = source === 0 ? 100 : (imported / source) * 100
    const cells = [source, imported, reported, lost].map((each) => String(each).padStart(8))
    return `${kind.padEnd(11)}${cells.join('  ')}  ${part.toFixed(2).padStart(8)} %`
  })
  return [...head, ...rows].join('\n')
}

process.exit(await main(process.argv.slice(2)))
