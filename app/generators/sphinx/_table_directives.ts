import { quote } from '../../contract/problem.ts'
import { type SourceLine, splitLines } from '../../foreign_markup/source_line.ts'
import { formatCodeSpan } from '../../source_text/code_marks.ts'
import type { Directive } from './_directive.ts'
import { locateFile, type PageContext, reportLoss } from './_page.ts'
import { joinBlocks, placeText } from './_text.ts'

type Cell = { readonly text: string; readonly line: SourceLine }

/** `list-table` and `csv-table` as a table; undefined for all others. */
export function writeTableDirective(
  directive: Directive,
  context: PageContext,
): readonly SourceLine[] | undefined {
  const { name, options, line } = directive
  if (name === 'table') return withCaption(directive, directive.write())
  if (name !== 'list-table' && name !== 'csv-table') return undefined
  const rows = name === 'list-table' ? readListRows(directive) : readCsvRows(directive, context)
  if (rows === undefined) return []
  const heads = (options.header ?? '') === '' ? Number(options['header-rows'] ?? 0) : 0
  const header =
    (options.header ?? '') === '' ? [] : [parseCsv(options.header ?? '', ',', line)[0] ?? []]
  const written = [...header, ...rows].map((row) =>
    row.map(({ text, line: at }) => directive.writeText(flattenCode(text, at, context), at)),
  )
  const lines = rows.map((row) => row[0]?.line ?? line)
  const hasHead = heads > 0 || header.length > 0
  reportHeads(heads, rows[0]?.[0]?.line ?? line, context)
  return withCaption(directive, writeTable(written, hasHead, [...header.map(() => line), ...lines]))
}

/** A table of Markdown has one row of headings. */
export function reportHeads(count: number, line: SourceLine, context: PageContext): void {
  if (count < 2) return
  const what = `of ${count} rows of headings the first heads the table; the others are rows of it`
  reportLoss(context, line, what, 'write them as one row')
}

const FENCE = /^(`{3,}|~{3,})[^\n]{0,200}\n([\s\S]*?)\n\1[ \t]*$/gm

/** Code in a cell in one line: a table has no lines inside a cell. */
function flattenCode(text: string, line: SourceLine, context: PageContext): string {
  return text.replace(FENCE, (_, _marks: string, code: string) => {
    const what = 'a block of code in a cell of a table is now in one line'
    reportLoss(context, line, what, 'put it below the table')
    const rows = code.split('\n').filter((row) => row.trim() !== '')
    return rows.map(formatCodeSpan).join(' ')
  })
}

function withCaption(directive: Directive, table: readonly SourceLine[]): readonly SourceLine[] {
  const { argument, line } = directive
  // Of a table in CSV docutils reads nothing, so also not its title.
  const caption =
    directive.writeArgument() || (argument === '' ? '' : directive.writeText(argument, line))
  const head = caption === '' ? [] : placeText(`**${caption.replace(/\*\*/g, '')}**`, line)
  return joinBlocks([head, table])
}

/** Rows as a table of Markdown; one without a head gets an empty one. */
export function writeTable(
  rows: readonly (readonly string[])[],
  hasHead: boolean,
  lines: readonly SourceLine[],
): readonly SourceLine[] {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const [line] = lines
  if (columns === 0 || line === undefined) return []
  const format = (cells: readonly string[]) => {
    const all = [...cells, ...Array<string>(columns - cells.length).fill('')]
    return `| ${all.map(formatCell).join(' | ')} |`
  }
  const head = hasHead ? (rows[0] ?? []) : []
  const rule = `| ${Array<string>(columns).fill('---').join(' | ')} |`
  const body = hasHead ? rows.slice(1) : rows
  const places = hasHead ? lines.slice(1) : lines
  return [
    { ...line, text: format(head) },
    { ...line, text: rule },
    ...body.map((row, at) => ({ ...(places[at] ?? line), text: format(row) })),
  ]
}

function formatCell(text: string): string {
  return text
    .replace(/\\?\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')
    .trim()
}

const ROW = /^([*+-])[ \t]+([*+-])(?:[ \t]+(.*))?$/
const CELL = /^[ \t]+([*+-])(?:[ \t]+(.*))?$/

/** A list of lists: the outer items are rows, the inner ones cells. */
function readListRows({ raw }: Directive): readonly (readonly Cell[])[] {
  const rows: { text: string; line: SourceLine }[][] = []
  let width = 0
  for (const line of raw) {
    const row = ROW.exec(line.text)
    const cell = CELL.exec(line.text)
    const indent = /^[ \t]*/.exec(line.text)?.[0].length ?? 0
    if (row !== null) {
      width = line.text.indexOf(row[2] ?? '', 1)
      rows.push([{ text: row[3] ?? '', line }])
    } else if (cell !== null && indent <= width) rows.at(-1)?.push({ text: cell[2] ?? '', line })
    else {
      const last = rows.at(-1)?.at(-1)
      const text = line.text.slice(Math.min(indent, width + 2)).trimEnd()
      if (last !== undefined) last.text = `${last.text}\n${text}`
    }
  }
  return rows
}

function readCsvRows(
  { options, line, raw }: Directive,
  context: PageContext,
): readonly (readonly Cell[])[] | undefined {
  const delimiter = { tab: '\t', space: ' ' }[options.delim ?? ''] ?? options.delim ?? ','
  if (options.file === undefined && options.url === undefined) {
    return parseCsv(raw.map(({ text }) => text).join('\n'), delimiter, raw[0] ?? line)
  }
  const path = options.file ?? options.url ?? ''
  const file = locateFile(path, line.base ?? line.file, context.root)
  const text = options.file === undefined ? undefined : context.source.read(file)
  if (text !== undefined) {
    return parseCsv(text, delimiter, splitLines(file, text)[0] ?? line)
  }
  const what = `the table of ${quote(path)} is left out: it is not in the folder`
  reportLoss(context, line, what, 'add the file, or write the table')
  return undefined
}

/** Rows of comma-separated values (RFC 4180); a quoted one may go over several lines. */
function parseCsv(text: string, delimiter: string, line: SourceLine): readonly (readonly Cell[])[] {
  const rows: Cell[][] = [[]]
  let at = 0
  let row = 0
  while (at <= text.length) {
    const quoted = /\s*"((?:[^"]|"")*)"[ \t]*/y
    quoted.lastIndex = at
    const found = quoted.exec(text)
    const end = findEnd(text, found === null ? at : quoted.lastIndex, delimiter)
    const value = found?.[1]?.replaceAll('""', '"') ?? text.slice(at, end)
    rows.at(-1)?.push({ text: value.trim(), line: { ...line, line: line.line + row } })
    row += value.split('\n').length - 1
    if (text[end] === '\n') {
      rows.push([])
      row += 1
    }
    at = end + (text[end] === '\n' ? 1 : delimiter.length)
    if (end >= text.length) break
  }
  return rows.filter((cells) => cells.some((cell) => cell.text !== ''))
}

function findEnd(text: string, from: number, delimiter: string): number {
  const feed = text.indexOf('\n', from)
  const next = text.indexOf(delimiter, from)
  const ends = [feed, next].filter((each) => each !== -1)
  return ends.length === 0 ? text.length : Math.min(...ends)
}
