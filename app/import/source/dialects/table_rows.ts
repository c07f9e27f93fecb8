import { mapCode } from '../../markdown/code_spans.ts'
import { classify, isAnyCode } from '../../markdown/line_classes.ts'
import { type Lines, replaceText } from '../../markdown/source_line.ts'

const RULE = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
const LEAD = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?\|?/

/**
 * Rows of tables as Markdown wants them: the rule below the head has as many cells as the longest
 * row, and a stroke in code is no border. Python-Markdown reads such code, and leaves out the
 * cells.
 */
export function writeTableRows(lines: Lines): Lines {
  const code = classify(lines).map(isAnyCode)
  const out = [...lines]
  const isRow = (at: number) => {
    const text = lines[at]?.text ?? ''
    return code[at] === false && text.trim() !== '' && text.includes('|')
  }
  for (let at = 1; at < lines.length; at += 1) {
    const isRule = isRow(at) && RULE.test(lines[at]?.text ?? '')
    if (!isRule || !isRow(at - 1)) continue
    let end = at + 1
    while (isRow(end)) end += 1
    const rows = lines.slice(at - 1, end).map((line) => {
      return replaceText(line, mapCode(line.text, escapeStrokes))
    })
    const counts = rows.map(({ text }, row) => (row > 1 ? countTexts(text) : countCells(text)))
    const most = counts.reduce((a, b) => Math.max(a, b), 0)
    const padded = rows.map((line, row) => {
      const missing = most - countCells(line.text)
      if (row > 1 || missing === 0) return line
      const bare = line.text.trimEnd().replace(/(?<!\\)\|$/, '')
      const more = `| ${row === 1 ? '---' : ''} `.repeat(missing)
      return replaceText(line, `${bare}${more}|`)
    })
    out.splice(at - 1, padded.length, ...padded)
    at = end
  }
  return out
}

function escapeStrokes(span: string): string {
  return span.replace(/(?<!\\)\|/g, '\\|')
}

function countCells(text: string): number {
  return cellsOf(text).length
}

/** Cells up to the last one with text. */
function countTexts(text: string): number {
  return cellsOf(text).findLastIndex((cell) => cell.trim() !== '') + 1
}

function cellsOf(text: string): readonly string[] {
  const inner = text
    // The dash of a rule is no mark of an item.
    .replace(RULE.test(text) ? /^[ \t>]*\|?/ : LEAD, '')
    .trimEnd()
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/)
}
