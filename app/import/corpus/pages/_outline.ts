import type { Heading } from '../../../contract/build.ts'
import { type ParsedMarkdown, parseMarkdown } from '../../../text/source_text/markdown.ts'

/** The headings of a text, and everything that a link can lead to. */
type Outline = Pick<ParsedMarkdown, 'headings' | 'anchors'>

/** A text whose outline is known as soon as somebody asks, without parsing it more than once. */
export type OutlinedText = {
  readonly body: string
  readonly outline: () => Outline
  readonly parsed: () => ParsedMarkdown
}

export function outlineText(body: string): OutlinedText {
  let parsed: ParsedMarkdown | undefined
  const parse = (): ParsedMarkdown => {
    parsed ??= parseMarkdown(body)
    return parsed
  }
  return { body, outline: parse, parsed: parse }
}

/** A text without a heading. Its outline follows from that of the whole, in all usual cases. */
export function removeHeading(text: OutlinedText, heading: Heading): OutlinedText {
  const lines = text.body.split('\n')
  const at = heading.line
  const isOneLine = /^ {0,3}#/.test(lines[at] ?? '')
  let end = at + 1
  // A heading may also be text underlined with `=`.
  if (!isOneLine) {
    while (end < lines.length && !/^ {0,3}(=+|-+)[ \t]*$/.test(lines[end - 1] ?? '')) end++
  }
  const joined = [...lines.slice(0, at), ...lines.slice(end)].join('\n')
  const rest = outlineText(joined.replace(/^\n+/, ''))
  const isApart = [lines[at - 1] ?? '', lines[end] ?? ''].every((line) => line.trim() === '')
  const outline = text.outline()
  if (!isOneLine || !isApart || isNamesake(outline, heading)) return rest
  const shift = end - at + (joined.length - rest.body.length)
  return {
    ...rest,
    outline: () => ({
      headings: outline.headings
        .filter((each) => each !== heading)
        .map((each) => (each.line < at ? each : { ...each, line: each.line - shift })),
      anchors: outline.anchors.filter((anchor) => anchor !== heading.anchor),
    }),
  }
}

/** Whether other anchors might be named otherwise without this heading. */
function isNamesake({ anchors }: Outline, { anchor, anchors: more = [] }: Heading): boolean {
  if (more.length > 0 || /-\d+$/.test(anchor)) return true
  return anchors.some((each) => each.startsWith(`${anchor}-`))
}
