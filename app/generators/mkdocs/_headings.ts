import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createCodeFollower } from '../../foreign_source/dialects/code_lines.ts'

/** A heading of Python-Markdown needs no space, and any blank is one. */
const TIGHT = /^(#{1,6})(?![#\s])|^(#{1,6})[\t \u00a0]*\u00a0[\t \u00a0]*/

export function spaceHeadings(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isCode = createCodeFollower()
  return lines.map((line) => {
    if (isCode(line.text)) return line
    return replaceText(line, line.text.replace(TIGHT, '$1$2 '))
  })
}
