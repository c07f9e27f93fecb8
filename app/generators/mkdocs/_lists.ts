import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'

const ITEM = /^( *)([-*+]|\d{1,3}[.)])( +)(?=\S)/

/**
 * Items whose text stands further right than what follows it, or so far left of it that it would
 * be code: Python-Markdown takes four columns for a level, CommonMark the column of the text.
 */
export function levelLists(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isCode = createFenceFollower()
  return lines.map((line, at) => {
    const [whole = '', indent = '', marker = ''] = ITEM.exec(line.text) ?? []
    if (isCode(line.text) || whole === '') return line
    const base = indent.length - (indent.length % 4)
    const isMoved =
      whole.length > base + 4
        ? hasBlockAt(lines, at, base + 4, whole.length)
        : hasBlockAt(lines, at, Math.max(base + 4, whole.length + 4), base + 8)
    if (!isMoved) return line
    const gap = ' '.repeat(Math.max(1, 4 - marker.length))
    return replaceText(line, ' '.repeat(base) + marker + gap + line.text.slice(whole.length))
  })
}

/** Whether a block of the item begins between these columns; code has columns of its own. */
function hasBlockAt(
  lines: readonly SourceLine[],
  from: number,
  least: number,
  most: number,
): boolean {
  const isCode = createFenceFollower()
  let isAfterBlank = false
  let wasCode = false
  for (let at = from + 1; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? ''
    const width = text.length - text.trimStart().length
    const isInside = wasCode
    wasCode = isCode(text)
    if (isInside && wasCode) continue
    if (text.trim() === '') isAfterBlank = true
    else if (isAfterBlank && width < least - (least % 4)) return false
    else if (isAfterBlank && width >= least && width < most) return true
  }
  return false
}
