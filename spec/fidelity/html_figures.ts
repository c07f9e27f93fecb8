import type { HtmlCounts } from './html_counts.ts'

type Figure = {
  readonly name: string
  /** In percent. */
  readonly of: (counts: HtmlCounts) => number
  readonly least?: number
  readonly most?: number
}

/** What an import of HTML must reach on every site; the words are counted against the old page. */
const FIGURES: readonly Figure[] = [
  { name: 'missing', of: ({ tally }) => share(tally.missing, tally.words, 0), most: 0.1 },
  { name: 'extra', of: ({ tally }) => share(tally.extra, tally.words, 0), most: 0.5 },
  { name: 'clean', of: ({ tally, pages }) => share(tally.clean, pages, 0), least: 95 },
  { name: 'titles', of: ({ titles }) => titles * 100, least: 98 },
  { name: 'descr.', of: ({ descriptions }) => descriptions * 100, least: 90 },
  { name: 'code', of: ({ tally }) => share(tally.codeEqual, tally.code, 100), least: 99 },
  {
    name: 'lang.',
    of: ({ tally }) => share(tally.languagesKept, tally.languages, 100),
    least: 98,
  },
  { name: 'boxes', of: ({ tally }) => share(tally.calloutsKept, tally.callouts, 100), least: 98 },
  { name: 'links', of: ({ tally }) => share(tally.linksLive, tally.links, 100), least: 98 },
]

function share(part: number, whole: number, none: number): number {
  return whole === 0 ? none : (part / whole) * 100
}

/** Names of the figures that a site misses; a site without pages misses all. */
export function findMissed(counts: HtmlCounts): readonly string[] {
  return FIGURES.filter(({ of, least, most }) => {
    const value = of(counts)
    return counts.pages === 0 || value < (least ?? 0) || value > (most ?? Number.MAX_VALUE)
  }).map(({ name }) => name)
}

/** One row for each site, in percent, with a mark at what misses its limit. */
export function writeFigures(sites: readonly HtmlCounts[]): string {
  const head = ['site', 'files', 'pages', 'words', ...FIGURES.map(({ name }) => name)]
  const rows = sites.map((counts) => {
    const missed = findMissed(counts)
    const values = FIGURES.map(({ name, of }) => {
      return `${of(counts).toFixed(2)}${missed.includes(name) ? '!' : ' '}`
    })
    const { site, files, pages, tally } = counts
    return [site, String(files), String(pages), String(tally.words), ...values]
  })
  const limits = FIGURES.map(({ least, most }) => {
    return most === undefined ? `>= ${least ?? 0} ` : `<= ${most} `
  })
  const table = [head, ...rows, ['limit', '', '', '', ...limits]]
  const widths = head.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)))
  return table
    .map((row) => {
      const cells = row.map((cell, at) => {
        return at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)
      })
      return cells.join('  ').trimEnd()
    })
    .join('\n')
}
