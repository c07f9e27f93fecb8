import { quote } from '../../../contract/problem.ts'
import type { ParsedMarkdown } from '../../../text/source_text/markdown.ts'
import { readPlainText } from '../../../text/source_text/search_text.ts'
import { splitCells } from '../../../text/source_text/source_positions.ts'
import type { ReportLoss } from '../../markdown/conversion.ts'
import { reportRemains } from '../../source/report/remains.ts'
import { hasFormulas } from './_formulas.ts'
import { findAddress, readSafetyFacts, type SafetyFacts } from './_safe_body.ts'
import { summarize } from './_summary.ts'
import type { Document } from './documents.ts'

/** What the first pass learns of a page while it has it parsed. */
export type PageFacts = SafetyFacts &
  PageDescription & {
    /** What still looks like the syntax of a generator. */
    readonly remains: readonly Parameters<ReportLoss>[]
  }

type PageDescription = { readonly description: string; readonly hasText: boolean }

/** Absent for a page whose text may have to change before it can be built. */
export function readPageFacts(
  document: Document,
  title: string,
  body: string,
  parsed: ParsedMarkdown,
): PageFacts | undefined {
  const safety = readSafetyFacts(body, parsed)
  if (safety === undefined || hasFormulas(parsed)) return undefined
  const remains: Parameters<ReportLoss>[] = []
  reportPageRemains(body, parsed, document, (...loss) => void remains.push(loss))
  return { ...safety, ...describePage(document, title, parsed), remains }
}

export function describePage(
  { description }: Document,
  title: string,
  parsed: ParsedMarkdown,
): PageDescription {
  return {
    description: summarize(description, parsed, title),
    hasText: readPlainText(parsed).trim() !== '',
  }
}

export function reportPageRemains(
  body: string,
  parsed: ParsedMarkdown,
  document: Document,
  reportLoss: ReportLoss,
): void {
  // What looks like syntax on a page of HTML was shown to its readers.
  if (document.markup === 'html') return
  reportRemains(parsed, document, reportLoss)
  if (parsed.cut !== undefined) {
    const { what, fix } = parsed.cut
    reportLoss({ ...document.top, column: 1 }, what, fix)
  }
  for (const label of parsed.unusedNotes) {
    const what = `nothing refers to the footnote ${quote(label)}, so the page does not show it`
    const place = findAddress(document, `${label}:`)
    reportLoss(place, what, `write ${label} where it belongs, outside code`)
  }
  for (const { cell, row } of findLostCells(body, parsed)) {
    const what = `the cell ${quote(cell)} is more than the head of its table has, and is not shown`
    const known = document.body.includes(row) ? row : cell
    reportLoss(findAddress(document, known), what, 'write "\\|" for a stroke in a cell')
  }
}

/** Texts in rows that have more cells than the head of their table. */
function findLostCells(
  body: string,
  { tokens }: ParsedMarkdown,
): readonly { readonly cell: string; readonly row: string }[] {
  const lines = body.split('\n')
  let columns = 0
  return tokens.flatMap(({ type, map }) => {
    if (type === 'table_open') columns = 0
    if (type === 'th_open') columns += 1
    if (type !== 'tr_open' || columns === 0) return []
    const row = lines[map?.[0] ?? -1] ?? ''
    const cells = splitCells(row, 0).map(({ start, end }) => row.slice(start, end).trim())
    const lost = cells.slice(columns).filter((cell) => cell !== '')
    return lost.map((cell) => ({ cell, row: row.trim() }))
  })
}
