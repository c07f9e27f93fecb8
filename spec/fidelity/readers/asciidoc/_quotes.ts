/** A pair of marks: `bound` ones stand at the edges of words, others anywhere. */
type Quote = {
  readonly open: string
  readonly close: string
  readonly isBound: boolean
  /** What may not stand before, besides the signs of words. */
  readonly before?: string
  readonly after?: string
  readonly text?: string
  readonly shown?: readonly [string, string]
}

/** Marks in the order in which AsciiDoc reads them. */
const QUOTES: readonly Quote[] = [
  { open: '\\*\\*', close: '\\*\\*', isBound: false },
  { open: '\\*', close: '\\*', isBound: true },
  { open: '"`', close: '`"', isBound: true, shown: ['“', '”'] },
  { open: "'`", close: "`'", isBound: true, before: '`', shown: ['‘', '’'] },
  { open: '``', close: '``', isBound: false },
  { open: '`', close: '`', isBound: true, before: '"\'`', after: '"\'`' },
  { open: '__', close: '__', isBound: false },
  { open: '_', close: '_', isBound: true },
  { open: '##', close: '##', isBound: false },
  { open: '#', close: '#', isBound: true, before: '&' },
  { open: '\\^', close: '\\^', isBound: false, text: String.raw`\S+?` },
  { open: '~', close: '~', isBound: false, text: String.raw`\S+?` },
]

const WORD = String.raw`\p{L}\p{N}\p{M}\p{Pc}`
const ROLE = String.raw`(?:\[[^\]]{1,200}\])?`

const PATTERNS = QUOTES.map(({ open, close, isBound, before = '', after = '', text, shown }) => {
  const inner = text ?? (isBound ? String.raw`\S|\S[\s\S]*?\S` : String.raw`[\s\S]+?`)
  const start = isBound ? `(^|[^${WORD};:}${before}])` : String.raw`(\\?)`
  const end = isBound ? `(?![${WORD}${after}])` : ''
  return { pattern: new RegExp(`${start}${ROLE}${open}(${inner})${close}${end}`, 'gmu'), shown }
})

/** Code whose marks are marks; a sign for each tag keeps the marks around it apart. */
export function cutQuotes(text: string): string {
  let marked = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  for (const { pattern, shown = ['', ''] } of PATTERNS) {
    marked = marked.replace(pattern, (whole: string, before: string, inner: string) => {
      if (before === '\\') return whole.slice(1)
      return `${before}\u0002${shown[0]}${inner}${shown[1]}\u0003`
    })
  }
  return marked
    .replace(/[\u0002\u0003]/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
