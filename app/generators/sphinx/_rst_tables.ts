import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { formatCodeSpan } from '../../source_text/code_marks.ts'
import { reportLoss } from './_page.ts'
import { nodesOf, plainTextOf, type RstNode } from './_rst_nodes.ts'
import type { RstWriter } from './_rst_writer.ts'
import { reportHeads, writeTable } from './_table_directives.ts'
import { joinBlocks, placeText } from './_text.ts'

/** A table with its title above it; cells that span others are followed by empty ones. */
export function writeRstTable(node: RstNode, writer: RstWriter): readonly SourceLine[] {
  const title = nodesOf(node).find(({ tag }) => tag === 'title')
  const groups = nodesOf(node)
    .filter(({ tag }) => tag === 'tgroup')
    .flatMap(nodesOf)
  const head = groups.filter(({ tag }) => tag === 'thead').flatMap(nodesOf)
  const body = groups.filter(({ tag }) => tag === 'tbody').flatMap(nodesOf)
  const rows = [...head, ...body]
  const cells = spreadCells(rows, writer)
  const lines = rows.map((row) => writer.lineOf(findPlaced(row) ?? row))
  reportHeads(head.length, lines[0] ?? writer.lineOf(node), writer.context)
  const caption =
    title === undefined
      ? []
      : placeText(`**${writer.inline(title)}**`, lines[0] ?? writer.lineOf(node))
  return joinBlocks([caption, writeTable(cells, head.length > 0, lines)])
}

/** The first node inside that has a line: rows have none. */
function findPlaced(node: RstNode): RstNode | undefined {
  if (node.line > 0) return node
  for (const child of nodesOf(node)) {
    const found = findPlaced(child)
    if (found !== undefined) return found
  }
  return undefined
}

function spreadCells(rows: readonly RstNode[], writer: RstWriter): readonly (readonly string[])[] {
  const taken = rows.map(() => new Set<number>())
  return rows.map((row, at) => {
    const cells: string[] = []
    for (const entry of nodesOf(row)) {
      while (taken[at]?.has(cells.length) === true) cells.push('')
      const [right, down] = [entry.attributes.morecols, entry.attributes.morerows].map(Number)
      const column = cells.length
      cells.push(writeCell(entry, writer))
      for (let next = 0; next < (right || 0); next += 1) cells.push('')
      for (let below = 1; below <= (down || 0); below += 1) {
        for (let next = column; next < cells.length; next += 1) taken[at + below]?.add(next)
      }
    }
    return cells
  })
}

/** Blocks of a cell in one line. */
function writeCell(entry: RstNode, writer: RstWriter): string {
  const parts = nodesOf(entry).map((node) => {
    const isCode = /^(?:literal_block|doctest_block)$/.test(node.tag) || isCodeDirective(node)
    if (isCode) {
      const what = 'a block of code in a cell of a table is now in one line'
      reportLoss(writer.context, writer.lineOf(node), what, 'put it below the table')
      const code = node.tag === 'directive' ? String(node.attributes.content) : plainTextOf(node)
      return code
        .split('\n')
        .filter((row) => row.trim() !== '')
        .map(formatCodeSpan)
        .join(' ')
    }
    return writer
      .blocks([node])
      .map(({ text }) =>
        text
          .trim()
          .replace(/^[-*] (?=\S)/, '• ')
          .replace(/\\$/, ''),
      )
      .filter((text) => text !== '')
      .join(' ')
  })
  return parts.join(' ')
}

function isCodeDirective({ tag, attributes }: RstNode): boolean {
  return tag === 'directive' && /^(?:code|code-block|sourcecode)$/.test(String(attributes.name))
}
