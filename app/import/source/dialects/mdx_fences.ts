import { openFence, widthOfIndent } from '../../markdown/line_classes.ts'
import { type Lines, replaceText } from '../../markdown/source_line.ts'

/**
 * Lines of MDX whose fences end where all readers of Markdown see it. MDX has no indented code, so
 * there a fence ends at any depth, and in Markdown less than four columns further in.
 */
export function levelClosings(lines: Lines): Lines {
  let open: ReturnType<typeof openFence>
  return lines.map((line) => {
    const marks = openFence(line.text)
    if (open === undefined) {
      open = marks?.quotes === 0 ? marks : undefined
      return line
    }
    const { mark, column } = open
    const isEnd = marks?.info.trim() === '' && marks.prefix.trim() === ''
    if (!isEnd || !marks.mark.startsWith(mark)) return line
    open = undefined
    const isLevel = widthOfIndent(line.text) < column + 4
    return isLevel ? line : replaceText(line, ' '.repeat(column) + marks.mark)
  })
}
