import { widthOf } from '../../foreign_markup/fences.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'

const OPENING = /^((?:[ \t]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*)(`{3,}(?!.*`)|~{3,})/
const CLOSING = /^([ \t]*)(`{3,}|~{3,})[ \t]*$/

/**
 * Lines of MDX whose fences end where all readers of Markdown see it. MDX has no indented code, so
 * there a fence ends at any depth, and in Markdown less than four columns further in.
 */
export function levelClosings(lines: readonly SourceLine[]): readonly SourceLine[] {
  let open = ''
  let columns = 0
  return lines.map((line) => {
    if (open === '') {
      const [, before = '', mark = ''] = OPENING.exec(line.text) ?? []
      open = mark
      columns = widthOf(before)
      return line
    }
    const [, before = '', mark = ''] = CLOSING.exec(line.text) ?? []
    if (!mark.startsWith(open)) return line
    open = ''
    return widthOf(before) < columns + 4 ? line : replaceText(line, ' '.repeat(columns) + mark)
  })
}
