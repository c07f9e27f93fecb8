import { readCode } from './code_block.ts'
import { type ParsedMarkdown, readInlineText } from './markdown.ts'

/** Text of a body for search, and where in it each section starts, in characters. */
export type SearchText = {
  readonly text: string
  readonly sections: readonly {
    readonly heading: string
    readonly anchor: string
    readonly start: number
  }[]
}

/** Prose, headings, code, table cells and image texts, one block a line; no addresses. */
export function readSearchText(parsed: ParsedMarkdown): SearchText {
  const { tokens, headings } = parsed
  const blocks: string[] = []
  const sections: { heading: string; anchor: string; start: number }[] = []
  let length = 0
  let headingsSeen = 0
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      const heading = headings[headingsSeen]
      headingsSeen += 1
      if (heading === undefined) continue
      sections.push({ heading: heading.text, anchor: heading.anchor, start: length })
      continue
    }
    const block = textOf(token).trim()
    if (block === '') continue
    blocks.push(block)
    length += block.length + 1
  }
  const text = blocks.join('\n')
  // A heading without text at the end of a page starts where the text ends.
  const within = sections.map((section) => ({
    ...section,
    start: Math.min(section.start, text.length),
  }))
  return { text, sections: within }
}

/** The text alone. */
export function readPlainText(parsed: ParsedMarkdown): string {
  return readSearchText(parsed).text
}

function textOf(token: ParsedMarkdown['tokens'][number]): string {
  if (token.type === 'inline') return readInlineText(token.children ?? [])
  if (token.type === 'fence') return readCode(token.info, token.content)
  if (token.type === 'tab_open') return String(token.meta?.label ?? '')
  return /^(code|math)_block$/.test(token.type) ? token.content : ''
}
