import { posix } from 'node:path'
import { type Place, quote } from '../../contract/problem.ts'
import type { Redirect } from '../../foreign_source/generator.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

/** Old addresses of a book. Those of anchors need a script in the page, as mdBook writes it. */
export function readRedirects(
  list: ConfigValue,
  source: SourceFolder,
  marker: string,
  report: Report,
): readonly Redirect[] {
  const lines = (source.read(marker) ?? '').split('\n')
  const find = (from: string): Place => {
    const at = lines.findIndex((line) => line.includes(from) && line.includes('='))
    return { file: source.show(marker), line: Math.max(at, 0) + 1, column: 1 }
  }
  const entries = list.entries()
  reportAnchors(
    entries.map(([from]) => from).filter((from) => from.includes('#')),
    find,
    report,
  )
  return entries.flatMap(([from, value]): readonly Redirect[] => {
    const to = value.text()
    if (to === undefined || from.includes('#')) return []
    // A relative target counts from the old address.
    const isWhole = /^[a-z][a-z0-9+.-]*:|^\//i.test(to)
    const target = isWhole ? to : posix.join(posix.dirname(`/${from.replace(/^\//, '')}`), to)
    return [{ from, to: target, place: find(from) }]
  })
}

function reportAnchors(
  anchors: readonly string[],
  find: (from: string) => Place,
  report: Report,
): void {
  const [first] = anchors
  if (first === undefined) return
  const what =
    `old addresses of anchors (${anchors.length}), such as ${quote(first)}, lead to the top of ` +
    'their page: no server sees what follows a "#"'
  report.addLoss(find(first), what, 'name the new headings by the old anchors where links need it')
}
