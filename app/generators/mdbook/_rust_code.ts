import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'

const RUST = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*rust\b/

/** Lines of Rust that mdBook hides, `# use x;`, go; `## x` shows `# x`. */
export function cutHiddenLines(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isCode = createFenceFollower()
  let isRust = false
  let wasCode = false
  return lines.flatMap((line) => {
    const isInside = isCode(line.text)
    if (isInside && !wasCode) isRust = RUST.test(line.text)
    wasCode = isInside
    if (!isInside || !isRust) return [line]
    const hidden = /^([ \t>]*)#(#?)(?=[ \t]|#|$)(.*)$/.exec(line.text)
    if (hidden === null || /^[ \t]*#!?\[/.test(line.text)) return [line]
    if (hidden[2] === '#') return [replaceText(line, `${hidden[1]}#${hidden[3]}`)]
    return []
  })
}
