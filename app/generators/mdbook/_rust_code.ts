import { classify } from '../../foreign_markup/line_classes.ts'
import { type Lines, replaceText } from '../../foreign_markup/source_line.ts'

/** Lines of Rust that mdBook hides, `# use x;`, go; `## x` shows `# x`. */
export function cutHiddenLines(lines: Lines): Lines {
  const classes = classify(lines)
  return lines.flatMap((line, at) => {
    const each = classes[at]
    if (each === undefined || !('fence' in each) || !/^[ \t]*rust\b/.test(each.fence.info))
      return line
    const hidden = /^([ \t>]*)#(#?)(?=[ \t]|#|$)(.*)$/.exec(line.text)
    if (hidden === null || /^[ \t]*#!?\[/.test(line.text)) return line
    return hidden[2] === '#' ? replaceText(line, `${hidden[1]}#${hidden[3]}`) : []
  })
}
