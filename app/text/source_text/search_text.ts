import type { PieceKind } from '../../contract/text_pieces.ts'
import { readCode } from './code_block.ts'
import { type ParsedMarkdown, readInlineText } from './markdown.ts'

/** Text of a body for search, and where in it each section starts, in characters. */
type SearchText = {
  readonly text: string
  readonly sections: readonly {
    readonly heading: string
    readonly anchor: string
    readonly start: number
  }[]
  /** In order, with the first line of each in the Markdown. */
  readonly pieces: readonly TextPiece[]
}

type TextPiece = { readonly kind: PieceKind; readonly start: number; readonly line: number }

/** Prose, headings, code, table cells and image texts, one block a line; no addresses. */
export function readSearchText(parsed: ParsedMarkdown): SearchText {
  const { tokens, headings } = parsed
  const blocks: string[] = []
  const sections: { heading: string; anchor: string; start: number }[] = []
  const pieces = new PieceList()
  let length = 0
  let headingsSeen = 0
  for (const token of tokens) {
    pieces.enter(token)
    if (token.type === 'heading_open') {
      const heading = headings[headingsSeen]
      headingsSeen += 1
      if (heading === undefined) continue
      sections.push({ heading: heading.text, anchor: heading.anchor, start: length })
      pieces.add('heading', length)
      continue
    }
    const text = textOf(token).trim()
    if (text === '') continue
    pieces.addText(token, length)
    blocks.push(text)
    length += text.length + 1
  }
  const text = blocks.join('\n')
  // A heading without text at the end of a page starts where the text ends.
  const within = sections.map((section) => ({
    ...section,
    start: Math.min(section.start, text.length),
  }))
  return { text, sections: within, pieces: pieces.list }
}

export function readPlainText(parsed: ParsedMarkdown): string {
  return readSearchText(parsed).text
}

type Token = ParsedMarkdown['tokens'][number]

/** Collects the pieces of a page; what a page shows elsewhere than in its source, has none. */
class PieceList {
  readonly list: TextPiece[] = []
  #line = 0
  #item: number | undefined
  #row: { readonly line: number; readonly kind: PieceKind } | undefined
  #isHead = false
  #isHeading = false

  enter({ type, map }: Token): void {
    if (map !== null) [this.#line] = map
    this.#isHeading = type === 'inline' && this.list.at(-1)?.kind === 'heading' && this.#isHeading
    if (type === 'heading_open') this.#isHeading = true
    if (type === 'list_item_open') this.#item = this.#line
    if (type === 'thead_open' || type === 'tbody_open') this.#isHead = type === 'thead_open'
    if (type === 'tr_open') this.#row = { line: this.#line, kind: this.#isHead ? 'head' : 'row' }
    if (type === 'table_close') this.#row = undefined
  }

  addText({ type }: Token, start: number): void {
    if (this.#isHeading) return
    if (this.#row !== undefined) {
      if (this.#row.line !== this.list.at(-1)?.line) this.add(this.#row.kind, start, this.#row.line)
      return
    }
    const isCode = type !== 'inline' && type !== 'tab_open'
    const kind = isCode ? 'code' : this.#item === undefined ? 'prose' : 'item'
    this.add(kind, start, this.#item ?? this.#line)
  }

  add(kind: PieceKind, start: number, line = this.#line): void {
    this.#item = undefined
    const before = this.list.at(-1)?.line ?? 0
    // Every heading has a piece, by which its section is found.
    if (line >= before || kind === 'heading') {
      this.list.push({ kind, start, line: Math.max(line, before) })
    }
  }
}

function textOf(token: Token): string {
  if (token.type === 'inline') return readInlineText(token.children ?? [])
  if (token.type === 'fence') return readCode(token.info, token.content)
  if (token.type === 'tab_open') return String(token.meta?.label ?? '')
  return /^(code|math)_block$/.test(token.type) ? token.content : ''
}
