import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'
import { findTextStart } from './_link_rules.ts'
import { notesOf } from './_parser_notes.ts'

const QUOTED = /\$`([^`\n]+)`\$/y

/** Adds formulas as GitHub writes them; single dollars count only on a page with a block. */
export function addMath(markdown: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  markdown.block.ruler.before('fence', 'math', readBlock, { alt })
  markdown.inline.ruler.before('backticks', 'math', readInline)
}

function readBlock(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  if (!lineText(state, startLine).startsWith('$$')) return false
  const close = findClosing(state, startLine, endLine)
  if (close === undefined) return false
  if (silent) return true
  const indent = state.tShift[startLine] ?? 0
  const text = state.getLines(startLine, close + 1, indent, false).trim()
  const token = state.push('math_block', 'math', 0)
  token.content = text.slice(2, -2).trim()
  token.map = [startLine, close + 1]
  notesOf(state.env).hasMath = true
  state.line = close + 1
  return true
}

/** The line that ends with two dollars; a paragraph that only starts with them has none. */
function findClosing(state: StateBlock, startLine: number, endLine: number): number | undefined {
  for (let line = startLine; line < endLine && !state.isEmpty(line); line += 1) {
    const text = lineText(state, line).trimEnd()
    const isLongEnough = line > startLine || text.length > 4
    if (isLongEnough && text.endsWith('$$')) return line
  }
  return undefined
}

function lineText(state: StateBlock, line: number): string {
  return state.src.slice(findTextStart(state, line), state.eMarks[line])
}

function readInline(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '$') return false
  const found = readQuoted(state) ?? (notesOf(state.env).hasMath ? readPlain(state) : undefined)
  if (found === undefined) return false
  if (!silent) state.push('math_inline', 'math', 0).content = found.text
  state.pos = found.end
  return true
}

type Formula = { readonly text: string; readonly end: number }

function readQuoted({ src, pos }: StateInline): Formula | undefined {
  QUOTED.lastIndex = pos
  const found = QUOTED.exec(src)
  return found === null ? undefined : { text: found[1] ?? '', end: pos + found[0].length }
}

/** The rules of Pandoc: no space inside the dollars, no digit after them. */
function readPlain({ src, pos, posMax }: StateInline): Formula | undefined {
  if (!/[^\s$]/.test(src[pos + 1] ?? ' ')) return undefined
  for (let at = pos + 2; at < posMax; at += 1) {
    if (src[at] === '\\') at += 1
    else if (src[at] === '$') {
      const isEnd = !/\s/.test(src[at - 1] ?? '') && !/\d/.test(src[at + 1] ?? '')
      return isEnd ? { text: src.slice(pos + 1, at), end: at + 1 } : undefined
    }
  }
  return undefined
}
