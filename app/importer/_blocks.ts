import { dedent, widthOf } from './_fences.ts'

/**
 * Marks in text that is being built. A code block stands as one line until the very end, so that
 * nothing can touch its bytes; `NOTHING` stands where the source had something that goes away.
 */
export const NOTHING = '\u0000-\u0000'
const BLOCK = /\u0000b(\d+)\u0000/

export function formatBlockMark(index: number): string {
  return `\u0000b${index}\u0000`
}

export function holdsBlock(text: string): boolean {
  return BLOCK.test(text)
}

/** Fences lines of code, longer than any run of backticks in them, and gives their mark. */
export function addCodeBlock(lines: readonly string[], blocks: (readonly string[])[]): string {
  const runs = lines.join('\n').match(/`+/g) ?? []
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length), 2) + 1)
  return formatBlockMark(blocks.push([fence, ...lines, fence]) - 1)
}

/** Removes what goes away, with its line where it stood alone. */
export function removeNothing(text: string): string {
  if (!text.includes(NOTHING)) return text
  return text
    .split('\n')
    .filter((line) => !line.includes(NOTHING) || line.replaceAll(NOTHING, '').trim() !== '')
    .map((line) => (line.includes(NOTHING) ? line.replaceAll(NOTHING, '').trimEnd() : line))
    .join('\n')
}

/** Content of a block element: without blank ends, its own indentation and surplus blank lines. */
export function normalizeBlock(text: string): string {
  const lines = removeNothing(text).split('\n')
  const [first = '', ...rest] = lines
  // Text right behind the opening tag says nothing about the indentation of the lines below.
  const behindTag = first.trim() !== '' && !/^\s/.test(first)
  const width = findCommonWidth(behindTag ? rest : lines)
  const shifted = (behindTag ? rest : lines).map((line) => dedent(line, width))
  return levelIndentation(trimBlank(behindTag ? [first, ...shifted] : shifted)).join('\n')
}

function findCommonWidth(lines: readonly string[]): number {
  const widths = lines.filter((line) => line.trim() !== '').map(widthOfIndent)
  return widths.length === 0 ? 0 : widths.reduce((a, b) => Math.min(a, b))
}

function widthOfIndent(line: string): number {
  return widthOf(/^[ \t]*/.exec(line)?.[0] ?? '')
}

/** Lines without blank ones at both ends, and with one where several follow each other. */
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
 * Takes away the indentation that a block has beyond the text of the list item around it: it means
 * nothing in MDX, and from four columns on a code block in Markdown.
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

/** Puts each line behind the first below the text of the line that the first stands on. */
export function indentFollowingLines(text: string, prefix: string): string {
  const blank = prefix.trimEnd()
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? line : line === '' ? blank : prefix + line))
    .join('\n')
}

/** What stands before a line of a list item or quote, for the lines that follow it. */
export function continuationOf(prefix: string): string {
  return prefix.replace(/[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])/g, (marker) =>
    ' '.repeat(marker.length),
  )
}

/** Replaces the marks of code blocks by the blocks. */
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
