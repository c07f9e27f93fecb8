import type { MarkdownIt, StateBlock } from 'markdown-it'
import {
  addBlockForm,
  boldLine,
  lineText,
  parseInside,
  prefixOf,
  pushLine,
  rangeOfLine,
} from './_block_lines.ts'
import { notesOf } from './_parser_notes.ts'
import type { Range } from './source_positions.ts'

const OPENING = /^<details([ \t]+open(?:=(?:""|"open"))?)?[ \t]*>[ \t]*/i
const SUMMARY = /^<summary>(.*)<\/summary>[ \t]*$/i
const CLOSING = /^<\/details>[ \t]*$/i

/**
 * Adds `<details>` on a line of its own, with its `<summary>` there or on the next line, to
 * `</details>` on a line of its own. Markdown is between them.
 */
export function addDetails(markdown: MarkdownIt): void {
  addBlockForm(markdown, {
    name: 'details',
    first: '<',
    opens: (text) => {
      const found = OPENING.exec(text)
      const rest = text.slice(found?.[0].length ?? 0)
      if (found === null || (rest !== '' && !SUMMARY.test(rest))) return undefined
      return { isOpen: found[1] !== undefined, rest }
    },
    closes: (text) => CLOSING.test(text),
    unclosed: () => ({
      what: '"<details>" is not closed',
      fix: 'put "</details>" on a line of its own after it',
      severity: 'warning',
    }),
    push: (state, { opening: { isOpen, rest }, line, close }) => {
      const open = state.push('details_open', 'details', 1)
      open.map = [line, close]
      if (isOpen) open.attrSet('open', '')
      const isBelow = rest === '' && line + 1 < close
      const at = isBelow ? line + 1 : line
      const summary = SUMMARY.exec(isBelow ? lineText(state, at) : rest)?.[1]?.trim()
      if (summary === undefined || isBelow) {
        notesOf(state.env).edits.push({ ...rangeOfLine(state, line), text: '' })
      }
      if (summary !== undefined) pushSummary(state, at, placeSummary(state, at, summary))
      parseInside(state, 'container:details', summary === undefined ? line + 1 : at + 1, close)
      state.push('details_close', 'details', -1)
    },
  })
}

function placeSummary(state: StateBlock, line: number, summary: string): Range {
  const { start } = rangeOfLine(state, line)
  const tag = start + lineText(state, line).toLowerCase().indexOf('<summary>')
  const from = state.src.indexOf(summary, tag + '<summary>'.length)
  return { start: from, end: from + summary.length }
}

/** Other readers of Markdown get the summary as a paragraph in bold. */
function pushSummary(state: StateBlock, line: number, text: Range): void {
  const { start, end } = rangeOfLine(state, line)
  const summary = state.src.slice(text.start, text.end)
  const [mark] = boldLine(summary)
  const below = state.isEmpty(line + 1) ? '' : `\n${prefixOf(state, line).trimEnd()}`
  const { edits } = notesOf(state.env)
  edits.push({ start, end: text.start, text: mark })
  edits.push({ start: text.end, end, text: mark + below })
  pushLine(state, { type: 'summary', tag: 'summary', line, text })
}
