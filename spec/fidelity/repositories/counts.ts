import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { measureFidelity } from '../measure.ts'
import { readDocusaurusSite } from './docusaurus_site.ts'
import type { MenuRow, OldSite } from './old_pages.ts'
import {
  readMdbookSite,
  readMkdocsSite,
  readStarlightSite,
  readVitepressSite,
} from './other_sites.ts'
import { at } from './script_values.ts'
import { readShownMenu } from './shown_menu.ts'

export type RepositoryCounts = {
  readonly name: string
  readonly generator: string
  readonly menu: Part
  /** Lines of our menu that the old one does not have. */
  readonly added: readonly string[]
  readonly addresses: Part
  readonly logo: 'yes' | 'no' | 'none'
  readonly silent: readonly string[]
}

/** How many of how many are equal, and those that are not. */
type Part = { readonly all: number; readonly missing: readonly string[] }

/** Imports a whole repository, and compares with what its own configuration says. */
export async function countRepository(from: string): Promise<RepositoryCounts> {
  let found: Omit<RepositoryCounts, 'name' | 'generator' | 'silent'> | undefined
  const fidelity = await measureFidelity({
    from,
    look: async (corpusDir, generator) => {
      found = await compareSites(await readOldSite(from, generator), corpusDir)
    },
  })
  if (found === undefined) throw new Error('Cannot compare: nothing was imported')
  const { generator, losses, silentLinks, unread } = fidelity
  const silent = [
    ...losses.map(({ unit, what }) => `${unit.file}:${unit.line} ${what}`),
    ...silentLinks,
    ...(unread === 0 ? [] : [`${unread} pages that the source does not have`]),
  ]
  return { name: basename(from), generator, ...found, silent }
}

const MARKERS: Readonly<
  Record<string, { readonly file: RegExp; readonly read: (marker: string) => Promise<OldSite> }>
> = {
  Docusaurus: { file: /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/, read: readDocusaurusSite },
  VitePress: {
    file: /(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/,
    read: readVitepressSite,
  },
  Starlight: { file: /(?:^|\/)astro\.config\.[cm]?[jt]s$/, read: readStarlightSite },
  MkDocs: { file: /(?:^|\/)mkdocs\.ya?ml$/, read: readMkdocsSite },
  mdBook: { file: /(?:^|\/)book\.toml$/, read: readMdbookSite },
}

const ASIDE =
  /(?:^|\/)(?:node_modules|tests?|fixtures?|examples?|playgrounds?|benchmarks?|crates)\//

/** What the owner of a repository would call its documentation: the highest that is no test. */
async function readOldSite(from: string, generator: string): Promise<OldSite> {
  const known = MARKERS[generator]
  if (known === undefined) throw new Error(`Cannot compare: ${generator} has no counter`)
  const [marker] = readdirSync(from, { recursive: true, encoding: 'utf8' })
    .filter((path) => known.file.test(path) && !ASIDE.test(path))
    .sort((a, b) => a.split('/').length - b.split('/').length)
  if (marker === undefined) throw new Error(`Cannot compare: no configuration in "${from}"`)
  return await known.read(join(from, marker))
}

async function compareSites(
  old: OldSite,
  corpusDir: string,
): Promise<Omit<RepositoryCounts, 'name' | 'generator' | 'silent'>> {
  const shown = await readShownMenu(corpusDir)
  const kept = keepOrder(old.rows, shown.rows)
  const registry: unknown = parse(readFileSync(join(corpusDir, 'registry.yaml'), 'utf8'))
  const hasLogo = at(registry, 'theme', 'logo') !== undefined
  return {
    menu: { all: old.rows.length, missing: old.rows.filter((row) => !kept.has(row)).map(show) },
    added: shown.rows.filter((row) => ![...kept.values()].includes(row)).map(show),
    addresses: {
      all: old.addresses.length,
      missing: old.addresses.filter((address) => !shown.addresses.has(address)),
    },
    logo: hasLogo ? 'yes' : old.hasLogo ? 'no' : 'none',
  }
}

function show({ label, address }: MenuRow): string {
  return address === undefined ? label : `${label} (/${address})`
}

/** The longest part of an old menu that the new one has in the same order, line by line. */
export function keepOrder(
  old: readonly MenuRow[],
  shown: readonly MenuRow[],
): ReadonlyMap<MenuRow, MenuRow> {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array(shown.length + 1).fill(0))
  const lengthAt = (row: number, column: number): number => lengths[row]?.[column] ?? 0
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = shown.length - 1; column >= 0; column--) {
      const own = isSame(old[row], shown[column]) ? lengthAt(row + 1, column + 1) + 1 : 0
      const longest = Math.max(own, lengthAt(row + 1, column), lengthAt(row, column + 1))
      lengths[row]?.splice(column, 1, longest)
    }
  }
  const kept = new Map<MenuRow, MenuRow>()
  for (let [row, column] = [0, 0]; row < old.length && column < shown.length; ) {
    const [one, other] = [old[row], shown[column]]
    const isKept = isSame(one, other) && lengthAt(row, column) === lengthAt(row + 1, column + 1) + 1
    if (isKept && one !== undefined && other !== undefined) kept.set(one, other)
    const isAbove = lengthAt(row + 1, column) >= lengthAt(row, column + 1)
    if (isKept || isAbove) row += 1
    if (isKept || !isAbove) column += 1
  }
  return kept
}

/** A heading that led to a page is a heading here, and the page is the first line below it. */
function isSame(old: MenuRow | undefined, shown: MenuRow | undefined): boolean {
  if (old === undefined || shown === undefined || old.label !== shown.label) return false
  if (shown.address === undefined) return true
  return old.address?.toLowerCase() === shown.address.toLowerCase()
}

/** One row for each repository. */
export function writeCounts(repositories: readonly RepositoryCounts[]): string {
  const part = ({ all, missing }: Part) => `${all - missing.length}/${all}`
  const table = [
    ['repository', 'generator', 'menu equal', 'added', 'addresses equal', 'logo', 'silent losses'],
    ...repositories.map(({ name, generator, menu, added, addresses, logo, silent }) => [
      ...[name, generator, part(menu), `${added.length}`, part(addresses), logo],
      `${silent.length}`,
    ]),
  ]
  const widths = table[0]?.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)))
  return table
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths?.[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Whether nothing is missing but what the table says. */
export function isEqual({ menu, addresses, logo, silent }: RepositoryCounts): boolean {
  const missing = [...menu.missing, ...addresses.missing, ...silent]
  return missing.length === 0 && logo !== 'no'
}
