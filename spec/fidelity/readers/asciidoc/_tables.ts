import { splitWords } from '../../facts.ts'
import type { BlockAttributes } from './_attributes.ts'
import type { AdocCollector } from './_collector.ts'
import type { AdocRow } from './_rows.ts'

type Table = {
  readonly rows: readonly AdocRow[]
  readonly fence: string
  readonly first: AdocRow
  readonly last: AdocRow
  readonly lists: readonly BlockAttributes[]
  readonly to: AdocCollector
  readonly readBlocks: (rows: readonly AdocRow[], to: AdocCollector) => void
}

type Cell = { readonly rows: AdocRow[]; style: string; across: number; down: number; times: number }

const SPEC = /(?:^|\s)(?:(\d+)?(?:\.(\d+))?([+*]))?(?:[<^>])?(?:\.[<^>])?([adehlmsv])?$/

/** Reads the cells of a table into words, and each row of cells as one unit more. */
export function readAdocTable(table: Table): void {
  const { rows, fence, first, last, lists, to } = table
  const find = (name: string) => lists.findLast(({ named }) => named.has(name))?.named.get(name)
  const format =
    find('format') ?? (fence.startsWith(',') ? 'csv' : fence[0] === ':' ? 'dsv' : 'psv')
  const separator =
    find('separator') ?? { csv: ',', dsv: ':', tsv: '\t' }[format] ?? fence[0] ?? '|'
  const columns = readColumns(find('cols'))
  const isPlain = format === 'psv'
  const lines = isPlain ? undefined : splitLines(rows, separator)
  const cells = lines?.flat() ?? splitCells(rows, separator)
  const count = columns.length || lines?.[0]?.length || countFirst(rows, separator)
  const marks = lists.map(({ positions: [mark = ''] }) => mark)
  const options = [find('options') ?? find('opts') ?? '', ...marks].join(' ')
  const isHeader =
    /\bheader\b/.test(options) ||
    (hasImplicitHeader(rows, isPlain ? separator : undefined) && !/noheader/.test(options))
  const unit = to.add('table', '', first, last)
  let isBroken = false
  const made: { words: string; row: AdocRow; last: AdocRow }[] = []
  for (const line of placeCells(cells, Math.max(1, count))) {
    const words: string[] = []
    for (const { cell, column } of line) {
      const style = cell.style || columns[column] || ''
      const isHead = isHeader && made.length === 0
      const read = readCell(cell, isHead ? '' : style, table, line[0]?.cell.rows[0] ?? first)
      words.push(...read.words)
      isBroken ||= read.isBroken
    }
    const row = line[0]?.cell.rows[0] ?? first
    const last = line.at(-1)?.cell.rows.at(-1) ?? row
    made.push({ words: words.join(' '), row, last })
  }
  // Longer code has no place in a cell: the table becomes a list.
  if (isBroken) {
    to.units.splice(to.units.indexOf(unit), 1)
    return
  }
  if (isHeader) Object.assign(unit, { value: made[0]?.words ?? '' })
  for (const { words, row, last: end } of made) {
    if (words !== '') Object.assign(to.add('row', words, row, end), { block: first.line })
  }
}

function readCell(
  cell: Cell,
  style: string,
  { to, readBlocks }: Table,
  first: AdocRow,
): { readonly words: readonly string[]; readonly isBroken: boolean } {
  const from = to.units.length
  if (style === 'a') readBlocks(cell.rows, to)
  else {
    let text: AdocRow[] = []
    for (const row of [...cell.rows, undefined]) {
      if (row !== undefined && row.text !== '') text.push(row)
      else {
        if (text.length > 0) to.addText(text, first)
        text = []
      }
    }
  }
  const made = to.units.splice(from)
  const words: string[] = []
  let isBroken = false
  for (const each of made) {
    // What a cell loses is reported at its row, or where a block inside it begins.
    const unit = { ...each, line: Math.min(each.line, each.block ?? each.line), block: first.line }
    if (each.kind === 'code' && !/\n./.test(each.value)) {
      for (const word of splitWords(each.value)) {
        words.push(word)
        to.units.push({ ...unit, kind: 'prose', value: word })
      }
      continue
    }
    // A box has no place in a cell; its words do.
    if (each.kind === 'admonition') continue
    isBroken ||= each.kind === 'code'
    if (each.kind === 'prose') words.push(each.value)
    to.units.push(Object.assign(each, unit))
  }
  return { words, isBroken }
}

/** The style of each column. */
function readColumns(cols: string | undefined): readonly string[] {
  if (cols === undefined || cols.trim() === '') return []
  // A number alone is that many columns.
  if (/^\s*\d+\s*$/.test(cols)) return Array.from({ length: Number(cols) }, () => '')
  return cols.split(/[,;]/).flatMap((each) => {
    const [, times = '1'] = /^\s*(\d+)\*/.exec(each) ?? []
    const [style = ''] = /[adehlmsv]$/.exec(each.trim()) ?? []
    return Array.from({ length: Number(times) }, () => style)
  })
}

function splitCells(rows: readonly AdocRow[], separator: string): readonly Cell[] {
  const cells: Cell[] = []
  for (const row of rows) {
    let rest = row.text
    for (;;) {
      const at = findSeparator(rest, separator)
      if (at === -1) break
      const before = rest.slice(0, at)
      const [spec = '', across, down, sign, style = ''] = SPEC.exec(before) ?? []
      const text = before.slice(0, before.length - spec.length)
      addLine(cells.at(-1), row, text)
      const times = sign === '*' ? Number(across ?? 1) : 1
      const isWide = sign === '+'
      cells.push({
        rows: [],
        style,
        across: isWide ? Number(across ?? 1) : 1,
        down: isWide ? Number(down ?? 1) : 1,
        times,
      })
      rest = rest.slice(at + separator.length)
    }
    addLine(cells.at(-1), row, rest)
  }
  return cells
}

function addLine(cell: Cell | undefined, row: AdocRow, text: string): void {
  if (cell === undefined) return
  const isFirst = cell.rows.length === 0
  const shown = (isFirst ? text.trim() : text.trimEnd()).replace(/\\([|!])/g, '$1')
  cell.rows.push({ ...row, text: shown })
}

function findSeparator(text: string, separator: string): number {
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) {
    if (text[at - 1] !== '\\') return at
  }
  return -1
}

/** The first row of cells goes on to the next line that begins with one. */
function countFirst(rows: readonly AdocRow[], separator: string): number {
  const first = rows.findIndex(({ text }) => text !== '')
  const next = rows.findIndex((row, at) => at > first && beginsCell(row, separator))
  const cells = splitCells(rows.slice(first, next === -1 ? rows.length : next), separator)
  return cells.reduce((sum, { times, across }) => sum + times * across, 0)
}

/** A first line apart is a header, unless its last cell goes on below the blank line. */
function hasImplicitHeader(rows: readonly AdocRow[], separator: string | undefined): boolean {
  if ((rows[0]?.text ?? '') === '' || rows[1]?.text !== '') return false
  const below = rows.slice(1).find(({ text }) => text !== '')
  if (separator === undefined || below === undefined) return true
  return beginsCell(below, separator)
}

function beginsCell({ text }: AdocRow, separator: string): boolean {
  const at = findSeparator(text, separator)
  return at !== -1 && SPEC.exec(text.slice(0, at).trim())?.index === 0
}

/** Values between separators, of which quoted ones may hold them. */
function splitLines(rows: readonly AdocRow[], separator: string): readonly (readonly Cell[])[] {
  return rows
    .filter(({ text }) => text !== '')
    .map((row) => {
      const parts: string[] = []
      let isQuoted = false
      let part = ''
      for (const char of row.text) {
        if (char === '"') isQuoted = !isQuoted
        if (char === separator && !isQuoted) {
          parts.push(part)
          part = ''
        } else part += char
      }
      return [...parts, part].map((text) => {
        const own = {
          ...row,
          text: text
            .trim()
            .replace(/^"(.*)"$/, '$1')
            .replaceAll('""', '"'),
        }
        return { rows: [own], style: '', across: 1, down: 1, times: 1 }
      })
    })
}

type CellPlace = { readonly cell: Cell; readonly column: number }

/** Cells by rows, where some go over several. */
function placeCells(cells: readonly Cell[], count: number): readonly (readonly CellPlace[])[] {
  const lines: CellPlace[][] = [[]]
  const taken: number[] = Array.from({ length: count }, () => 0)
  let column = 0
  const skip = (): void => {
    for (;;) {
      while (column < count && (taken[column] ?? 0) > 0) {
        taken[column] = (taken[column] ?? 0) - 1
        column += 1
      }
      if (column < count) return
      column = 0
      lines.push([])
    }
  }
  for (const cell of cells.flatMap((each) => Array.from({ length: each.times }, () => each))) {
    skip()
    lines.at(-1)?.push({ cell, column })
    for (let at = column; at < Math.min(count, column + cell.across); at++)
      taken[at] = cell.down - 1
    column += cell.across
  }
  return lines.filter((line) => line.length > 0)
}
