import type { MarkdownIt, StateBlock } from 'markdown-it'
import {
  type BlockMarks,
  findClosingLine,
  lineText,
  openingText,
  parseInside,
  prefixOf,
} from './_block_lines.ts'
import { findTextStart } from './_link_rules.ts'
import { notesOf } from './_parser_notes.ts'

const OPENING = /^<details([ \t]+open(?:=(?:""|"open"))?)?[ \t]*>[ \t]*/i
const SUMMARY = /^<summary>(.*)<\/summary>[ \t]*$/i
const CLOSING = /^<\/details>[ \t]*$/i
const NAME = 'container:details'

const MARKS: BlockMarks = {
  opens: (text) => OPENING.test(text),
  closes: (text) => CLOSING.test(text),
}

/**
 * Adds `<details>` on a line of its own, with its `<summary>` there or on the next line, to
 * `</details>` on a line of its own. Markdown is between them.
 */
export function addDetails(markdown: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  markdown.block.ruler.before('fence', 'details', readDetails, { alt })
}

function readDetails(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const text = openingText(state, startLine, '<') ?? ''
  const opening = OPENING.exec(text)
  const rest = text.slice(opening?.[0].length ?? 0)
  if (opening === null || (rest !== '' && !SUMMARY.test(rest))) return false
  if (silent) return true
  const close = findClosingLine(state, startLine, endLine, MARKS)
  const { edits, faults } = notesOf(state.env)
  if (close === undefined) {
    const fix = 'put "</details>" on a line of its own after it'
    const what = '"<details>" is not closed'
    faults.push({ line: startLine, what, fix, severity: 'warning' })
  }
  const open = state.push('details_open', 'details', 1)
  open.map = [startLine, close ?? endLine]
  if (opening[1] !== undefined) open.attrSet('open', '')
  const isBelow = rest === '' && startLine + 1 < (close ?? endLine)
  const line = isBelow ? startLine + 1 : startLine
  const summary = SUMMARY.exec(isBelow ? lineText(state, line) : rest)?.[1]?.trim()
  const start = findTextStart(state, startLine)
  const end = state.eMarks[startLine] ?? start
  if (summary === undefined || isBelow) edits.push({ start, end, text: '' })
  if (summary !== undefined) pushSummary(state, line, summary)
  parseInside(state, NAME, summary === undefined ? startLine + 1 : line + 1, close ?? endLine)
  state.push('details_close', 'details', -1)
  if (close !== undefined) {
    const from = findTextStart(state, close)
    edits.push({ start: from, end: state.eMarks[close] ?? from, text: '' })
  }
  state.line = close === undefined ? endLine : close + 1
  return true
}

/** Other readers of Markdown get the summary as a paragraph in bold. */
function pushSummary(state: StateBlock, line: number, summary: string): void {
  const [start, end] = [findTextStart(state, line), state.eMarks[line] ?? 0]
  const mark = summary === '' || /[*_]/.test(summary) ? '' : '**'
  const text = state.isEmpty(line + 1) ? '' : `\n${prefixOf(state, line).trimEnd()}`
  const written = state.src.slice(start, end)
  const at = start + written.toLowerCase().indexOf('<summary>')
  const from = at + written.slice(at - start).indexOf(summary, '<summary>'.length)
  const { edits } = notesOf(state.env)
  edits.push({ start, end: from, text: mark })
  edits.push({ start: from + summary.length, end, text: mark + text })
  state.push('summary_open', 'summary', 1)
  const inline = state.push('inline', '', 0)
  inline.content = summary
  inline.map = [line, line + 1]
  // Its line ends with a tag, so that its place cannot be told from the end of the line.
  inline.meta = { sourceStart: from }
  inline.children = []
  state.push('summary_close', 'summary', -1)
}
