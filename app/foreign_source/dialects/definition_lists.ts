import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from './code_lines.ts'

type DefinitionStyle = {
  /** What stands before a meaning. */
  readonly mark: RegExp
  /** Text belongs two columns to the right of its term, and code four more; else four and eight. */
  readonly isNarrow: boolean
}

const GOLDMARK: DefinitionStyle = { mark: /^ {0,3}:[ \t]+(?=\S)/, isNarrow: false }

/** Definition lists of the plugin for markdown-it, which MyST uses. */
export const MARKDOWN_IT: DefinitionStyle = { mark: /^ {0,3}[:~][ \t]+(?=\S)/, isNarrow: true }

/** What can be a term: plain text, no other block. */
const TERM = /^ {0,3}(?![ \t>#|:]|[-*+][ \t]|\d{1,9}[.)][ \t]|`{3}|~{3}|<)\S/

/**
 * Definition lists become lists: the term in bold, what it means below it. `Term`, then lines
 * `: meaning`, with a blank line between or not.
 */
export function writeDefinitionLists(
  lines: readonly SourceLine[],
  style = GOLDMARK,
): readonly SourceLine[] {
  if (!lines.some(({ text }) => style.mark.test(text))) return lines
  const follow = createFenceFollower()
  const isCode = lines.map(({ text }) => follow(text))
  const textAt = (at: number) => (isCode[at] === true ? undefined : lines[at]?.text)
  const isBlank = (at: number) => textAt(at)?.trim() === ''
  const isDefinition = (at: number) => style.mark.test(textAt(at) ?? '')
  const isTerm = (at: number) => {
    if (!TERM.test(textAt(at) ?? '') || isDefinition(at)) return false
    let next = at + 1
    while (next - at < 8 && TERM.test(textAt(next) ?? '') && !isDefinition(next)) next++
    return isDefinition(isBlank(next) ? next + 1 : next)
  }
  const written: SourceLine[] = []
  let isInside = false
  for (const [at, line] of lines.entries()) {
    const indent = indentOf(line.text)
    const isMore = isInside && indent >= 2 && isBlank(at - 1)
    if (!isMore && isTerm(at)) {
      isInside = true
      if (written.at(-1)?.text.trim() !== '') written.push({ ...line, text: '' })
      written.push({ ...line, text: `- **${line.text.trim().replace(/^\*\*(.*)\*\*$/, '$1')}**` })
    } else if (isInside && isDefinition(at)) {
      if (written.at(-1)?.text.trim() !== '') written.push({ ...line, text: '' })
      written.push({ ...line, text: `  ${readMeaning(line.text, style)}` })
    } else if (isInside && line.text.trim() !== '') {
      if (indent < 2 && isBlank(at - 1)) isInside = false
      written.push(isInside ? replaceText(line, moveText(line.text, style)) : line)
    } else written.push(line)
  }
  return written
}

/** The first line of a meaning; five spaces before it make it code. */
function readMeaning(text: string, { mark, isNarrow }: DefinitionStyle): string {
  const [head = ''] = mark.exec(text) ?? []
  const spaces = indentOf(head.trimStart().slice(1))
  return (isNarrow && spaces > 4 ? ' '.repeat(spaces - 1) : '') + text.slice(head.length)
}

/** Text of a definition where the list item has its own, even if it is not indented at all. */
function moveText(text: string, { isNarrow }: DefinitionStyle): string {
  const indent = indentOf(text)
  if (indent < 2) return `  ${text}`
  return indent >= 4 && !isNarrow ? text.slice(2) : text
}

function indentOf(text: string): number {
  return /^ */.exec(text)?.[0].length ?? 0
}
