import { TEXT_MARKS } from '../../contract/page.ts'
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

/**
 * Prose, headings, code, table cells and image texts, one block a line; no addresses. Marks say
 * what is code, an item or a cell (`TEXT_MARKS`).
 */
export function readSearchText(parsed: ParsedMarkdown): SearchText {
  const { tokens, headings } = parsed
  const blocks: string[] = []
  const sections: { heading: string; anchor: string; start: number }[] = []
  let length = 0
  let headingsSeen = 0
  let isItem = false
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = headings[headingsSeen]
      headingsSeen += 1
      if (heading === undefined) continue
      sections.push({ heading: heading.text, anchor: heading.anchor, start: length })
      continue
    }
    if (token.type === 'list_item_open') isItem = true
    const text = textOf(token).trim()
    const cell = findCell(tokens, at)
    if (text === '' && cell === undefined) continue
    const block = markBlock(text, token, isItem) + (cell === 'inner' ? TEXT_MARKS.cell : '')
    isItem = false
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

export function readPlainText(parsed: ParsedMarkdown): string {
  return readSearchText(parsed).text
}

/** White space that is a mark cannot stand within the text itself. */
const MARKS = new RegExp(`[${TEXT_MARKS.code}${TEXT_MARKS.item}]`, 'g')

function markBlock(text: string, { type }: Token, isItem: boolean): string {
  const { code, item, wrap } = TEXT_MARKS
  const plain = text.replace(MARKS, ' ')
  const isCode = type === 'fence' || type === 'code_block'
  const marked = isCode ? code + plain + code : plain.replaceAll('\n', `${wrap}\n`)
  return isItem ? item + marked : marked
}

/** Whether a token is the text of a cell, and of the last one of a row: an empty one counts too. */
function findCell(tokens: ParsedMarkdown['tokens'], at: number): 'inner' | 'last' | undefined {
  if (tokens[at]?.type !== 'inline' || !/^t[hd]_close$/.test(tokens[at + 1]?.type ?? '')) {
    return undefined
  }
  return tokens[at + 2]?.type === 'tr_close' ? 'last' : 'inner'
}

type Token = ParsedMarkdown['tokens'][number]

function textOf(token: Token): string {
  if (token.type === 'inline') return readInlineText(token.children ?? [])
  if (token.type === 'fence') return readCode(token.info, token.content)
  if (token.type === 'tab_open') return String(token.meta?.label ?? '')
  return /^(code|math)_block$/.test(token.type) ? token.content : ''
}
