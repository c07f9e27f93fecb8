/**
 * A source file seen twice, both views as long as the file, line for line: `code` with comments
 * and the insides of strings blanked, `bare` with only the comments blanked.
 */
export type Source = {
  readonly path: string
  readonly text: string
  readonly code: string
  readonly bare: string
  readonly comments: readonly Comment[]
}

export type Comment = { readonly start: number; readonly text: string }

type Span = { readonly kind: 'comment' | 'string'; readonly start: number; readonly end: number }

/** Reads a source file into its views; it need not compile, only close what it opens. */
export function sourceOf(path: string, text: string): Source {
  const spans = spansOf(text)
  const comments = spans.filter((span) => span.kind === 'comment')
  return {
    path,
    text,
    code: blank(text, spans),
    bare: blank(text, comments),
    comments: comments.map(({ start, end }) => ({ start, text: text.slice(start, end) })),
  }
}

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1))
    line++
  return line
}

function blank(text: string, spans: readonly Span[]): string {
  let out = ''
  let at = 0
  for (const { start, end } of spans) {
    out += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ')
    at = end
  }
  return out + text.slice(at)
}

// Template literals nest code in `${}`, so open ones are kept on a stack of brace depths.
function spansOf(text: string): readonly Span[] {
  const spans: Span[] = []
  const templates: number[] = []
  let depth = 0
  let at = 0
  const take = (kind: Span['kind'], start: number, end: number) => {
    if (end > start) spans.push({ kind, start, end })
  }
  const template = (from: number): number => {
    const stop = endOfTemplate(text, from)
    take('string', from, stop)
    if (text[stop] === '`') return stop + 1
    templates.push(depth)
    depth++
    return stop + 2
  }
  while (at < text.length) {
    const next = text[at]
    const end = endOfComment(text, at)
    if (end !== undefined) {
      take('comment', at, end)
      at = end
    } else if (next === "'" || next === '"' || (next === '/' && regexMayStart(text, at))) {
      const close = next === '/' ? endOfRegex(text, at + 1) : endOfString(text, at + 1, next)
      take('string', at + 1, close)
      at = close + 1
    } else if (next === '`') {
      at = template(at + 1)
    } else if (next === '}' && templates.at(-1) === depth - 1) {
      templates.pop()
      depth--
      at = template(at + 1)
    } else {
      if (next === '{') depth++
      if (next === '}') depth--
      at++
    }
  }
  return spans
}

function endOfComment(text: string, at: number): number | undefined {
  const ends = text.startsWith('//', at) ? '\n' : text.startsWith('/*', at) ? '*/' : undefined
  if (ends === undefined) return undefined
  const found = text.indexOf(ends, at + 2)
  if (found === -1) return text.length
  return ends === '\n' ? found : found + 2
}

function endOfString(text: string, from: number, quote: string): number {
  let at = from
  while (at < text.length && text[at] !== quote && text[at] !== '\n')
    at += text[at] === '\\' ? 2 : 1
  return at
}

function endOfTemplate(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '`' && !text.startsWith('${', at)) {
    at += text[at] === '\\' ? 2 : 1
  }
  return Math.min(at, text.length)
}

function endOfRegex(text: string, from: number): number {
  let inClass = false
  let at = from
  while (at < text.length && text[at] !== '\n' && (inClass || text[at] !== '/')) {
    if (text[at] === '[') inClass = true
    if (text[at] === ']') inClass = false
    at += text[at] === '\\' ? 2 : 1
  }
  return at
}

// A slash divides behind a value and opens a pattern anywhere else.
function regexMayStart(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd()
  if (/\b(return|typeof|case|in|of|await|yield|void)$/.test(before)) return true
  return !/[\w$)\]}'"`]$/.test(before)
}
