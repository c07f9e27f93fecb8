import type { StateBlock } from 'markdown-it'
import { findTextStart } from './_link_rules.ts'

const FENCE = /^(`{3,}|~{3,})/

/** The lines that begin and end a block of ours. */
export type BlockMarks = {
  readonly opens: (text: string) => boolean
  readonly closes: (text: string) => boolean
}

/** The text of a line that may open a block: it begins with this character, and is not code. */
export function openingText(state: StateBlock, line: number, first: string): string | undefined {
  if (state.src[findTextStart(state, line)] !== first) return undefined
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return undefined
  return lineText(state, line)
}

export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(findTextStart(state, line), state.eMarks[line])
}

/** The line that closes a block: not one in code, nor one that closes an inner one. */
export function findClosingLine(
  state: StateBlock,
  startLine: number,
  endLine: number,
  { opens, closes }: BlockMarks,
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
    else if (opens(text)) depth += 1
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
