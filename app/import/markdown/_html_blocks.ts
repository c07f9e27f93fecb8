import { writtenOf } from './_attributes.ts'
import { hasBlock, indentFollowingLines, normalizeBlock, removeNothing } from './_blocks.ts'
import type { RenderContext } from './_render_context.ts'
import type { Element, Node } from './_tree.ts'
import { calloutKindOf } from './callout_kinds.ts'
import { escapeBars } from './table_bars.ts'

/** Markdown of `<ul>`, `<ol>` or `<dl>`. */
export function renderList(list: Element, context: RenderContext): string {
  const ordered = list.name === 'ol'
  const items = filterElements(list.children)
  let number = Number(writtenOf(list, 'start') ?? 1) || 1
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
  const found = findDescendants(table.children, ['tr'])
  const cells = found.map((row) => findDescendants(row.children, ['td', 'th']))
  const rows = (loose.length === 0 ? cells : [loose, ...cells]).map((row) =>
    row.map((cell) => normalizeBlock(context.render(cell.children))),
  )
  const filled = rows.filter((cells) => cells.some((cell) => cell !== ''))
  if (filled.some((cells) => cells.some((cell) => hasBlock(cell)))) {
    const what = 'a table with code blocks in its cells was turned into paragraphs'
    context.reportLoss(table.start, what, 'check that its rows can still be distinguished')
    return [...caption, ...filled.flat().filter((cell) => cell !== '')].join('\n\n')
  }
  const columns = filled.reduce((most, cells) => Math.max(most, cells.length), 0)
  const [head, ...body] = filled
  if (head === undefined) return caption.join('\n\n')
  const rule = formatTableRow([], columns, '---')
  const lines = body.map((cells) => formatTableRow(cells, columns))
  return [...caption, [formatTableRow(head, columns), rule, ...lines].join('\n')].join('\n\n')
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

/** What the first class of a box is called; the second may be its kind. */
const BOX = /^(?:admonition|callout|note)$/
const HEADING = /^#{1,6} ([^\n]+)(?:\n+|$)/

/** `<div class="note warning">` as a callout, with its heading for a title. */
export function renderBox(element: Element, content: string): string | undefined {
  const classes = writtenOf(element, 'class') ?? writtenOf(element, 'className')
  const [first = '', second] = classes?.trim().split(/\s+/) ?? []
  const id = writtenOf(element, 'id') ?? ''
  const anchor = /^[\w.-]+$/.test(id) ? `<a id="${id}"></a>\n\n` : ''
  const text = removeNothing(content).trim()
  if (element.name !== 'div' || !BOX.test(first) || text === '') return undefined
  const { kind } = calloutKindOf(second ?? first)
  const [head = '', words = ''] = HEADING.exec(text) ?? []
  // A title is plain text: a heading with a link or an anchor stays one.
  const title = /\]\(|\{#|<a /.test(words) ? '' : words
  const body = title === '' ? text : text.slice(head.length)
  if (title === '' && !body.includes('\n\n') && !/^(?:```|:::|#)/m.test(body)) {
    return anchor + `\n[!${kind.toUpperCase()}]\n${body}`.replace(/\n/g, '\n> ').slice(1)
  }
  // One colon more than any block inside.
  const inside = [...body.matchAll(/^:{3,}/gm)].map(([colons]) => colons.length)
  const colons = ':'.repeat(Math.max(3, ...inside.map((length) => length + 1)))
  return `${anchor}${colons}${kind}${title === '' ? '' : ` ${title}`}\n${body}\n${colons}`
}
