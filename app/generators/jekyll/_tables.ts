import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createCodeFollower } from '../../foreign_source/dialects/code_lines.ts'

const ROW = /^[ \t]{0,3}\|.*\|[ \t]*$/
const RULE = /^[ \t]{0,3}\|(?:[ \t]*[:=-][-:=+ \t|]*)\|?[ \t]*$/

const HEAD_OF_ITEM = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?\|/

/**
 * Tables of kramdown that need no head, or have rules between their rows: Markdown wants one head
 * and one rule.
 */
export function writeTables(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isCode = createCodeFollower()
  const out: SourceLine[] = []
  let rows: SourceLine[] = []
  const flush = () => {
    out.push(...writeTable(rows))
    rows = []
  }
  for (const line of lines) {
    // A table whose head stands behind the mark of an item is one already.
    const isStart = rows.length > 0 || !HEAD_OF_ITEM.test(out.at(-1)?.text ?? '')
    const isRow = !isCode(line.text) && isStart && (ROW.test(line.text) || RULE.test(line.text))
    if (isRow) rows.push(line)
    else {
      flush()
      out.push(line)
    }
  }
  flush()
  return out
}

function writeTable(rows: readonly SourceLine[]): readonly SourceLine[] {
  const isRule = (at: number) => RULE.test(rows[at]?.text ?? '')
  const [first] = rows
  if (first === undefined || (rows.length === 1 && !isRule(0))) return rows
  // A rule above the head only decorates.
  const from = isRule(0) ? 1 : 0
  const body = rows.slice(from).filter((_, at) => at <= 1 || !isRule(from + at))
  if (RULE.test(body[1]?.text ?? '')) return body
  const [head] = body
  if (head === undefined) return rows
  const count = head.text.replace(/`[^`]*`|\\\|/g, '').split('|').length - 2
  if (count < 1 || (body.length < 2 && from === 0)) return body
  const indent = /^[ \t]*/.exec(head.text)?.[0] ?? ''
  const cells = (cell: string) => `${indent}|${cell.repeat(count)}`
  return [replaceText(head, cells('   |')), replaceText(head, cells(' --- |')), ...body]
}
