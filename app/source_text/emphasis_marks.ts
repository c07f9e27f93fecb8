import MarkdownIt, { type Token } from 'markdown-it'

/** Only emphasis is read; what a backslash escapes is none. */
const READER = new MarkdownIt('zero').enable(['emphasis', 'escape'])

type Mark = { readonly start: number; readonly end: number; readonly text: string }

/** The stars and underscores of a text that make emphasis by the rules of CommonMark. */
export function findEmphasisMarks(text: string): readonly Mark[] {
  const tokens: Token[] = []
  READER.inline.parse(text, READER, {}, tokens)
  const marks: Mark[] = []
  let start = 0
  for (const { type, content, markup } of tokens) {
    const end = start + (type === 'text' ? content : markup).length
    if (/^(?:em|strong)_/.test(type)) marks.push({ start, end, text: markup })
    start = end
  }
  return marks
}
