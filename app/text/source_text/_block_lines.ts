import type { MarkdownIt, StateBlock } from 'markdown-it'
import { findTextStart } from './_link_rules.ts'
import { type Fault, notesOf } from './_parser_notes.ts'
import type { Range } from './source_positions.ts'

const FENCE = /^(`{3,}|~{3,})/

/** Blocks of ours that begin and end on a line of their own, with Markdown between the two. */
type BlockForm<Opening> = {
  readonly name: string
  /** The character that the first line begins with. */
  readonly first: string
  /** What the first line says; undefined where it opens no such block. */
  readonly opens: (text: string) => Opening | undefined
  readonly closes: (text: string) => boolean
  /** What is wrong with a block that nothing closes. */
  readonly unclosed: (opening: Opening) => Omit<Fault, 'line'>
  readonly push: (state: StateBlock, block: Block<Opening>) => void
}

export type Block<Opening> = {
  readonly opening: Opening
  /** Lines of its two marks. */
  readonly line: number
  readonly close: number
}

/** Adds a form of blocks to the parser. Other readers of Markdown get nothing of its last line. */
export function addBlockForm<Opening>(markdown: MarkdownIt, form: BlockForm<Opening>): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  markdown.block.ruler.before(
    'fence',
    form.name,
    (state, line, endLine, silent) => {
      const opening = form.opens(openingText(state, line, form.first) ?? '')
      if (opening === undefined) return false
      if (silent) return true
      const close = findClosingLine(state, line, endLine, form)
      const { edits, faults } = notesOf(state.env)
      if (close === undefined) faults.push({ line, ...form.unclosed(opening) })
      else edits.push({ ...rangeOfLine(state, close), text: '' })
      form.push(state, { opening, line, close: close ?? endLine })
      state.line = close === undefined ? endLine : close + 1
      return true
    },
    { alt },
  )
}

/** Pushes a line of a block as a text of its own, as Markdown. */
export function pushLine(
  state: StateBlock,
  { type, tag, line, text }: { type: string; tag: string; line: number; text: Range },
): void {
  state.push(`${type}_open`, tag, 1).attrs = type === tag ? null : [['class', type]]
  const inline = state.push('inline', '', 0)
  inline.content = state.src.slice(text.start, text.end)
  inline.map = [line, line + 1]
  // Marks may follow it on its line, so that its place cannot be told from the end of the line.
  inline.meta = { sourceStart: text.start }
  inline.children = []
  state.push(`${type}_close`, tag, -1)
}

/** What plain Markdown has around a line that is a paragraph in bold. */
export function boldLine(title: string): readonly [before: string, after: string] {
  const mark = title === '' || /[*_]/.test(title) ? '' : '**'
  return [mark, title === '' ? '' : `${mark}\n`]
}

export function rangeOfLine(state: StateBlock, line: number): Range {
  const start = findTextStart(state, line)
  return { start, end: state.eMarks[line] ?? start }
}

/** The text of a line that may open a block: it begins with this character, and is not code. */
function openingText(state: StateBlock, line: number, first: string): string | undefined {
  if (state.src[findTextStart(state, line)] !== first) return undefined
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined
  return lineText(state, line)
}

export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(findTextStart(state, line), state.eMarks[line])
}

/** The line that closes a block: not one in code, nor one that closes an inner one. */
function findClosingLine<Opening>(
  state: StateBlock,
  startLine: number,
  endLine: number,
  { opens, closes }: BlockForm<Opening>,
): number | undefined {
  let depth = 1
  let fence: string | undefined
  for (let line = startLine + 1; line < endLine; line += 1) {
    const isOutside = (state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line)
    if (isOutside) return undefined
    const text = lineText(state, line)
    const mark = FENCE.exec(text)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && text.trim() === mark) fence = undefined
    } else if (mark !== undefined) fence = mark
    else if (closes(text)) depth -= 1
    else if (opens(text) !== undefined) depth += 1
    if (depth === 0) return line
  }
  return undefined
}

/** Parses lines as a block of their own, below the token that was pushed last. */
export function parseInside(state: StateBlock, name: string, from: number, to: number): void {
  const { parentType, lineMax } = state
  state.parentType = name
  state.lineMax = to
  state.md.block.tokenize(state, from, to)
  state.parentType = parentType
  state.lineMax = lineMax
}

/** What a further line needs in front of it to be in the same lists and quotes. */
export function prefixOf(state: StateBlock, line: number): string {
  const start = findTextStart(state, line)
  const lineStart = state.src.lastIndexOf('\n', start - 1) + 1
  return state.src.slice(lineStart, start).replace(/[^>\s]/g, ' ')
}
