import { blockContent, continued, holdsBlock, withoutNothing } from './_lines.ts'
import type { RenderContext } from './_rendering.ts'
import type { Element, Node } from './_tree.ts'

/** Markdown of `<ul>`, `<ol>` or `<dl>`. */
export function htmlList(list: Element, context: RenderContext): string {
  const ordered = list.name === 'ol'
  const items = elements(list.children)
  let number = Number(list.attributes.find(({ name }) => name === 'start')?.value ?? 1) || 1
  const rows = items.map((item) => {
    const content = blockContent(context.render(item.children))
    if (item.name === 'dt') return `**${content}**`
    if (item.name === 'dd') return content
    if (item.name !== 'li') return blockContent(context.render([item]))
    const marker = ordered ? `${number++}. ` : '- '
    return content === '' ? '' : continued(`${marker}${content}`, ' '.repeat(marker.length))
  })
  const loose = list.name === 'dl' || rows.some((row) => row.includes('\n\n'))
  return rows.filter((row) => row !== '').join(loose ? '\n\n' : '\n')
}

/** Markdown of `<table>`: a table if every cell is a line, else its cells one below the other. */
export function htmlTable(table: Element, context: RenderContext): string {
  const caption = descendants(table.children, ['caption'])
    .map((each) => blockContent(context.render(each.children)))
    .filter((text) => text !== '')
  const rows = descendants(table.children, ['tr']).map((row) =>
    descendants(row.children, ['td', 'th']).map((cell) =>
      blockContent(context.render(cell.children)),
    ),
  )
  const filled = rows.filter((cells) => cells.some((cell) => cell !== ''))
  if (filled.some((cells) => cells.some((cell) => holdsBlock(cell)))) {
    context.lose(
      table.start,
      'a table with code blocks in its cells becomes paragraphs',
      'check that its rows can still be told apart',
    )
    return [...caption, ...filled.flat().filter((cell) => cell !== '')].join('\n\n')
  }
  const columns = filled.reduce((most, cells) => Math.max(most, cells.length), 0)
  const [head, ...body] = filled
  if (head === undefined) return caption.join('\n\n')
  const lines = [
    tableRow(head, columns),
    tableRow(
      head.map(() => '---'),
      columns,
      '---',
    ),
  ]
  return [...caption, [...lines, ...body.map((cells) => tableRow(cells, columns))].join('\n')].join(
    '\n\n',
  )
}

function tableRow(cells: readonly string[], columns: number, fill = ''): string {
  const padded = [...cells, ...Array<string>(columns - cells.length).fill(fill)]
  return `| ${padded.map(cellText).join(' | ')} |`
}

function cellText(cell: string): string {
  return withoutNothing(cell)
    .replace(/\\?\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')
    .trim()
}

function elements(nodes: readonly Node[]): readonly Element[] {
  return nodes.filter((node): node is Element => node.kind === 'element')
}

/** Elements of these names, not looking inside of them. */
function descendants(nodes: readonly Node[], names: readonly string[]): readonly Element[] {
  return elements(nodes).flatMap((element) => {
    if (names.includes(element.name)) return [element]
    return element.name === 'table' ? [] : descendants(element.children, names)
  })
}
