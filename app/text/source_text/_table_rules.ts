import type { Renderer, Token } from 'markdown-it'
import { escapeHtml } from '../../contract/html_escape.ts'
import { readInlineText } from './_anchor_rules.ts'
import { optionsOf } from './_html_options.ts'

/** From this length on, a cell needs room for its lines on a narrow screen. */
const LONG_CELL_CHARACTERS = 40

/**
 * Tables in a box that scrolls. One with long texts becomes a list of records on a narrow screen,
 * so each cell says what it is.
 */
export function addTableRules(rules: Renderer['rules']): void {
  rules.table_open = (tokens, at, _options, env) => {
    const label = escapeHtml(optionsOf(env).texts['table.region'])
    const names = labelCells(tokens, at) ? 'table records' : 'table'
    return `<div class="${names}" tabindex="0" role="group" aria-label="${label}">\n<table>\n`
  }
  rules.table_close = () => '</table>\n</div>\n'
  rules.th_open = (tokens, at) => `<th${renderCell(tokens[at])}>`
  rules.td_open = (tokens, at) => `<td${renderCell(tokens[at])}>`
}

/** Gives the cells of a table their facts; whether one of them is long. */
function labelCells(tokens: readonly Token[], tableAt: number): boolean {
  const heads: string[] = []
  const cells: { readonly token: Token; readonly label: string; readonly isLong: boolean }[] = []
  let column = 0
  for (let at = tableAt; tokens[at] !== undefined && tokens[at]?.type !== 'table_close'; at += 1) {
    const token = tokens[at]
    if (token?.type === 'tr_open') column = 0
    if (token?.type !== 'th_open' && token?.type !== 'td_open') continue
    const text = readInlineText(tokens[at + 1]?.children ?? [])
    const isLong = text.length >= LONG_CELL_CHARACTERS
    if (token.type === 'th_open') heads.push(text)
    // The first cell names the record.
    const label = token.type === 'td_open' && column > 0 ? (heads[column] ?? '') : ''
    cells.push({ token, label, isLong })
    column += 1
  }
  const hasLong = cells.some(({ isLong }) => isLong)
  for (const { token, label, isLong } of cells) {
    token.meta = { isLong, label: hasLong ? label : '' }
  }
  return hasLong
}

/** Classes, because pages have no inline styles. */
function renderCell(token: Token | undefined): string {
  const side = /^text-align:(\w+)$/.exec(String(token?.attrGet('style') ?? ''))?.[1]
  const isLong = token?.meta?.isLong === true
  const label = String(token?.meta?.label ?? '')
  const names = [...(side === undefined ? [] : [`align-${side}`]), ...(isLong ? ['long'] : [])]
  const data = label === '' ? '' : ` data-label="${escapeHtml(label)}"`
  return names.length === 0 ? data : ` class="${names.join(' ')}"${data}`
}
