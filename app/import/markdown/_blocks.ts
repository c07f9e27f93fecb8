import { makeFence } from '../../text/source_text/code_marks.ts'
import { dedent, widthOfIndent } from './line_classes.ts'

/**
 * Marks in text under construction. A code block is one mark until the very end, so that nothing
 * can touch its bytes; `NOTHING` marks the place of something that was removed.
 */
export const NOTHING = '\u0000-\u0000'
const BLOCK = /\u0000b(\d+)\u0000/

export function formatBlockMark(index: number): string {
  return `\u0000b${index}\u0000`
}

export function hasBlock(text: string): boolean {
  return BLOCK.test(text)
}

/** Adds a code block, with a fence longer than any backticks in it, and returns its mark. */
export function addCodeBlock(lines: readonly string[], blocks: (readonly string[])[]): string {
  const fence = makeFence(lines.join('\n'))
  return formatBlockMark(blocks.push([fence, ...lines, fence]) - 1)
}

/** Removes the `NOTHING` marks, and lines that had nothing else. */
export function removeNothing(text: string): string {
  if (!text.includes(NOTHING)) return text
  return text
    .split('\n')
    .filter((line) => !line.includes(NOTHING) || line.replaceAll(NOTHING, '').trim() !== '')
    .map((line) => (line.includes(NOTHING) ? line.replaceAll(NOTHING, '').trimEnd() : line))
    .join('\n')
}

/** Content of a block element without indentation, blank ends and repeated blank lines. */
export function normalizeBlock(text: string): string {
  const lines = removeNothing(text).split('\n')
  return levelIndentation(trimBlank(dedentBlock(lines))).join('\n')
}

/** Lines without the indentation that all of them have. */
export function dedentBlock(lines: readonly string[]): readonly string[] {
  const [first = '', ...rest] = lines
  // Text right after the opening tag says nothing about the indentation of the lines below.
  const isAfterTag = first.trim() !== '' && !/^\s/.test(first)
  const width = findCommonWidth(isAfterTag ? rest : lines)
  const shifted = (isAfterTag ? rest : lines).map((line) => dedent(line, width))
  return isAfterTag ? [first, ...shifted] : shifted
}

function findCommonWidth(lines: readonly string[]): number {
  const widths = lines.filter((line) => line.trim() !== '').map(widthOfIndent)
  return widths.length === 0 ? 0 : widths.reduce((a, b) => Math.min(a, b))
}

/** Removes blank lines at both ends, and collapses repeated blank lines. */
export function trimBlank(lines: readonly string[]): readonly string[] {
  const kept: string[] = []
  for (const line of lines) {
    const blank = line.trim() === ''
    if (blank && (kept.length === 0 || kept.at(-1) === '')) continue
    kept.push(blank ? '' : line)
  }
  if (kept.at(-1) === '') kept.pop()
  return kept
}

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/

/**
 * Removes the indentation of a block beyond the text of the list item around it: it means nothing
 * in MDX, but four columns of it would mean a code block in Markdown.
 */
export function levelIndentation(lines: readonly string[]): readonly string[] {
  const columns: number[] = []
  let shift = 0
  let floor = 0
  let afterBlank = true
  return lines.map((line) => {
    if (line.trim() === '') {
      afterBlank = true
      return line
    }
    let width = widthOfIndent(line)
    if (shift > 0 && width >= floor) width -= shift
    else shift = 0
    while (columns.length > 0 && width < (columns.at(-1) ?? 0)) columns.pop()
    const base = columns.at(-1) ?? 0
    if (width > base && (afterBlank || (BLOCK.test(line) && width >= base + 4))) {
      floor = width + shift
      shift += width - base
      width = base
    }
    afterBlank = false
    const text = line.trimStart()
    const item = ITEM.exec(text)
    if (item !== null) {
      const marker = item[0].length
      columns.push(
        width + (marker > 5 || text.length === marker ? text.search(/\s|$/) + 1 : marker),
      )
    }
    return ' '.repeat(width) + text
  })
}

/** Puts a prefix before each line but the first. */
export function indentFollowingLines(text: string, prefix: string): string {
  const blank = prefix.trimEnd()
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? line : line === '' ? blank : prefix + line))
    .join('\n')
}

/** The prefix of a line in a list item or quote, adapted for the lines that follow it. */
export function continuationOf(prefix: string): string {
  return prefix.replace(/[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])/g, (marker) =>
    ' '.repeat(marker.length),
  )
}

/** Replaces the marks of code blocks with the blocks. */
export function restoreBlocks(text: string, blocks: readonly (readonly string[])[]): string {
  if (!text.includes('\u0000')) return text
  return text
    .split('\n')
    .map((line) => {
      const mark = BLOCK.exec(line)
      if (mark === null) return line
      const prefix = line.slice(0, mark.index)
      const [first = '', ...rest] = blocks[Number(mark[1])] ?? []
      return prefix + first + rest.map((row) => `\n${indentRow(prefix, row)}`).join('')
    })
    .join('\n')
}

function indentRow(prefix: string, row: string): string {
  const before = continuationOf(prefix)
  return row === '' ? before.trimEnd() : before + row
}
