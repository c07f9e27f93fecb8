import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from './code_lines.ts'

const DEFINITION = /^ {0,3}:[ \t]+(?=\S)/
/** What can be a term: plain text, no other block. */
const TERM = /^ {0,3}(?![ \t>#|:]|[-*+][ \t]|\d{1,9}[.)][ \t]|`{3}|~{3}|<)\S/

/**
 * Definition lists become lists: the term in bold, what it means below it. `Term`, then lines
 * `: meaning`, with a blank line between or not.
 */
export function writeDefinitionLists(lines: readonly SourceLine[]): readonly SourceLine[] {
  if (!lines.some(({ text }) => DEFINITION.test(text))) return lines
  const follow = createFenceFollower()
  const isCode = lines.map(({ text }) => follow(text))
  const textAt = (at: number) => (isCode[at] === true ? undefined : lines[at]?.text)
  const isBlank = (at: number) => textAt(at)?.trim() === ''
  const isDefinition = (at: number) => DEFINITION.test(textAt(at) ?? '')
  const isTerm = (at: number) => {
    if (!TERM.test(textAt(at) ?? '')) return false
    let next = at + 1
    while (next - at < 8 && TERM.test(textAt(next) ?? '') && !isDefinition(next)) next++
    return isDefinition(isBlank(next) ? next + 1 : next)
  }
  const written: SourceLine[] = []
  let isInside = false
  for (const [at, line] of lines.entries()) {
    if (isCode[at] !== true && (!isInside || isBlank(at - 1) || isTerm(at)) && isTerm(at)) {
      isInside = true
      if (written.at(-1)?.text.trim() !== '') written.push({ ...line, text: '' })
      written.push({ ...line, text: `- **${line.text.trim().replace(/^\*\*(.*)\*\*$/, '$1')}**` })
    } else if (isInside && isDefinition(at)) {
      if (written.at(-1)?.text.trim() !== '') written.push({ ...line, text: '' })
      written.push({ ...line, text: `  ${line.text.replace(DEFINITION, '')}` })
    } else if (isInside && line.text.trim() !== '') {
      const indent = /^ */.exec(line.text)?.[0].length ?? 0
      if (indent < 2 && isBlank(at - 1)) isInside = false
      // Text of a definition may stand four columns to the right, or not at all.
      const moved = indent >= 4 ? line.text.slice(2) : indent >= 2 ? line.text : `  ${line.text}`
      written.push(isInside ? replaceText(line, moved) : line)
    } else written.push(line)
  }
  return written
}
