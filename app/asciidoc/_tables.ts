import type { SourceLine } from '../foreign_markup/source_line.ts'
import { escapeBars } from '../foreign_markup/table_bars.ts'
import type { PageContext } from './_page_context.ts'
import type { Cell, Table } from './library.ts'
import { joinBlocks, writeLine } from './lines.ts'

type WrittenCell = {
  readonly text: string
  /** Its lines, where they do not fit into a row. */
  readonly lines: readonly SourceLine[] | undefined
}

type WrittenRow = { readonly cells: readonly WrittenCell[]; readonly line: SourceLine }

/** A table; one with blocks of code in its cells becomes a list of its rows. */
export async function writeTable(
  table: Table,
  context: PageContext,
): Promise<readonly SourceLine[]> {
  const place = context.place(table)
  const { head, body, foot } = table.rows
  const source = [...head, ...body, ...foot]
  const rows: WrittenRow[] = []
  const open: number[] = []
  for (const cells of source) {
    const [first] = cells
    const at = first === undefined ? place : context.place(first)
    rows.push({ cells: await writeRow(cells, open, context), line: writeLine('', at) })
  }
  const [title, ...others] = rows
  if (title === undefined) return []
  if (rows.some(({ cells }) => cells.some(({ lines }) => lines !== undefined))) {
    const what = 'the table has blocks in its cells and is now a list of its rows'
    context.reportLoss(place, what, 'check that its rows can still be distinguished')
    return head.length === 0 ? writeRows(rows, []) : writeRows(others, title.cells)
  }
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const format = (texts: readonly string[]) => `| ${texts.join(' | ')} |`
  const fill = ({ cells }: WrittenRow) =>
    Array.from({ length: columns }, (_, at) => cells[at]?.text ?? '')
  return [
    { ...title.line, text: format(fill(title)) },
    { ...title.line, text: format(Array.from({ length: columns }, () => '---')) },
    ...others.map((row) => ({ ...row.line, text: format(fill(row)) })),
  ]
}

/** Cells of a row; `open` counts the rows that a cell above still takes, by column. */
async function writeRow(
  cells: readonly Cell[],
  open: number[],
  context: PageContext,
): Promise<readonly WrittenCell[]> {
  const row: WrittenCell[] = []
  const empty: WrittenCell = { text: '', lines: undefined }
  const skip = () => {
    for (let at = row.length; (open[at] ?? 0) > 0; at = row.length) {
      open[at] = (open[at] ?? 0) - 1
      row.push(empty)
    }
  }
  for (const cell of cells) {
    skip()
    const [width, height] = [cell.colspan ?? 1, cell.rowspan ?? 1]
    const written = await writeCell(cell, context)
    for (let at = 0; at < width; at++) {
      open[row.length] = height - 1
      row.push(at === 0 ? written : empty)
    }
  }
  skip()
  return row
}

async function writeCell(cell: Cell, context: PageContext): Promise<WrittenCell> {
  if (cell.innerDocument !== null && cell.innerDocument !== undefined) {
    const lines = await context.renderChildren(cell.innerDocument)
    const text = flatten(lines)
    return text === undefined ? { text: '', lines } : { text: escapeBars(text), lines: undefined }
  }
  const style = cell.style ?? ''
  const words = cell.text ?? ''
  const isCode = style === 'monospaced' || style === 'literal'
  const text = isCode ? context.writeCodeLabel(words) : styleCell(context.writeLabel(words), style)
  return { text: escapeBars(text), lines: undefined }
}

function styleCell(text: string, style: string): string {
  if (text === '' || /^[*`_]/.test(text)) return text
  if (style === 'strong' || style === 'header') return `**${text}**`
  if (style === 'emphasis') return `*${text}*`
  return text
}

/** Blocks on one line; undefined for code of several lines and for tables. */
function flatten(lines: readonly SourceLine[]): string | undefined {
  const texts = lines.map(({ text }) => text.trim()).filter((text) => text !== '')
  const kept: string[] = []
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] ?? ''
    if (text.startsWith('|')) return undefined
    const [callout, kind = '', title = ''] = /^:{3,}(\w*)(?: (.*))?$/.exec(text) ?? []
    if (callout !== undefined) kept.push(...labelCallout(kind, title))
    else if (!text.startsWith('```')) kept.push(text.replace(/^- /, '• '))
    else {
      const [code = '', close = ''] = texts.slice(at + 1, at + 3)
      if (!close.startsWith('```') || code.includes('`')) return undefined
      kept.push(`\`${code}\``)
      at += 2
    }
  }
  return kept.join(' ').replace(/\\ /g, ' ')
}

/** What stands before the text of a callout; nothing at its end. */
function labelCallout(kind: string, title: string): readonly string[] {
  const words = title || kind.charAt(0).toUpperCase() + kind.slice(1)
  return words === '' ? [] : [`**${words}:**`]
}

/** Rows as list items: each cell behind the words of its column. */
function writeRows(
  rows: readonly WrittenRow[],
  titles: readonly WrittenCell[],
): readonly SourceLine[] {
  const items = rows.map(({ cells, line }) => {
    const blocks = cells.flatMap(({ text, lines }, at): (readonly SourceLine[])[] => {
      const title = titles[at]?.text ?? ''
      const label = title === '' ? '' : `**${title.replace(/^\*\*|\*\*$/g, '')}:** `
      if (lines === undefined) return text === '' ? [] : [[{ ...line, text: label + text }]]
      return label === '' ? [lines] : [[{ ...line, text: label.trim() }], lines]
    })
    return joinBlocks(blocks).map((each, at) => ({
      ...each,
      text: at === 0 ? `- ${each.text}` : each.text === '' ? '' : `  ${each.text}`,
    }))
  })
  return joinBlocks(items)
}
