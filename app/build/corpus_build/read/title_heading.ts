import {
  listChosenAnchors,
  parseMarkdown,
  readInlineText,
} from '../../../text/source_text/markdown.ts'

type TitleHeading = {
  readonly text: string
  /** Its line in the body, from 0. */
  readonly line: number
  /**
   * The body with its anchors and empty lines in its place, so that every other line keeps its
   * number.
   */
  readonly body: string
}

/** Takes the first heading of level 1 out of a body: pages and twins show the title above it. */
export function takeTitleHeading(body: string): TitleHeading | undefined {
  const { tokens } = parseMarkdown(body)
  const at = tokens.findIndex(({ type, tag, level }) => {
    return type === 'heading_open' && tag === 'h1' && level === 0
  })
  const range = tokens[at]?.map
  if (range === undefined || range === null) return undefined
  const [line, end] = range
  const text = readInlineText(tokens[at + 1]?.children ?? [])
  const anchors = listChosenAnchors(tokens, at).map((id) => `<a id="${id}"></a>`)
  const kept = body.split('\n').map((each, row) => {
    if (row < line || row >= end) return each
    return row === line ? anchors.join('') : ''
  })
  return { text: text.replace(/\s+/g, ' ').trim(), line, body: kept.join('\n') }
}
