import { hasBlock, indentFollowingLines, normalizeBlock, removeNothing } from './_blocks.ts'
import type { RenderContext } from './_render_context.ts'
import type { Element, Node } from './_tree.ts'
import { escapeBars } from './table_bars.ts'

/** Markdown of `<ul>`, `<ol>` or `<dl>`. */
export function renderList(list: Element, context: RenderContext): string {
  const ordered = list.name === 'ol'
  const items = filterElements(list.children)
  let number = Number(list.attributes.find(({ name }) => name === 'start')?.value ?? 1) || 1
  const rows = items.map((item) => {
    const content = normalizeBlock(context.render(item.children))
    if (item.name === 'dt') return `**${content}**`
    if (item.name === 'dd') return content
    if (item.name !== 'li') return normalizeBlock(context.render([item]))
    const marker = ordered ? `${number++}. ` : '- '
    return content === ''
      ? ''
      : indentFollowingLines(`${marker}${content}`, ' '.repeat(marker.length))
  })
  const loose = list.name === 'dl' || rows.some((row) => row.includes('\n\n'))
  return rows.filter((row) => row !== '').join(loose ? '\n\n' : '\n')
}

/** Markdown of `<table>`: a table if every cell is one line, otherwise a paragraph per cell. */
export function renderTable(table: Element, context: RenderContext): string {
  const caption = findDescendants(table.children, ['caption'])
    .map((each) => normalizeBlock(context.render(each.children)))
    .filter((text) => text !== '')
  // Browsers also show cells that stand in no row.
  const loose = filterElements(table.children).filter(({ name }) => /^t[dh]$/.test(name))
  const cells = findDescendants(table.children, ['tr']).map((row) =>
    findDescendants(row.children, ['td', 'th']),
  )
  const rows = (loose.length === 0 ? cells : [loose, ...cells]).map((row) =>
    row.map((cell) => normalizeBlock(context.render(cell.children))),
  )
  const filled = rows.filter((cells) => cells.some((cell) => cell !== ''))
  if (filled.some((cells) => cells.some((cell) => hasBlock(cell)))) {
    context.reportLoss(
      table.start,
      'a table with code blocks in its cells was turned into paragraphs',
      'check that its rows can still be distinguished',
    )
    return [...caption, ...filled.flat().filter((cell) => cell !== '')].join('\n\n')
  }
  const columns = filled.reduce((most, cells) => Math.max(most, cells.length), 0)
  const [head, ...body] = filled
  if (head === undefined) return caption.join('\n\n')
  const lines = [
    formatTableRow(head, columns),
    formatTableRow(
      head.map(() => '---'),
      columns,
      '---',
    ),
  ]
  return [
    ...caption,
    [...lines, ...body.map((cells) => formatTableRow(cells, columns))].join('\n'),
  ].join('\n\n')
}

function formatTableRow(cells: readonly string[], columns: number, fill = ''): string {
  const padded = [...cells, ...Array<string>(columns - cells.length).fill(fill)]
  return `| ${padded.map(formatCell).join(' | ')} |`
}

function formatCell(cell: string): string {
  return escapeBars(removeNothing(cell).replace(/\\?\s*\n\s*/g, ' ')).trim()
}

function filterElements(nodes: readonly Node[]): readonly Element[] {
  return nodes.filter((node): node is Element => node.kind === 'element')
}

/** Elements with these names, without those nested in a match or in another table. */
function findDescendants(nodes: readonly Node[], names: readonly string[]): readonly Element[] {
  return filterElements(nodes).flatMap((element) => {
    if (names.includes(element.name)) return [element]
    return element.name === 'table' ? [] : findDescendants(element.children, names)
  })
}
