import { formatCodeSpan } from '../../text/source_text/code_marks.ts'
import { escapeBars } from '../markdown/table_bars.ts'
import type { Block, BlockContext } from './_block.ts'
import { codeOf } from './_code.ts'
import { InlineWriter } from './_inline.ts'
import { writePhrases } from './_phrases.ts'
import { type Grid, readGrid } from './_tables.ts'
import { isAround } from './content.ts'
import {
  attributeOf,
  classesOf,
  type Element,
  findAll,
  findFirst,
  isElement,
  type Node,
} from './tree.ts'

/** Tables of highlighters, with the numbers of lines in a column of their own. */
const CODE_TABLE =
  / (?:highlighttable|rouge-table|lntable|hljs-ln|syntaxhighlighter|codehilitetable) /

/** A table, or its cells one after the other where it only makes columns on a screen. */
export function writeTable(table: Element, context: BlockContext): readonly Block[] {
  if (CODE_TABLE.test(classesOf(table)) || isCodeWithNumbers(table)) {
    const code = findAll(table, ({ tagName }) => tagName === 'pre').at(-1)
    return code === undefined ? [] : context.writeBlocks([code])
  }
  const grid = readGrid(table)
  const cells = new Set(grid.rows.flat().filter((cell) => cell !== undefined))
  const caption = grid.caption === undefined ? [] : context.writeBlocks(grid.caption.childNodes)
  if (isLayout(table, grid, cells)) {
    return [...caption, ...[...cells].flatMap((cell) => context.writeBlocks(cell.childNodes))]
  }
  if ([...cells].some(hasLongCode)) {
    const what = 'a table with code blocks in its cells was turned into paragraphs'
    context.reportLoss(table, what, 'check that its rows can still be distinguished')
    return [...caption, ...[...cells].flatMap((cell) => context.writeBlocks(cell.childNodes))]
  }
  const written = new Map([...cells].map((cell) => [cell, writeCell(cell, context)]))
  const line = context.placeOf(table)
  const rows = grid.rows
    .map((row) => ({
      texts: row.map((cell) => (cell === undefined ? '' : (written.get(cell) ?? ''))),
      line: row.find((cell) => cell !== undefined),
    }))
    .filter(({ texts }) => texts.some((text) => text !== ''))
    .map(({ texts, line: cell }) => ({
      text: `| ${texts.join(' | ')} |`,
      line: cell === undefined ? line : context.placeOf(cell),
    }))
  const columns = grid.rows[0]?.length ?? 0
  if (rows.length === 0) return caption
  const rule = { text: `|${' --- |'.repeat(columns)}`, line }
  const [head, ...body] = rows
  const lines =
    grid.hasHead && head !== undefined
      ? [head, rule, ...body]
      : [{ text: `|${'  |'.repeat(columns)}`, line }, rule, ...rows]
  return [...caption, { lines, kind: 'other' }]
}

function isCodeWithNumbers(table: Element): boolean {
  const cells = findAll(table, ({ tagName }) => tagName === 'td')
  return (
    cells.length === 2 &&
    cells[0] !== undefined &&
    / (?:linenos|lineno|gutter|gl) /.test(classesOf(cells[0]))
  )
}

function isLayout(table: Element, { rows, hasHead }: Grid, cells: ReadonlySet<Element>): boolean {
  if (attributeOf(table, 'role') === 'presentation') return true
  if ([...cells].some((cell) => findFirst(cell, isTable) !== undefined)) return true
  if (hasHead || [...cells].some(({ tagName }) => tagName === 'th')) return false
  return rows.length === 1 || (rows[0]?.length ?? 0) === 1
}

function isTable({ tagName }: Element): boolean {
  return tagName === 'table'
}

function hasLongCode(cell: Element): boolean {
  return findAll(cell, ({ tagName }) => tagName === 'pre').some((pre) => codeOf(pre).includes('\n'))
}

/** What a cell holds on one line. */
function writeCell(cell: Element, context: BlockContext): string {
  const writer = new InlineWriter(false)
  for (const id of context.takeIds(cell)) writer.addRaw(`<a id="${id}"></a>`, context.placeOf(cell))
  writeCellNodes(cell.childNodes, writer, context)
  return escapeBars(writer.finishLine()).trim()
}

function writeCellNodes(nodes: readonly Node[], writer: InlineWriter, context: BlockContext): void {
  for (const node of nodes) {
    if (!isElement(node)) {
      writePhrases([node], writer, context)
      continue
    }
    if (isAround(node)) continue
    if (node.tagName === 'pre') writer.addRaw(formatCodeSpan(codeOf(node)), context.placeOf(node))
    else if (/^(?:p|div|ul|ol|dl|dt|dd|li|section|blockquote|h[1-6])$/.test(node.tagName)) {
      writer.addSpace()
      for (const id of context.takeIds(node))
        writer.addRaw(`<a id="${id}"></a>`, context.placeOf(node))
      if (node.tagName === 'li') writer.addRaw('• ', context.placeOf(node))
      writeCellNodes(node.childNodes, writer, context)
      writer.addSpace()
    } else writePhrases([node], writer, context)
  }
}
