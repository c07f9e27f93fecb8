import { countSpaces, replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from './code_lines.ts'

type DefinitionStyle = {
  /** What stands before a meaning. */
  readonly mark: RegExp
  /**
   * A term is one line, and what it means stands two columns to the right of its mark; else each
   * line of a paragraph is a term, and the text behind the mark says where the rest stands.
   */
  readonly isNarrow: boolean
}

export const GOLDMARK: DefinitionStyle = { mark: /^ {0,3}:[ \t]+(?=\S)/, isNarrow: false }

/** Definition lists of the plugin for markdown-it, which MyST uses. */
export const MARKDOWN_IT: DefinitionStyle = { mark: /^ {0,3}[:~][ \t]+(?=\S)/, isNarrow: true }

/** What can be a term: plain text, no other block. */
const TERM = /^ {0,3}(?![ \t>#|:]|[-*+][ \t]|\d{1,9}[.)][ \t]|`{3}|~{3}|<)\S/

/** What a paragraph does not go on behind; anchors have been put before their block. */
const END = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|[=-]+[ \t]*$|(?:[-*_][ \t]*){3,}$|<a id="[^"]*"><\/a>$)/

/**
 * Definition lists become lists: the term in bold, what it means below it. `Term`, then lines
 * `: meaning`, with a blank line between or not.
 */
export function writeDefinitionLists(
  lines: readonly SourceLine[],
  style = GOLDMARK,
  nameAnchor: (term: string) => string | undefined = () => undefined,
): readonly SourceLine[] {
  if (!lines.some(({ text }) => style.mark.test(text))) return lines
  const follow = createFenceFollower()
  const isCode = lines.map(({ text }) => follow(text))
  const textAt = (at: number) => (isCode[at] === true ? undefined : lines[at]?.text)
  const isBlank = (at: number) => textAt(at)?.trim() === ''
  const isDefinition = (at: number) => style.mark.test(textAt(at) ?? '')
  const isApart = (at: number) => isBlank(at - 1) || END.test(textAt(at - 1) ?? '#')
  const isTerm = (at: number) => {
    if (!TERM.test(textAt(at) ?? '') || isDefinition(at)) return false
    if (style.isNarrow && !isApart(at)) return false
    const last = at + (style.isNarrow ? 1 : 8)
    let next = at + 1
    while (next < last && TERM.test(textAt(next) ?? '') && !isDefinition(next)) next++
    return isDefinition(isBlank(next) ? next + 1 : next)
  }
  const written: SourceLine[] = []
  /** The column that belongs to the open term; undefined where none is open. */
  let margin: number | undefined
  for (const [at, line] of lines.entries()) {
    const indent = countSpaces(line.text)
    const isMore = margin !== undefined && indent >= margin && isBlank(at - 1)
    if (!isMore && isTerm(at)) {
      margin = indent + 2
      if (written.at(-1)?.text.trim() !== '') written.push({ ...line, text: '' })
      const term = line.text.trim().replace(/^\*\*(.*)\*\*$/, '$1')
      const id = nameAnchor(term)
      const anchor = id === undefined ? '' : `<a id="${id}"></a>`
      written.push({ ...line, text: `- ${anchor}**${term}**` })
    } else if (margin !== undefined && isDefinition(at)) {
      margin = findMargin(line.text, style)
      if (written.at(-1)?.text.trim() !== '') written.push({ ...line, text: '' })
      written.push({ ...line, text: `  ${readMeaning(line.text, style)}` })
    } else if (margin !== undefined && line.text.trim() !== '') {
      const moved = moveText(line.text, margin, isBlank(at - 1))
      if (indent < margin && isBlank(at - 1)) margin = undefined
      written.push(replaceText(line, moved))
    } else written.push(line)
  }
  return written
}

/** The first line of a meaning; five spaces before it make it code. */
function readMeaning(text: string, { mark, isNarrow }: DefinitionStyle): string {
  const [head = ''] = mark.exec(text) ?? []
  const spaces = countSpaces(head.trimStart().slice(1))
  return (isNarrow && spaces > 4 ? ' '.repeat(spaces - 1) : '') + text.slice(head.length)
}

/** Where the text of a meaning stands that begins with this line. */
function findMargin(text: string, { mark, isNarrow }: DefinitionStyle): number {
  const column = countSpaces(text)
  const width = (mark.exec(text)?.[0].length ?? 0) - column
  return column + (isNarrow ? 2 : Math.min(width, 4))
}

/** Text of a term where the list item has its own; behind a blank line it can be outside. */
function moveText(text: string, margin: number, isAfterBlank: boolean): string {
  const indent = countSpaces(text)
  if (indent >= margin) return `  ${text.slice(margin)}`
  if (!isAfterBlank) return `  ${text}`
  // Where the item has its text, this would belong to it.
  return indent < 4 ? text.trimStart() : text
}
