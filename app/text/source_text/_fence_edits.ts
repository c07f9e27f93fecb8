import type { MarkdownIt, StateBlock, Token } from 'markdown-it'
import { isForPage, splitInfo } from './_code_words.ts'
import { findTextStart, wrapBlockRule } from './_link_rules.ts'
import { notesOf } from './_parser_notes.ts'
import {
  type CodeBlock,
  type CodeMark,
  isMathFence,
  readCodeBlock,
  showsChange,
} from './code_block.ts'
import type { Edit } from './source_positions.ts'

const SIGNS: Readonly<Partial<Record<CodeMark, string>>> = { added: '+', removed: '-' }

/** Notes how a fenced block reads in plain Markdown: without notation, a change as a diff. */
export function addFenceEdits(markdown: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list']
  wrapBlockRule(markdown, 'fence', alt, (state, pushed) => {
    for (const token of pushed) {
      if (token.type !== 'fence') continue
      if (isMathFence(token.info)) notesOf(state.env).hasMath = true
      noteEdits(state, token)
    }
  })
}

function noteEdits(state: StateBlock, token: Token): void {
  const { info, content, map } = token
  if (map === null || (!content.includes('[!code') && !/\{\s*\d|\s[/"]/.test(info))) return
  const block = readCodeBlock(info, content)
  const isChange = showsChange(block)
  const { edits } = notesOf(state.env)
  const start = findTextStart(state, map[0]) + token.markup.length
  // Numbers of lines mean nothing without our page.
  const words = splitInfo(info.trim().slice(block.language.length)).filter(
    (word) => !isForPage(word),
  )
  const shown = [isChange ? 'diff' : block.language, ...words].join(' ')
  edits.push({ start, end: state.eMarks[map[0]] ?? start, text: shown })
  edits.push(...editsOfLines(state, { block, content, isChange, from: map[0] + 1 }))
}

type Lines = {
  readonly block: CodeBlock
  readonly content: string
  readonly isChange: boolean
  /** Line of the source that the first line of the code is on. */
  readonly from: number
}

function editsOfLines(state: StateBlock, { block, content, isChange, from }: Lines): Edit[] {
  const written = content.split('\n')
  return block.lines.flatMap((line, at) => {
    const raw = written[at] ?? ''
    const end = state.eMarks[from + at] ?? 0
    const start = end - raw.length
    // A tab that the parser split is not in the source as it is in the code.
    if (state.src.slice(start, end) !== raw) return []
    const sign = isChange ? (SIGNS[line.mark ?? 'marked'] ?? ' ') : ''
    return [
      ...(sign === '' ? [] : [{ start, end: start, text: sign }]),
      ...(line.text === raw ? [] : [{ start: start + line.text.length, end, text: '' }]),
    ]
  })
}
