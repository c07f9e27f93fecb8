/** A fenced code block of the source, without the indentation of its container. */
export type Fence = {
  /** Text before the fence on its line: spaces, `>` and list markers. */
  readonly prefix: string
  /** Opening line without the prefix, content lines dedented, closing line. */
  readonly lines: readonly string[]
  readonly closed: boolean
  /** Offset after the block and its line end. */
  readonly end: number
}

const OPENING = /((?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*)(`{3,}[^`\n]*|~{3,}[^\n]*)(\n|$)/y

/** Reads the fenced code block whose opening line begins at `at` (CommonMark 4.5). */
export function readFence(source: string, at: number): Fence | undefined {
  OPENING.lastIndex = at
  const opening = OPENING.exec(source)
  if (opening === null) return undefined
  const prefix = opening[1] ?? ''
  const first = opening[2] ?? ''
  const marker = /^(`+|~+)/.exec(first)?.[0] ?? ''
  const quotes = prefix.split('>').length - 1
  const width = widthOf(quotes === 0 ? prefix : prefix.slice(prefix.lastIndexOf('>') + 1))
  const lines = [first.trimEnd()]
  let from = at + opening[0].length
  while (from < source.length) {
    const feed = source.indexOf('\n', from)
    const end = feed === -1 ? source.length : feed
    const line = removeQuotes(source.slice(from, end), quotes)
    // A line without `>` ends the quote, and with it the block.
    if (line === undefined) return { prefix, lines: [...lines, marker], closed: true, end: from }
    from = Math.min(end + 1, source.length)
    if (isClosing(line, marker, width))
      return { prefix, lines: [...lines, line.trim()], closed: true, end: from }
    lines.push(dedent(line, width))
  }
  return { prefix, lines: [...lines, marker], closed: false, end: source.length }
}

/** Whether a line closes a fence; four columns further in than the block, it is code itself. */
function isClosing(line: string, marker: string, width: number): boolean {
  const trimmed = line.trim()
  if (trimmed.length < marker.length) return false
  if (widthOf(/^[ \t]*/.exec(line)?.[0] ?? '') >= width + 4) return false
  const mark = marker.charAt(0)
  for (const character of trimmed) if (character !== mark) return false
  return true
}

function removeQuotes(line: string, quotes: number): string | undefined {
  let rest = line
  for (let depth = 0; depth < quotes; depth++) {
    const mark = /^[ \t]*>/.exec(rest)
    if (mark === null) return undefined
    rest = rest.slice(mark[0].length)
  }
  return rest
}

/** Columns of a text at the start of a line; a tab extends to the next multiple of four. */
export function widthOf(text: string): number {
  let column = 0
  for (const character of text) column += character === '\t' ? 4 - (column % 4) : 1
  return column
}

/** A line without at most `width` columns of its indentation. */
export function dedent(line: string, width: number): string {
  let column = 0
  let at = 0
  while (at < line.length && column < width) {
    const character = line[at]
    if (character === ' ') column++
    else if (character === '\t') column += 4 - (column % 4)
    else break
    at++
  }
  return ' '.repeat(Math.max(0, column - width)) + line.slice(at)
}

/** Whether the line above one has no text. */
export function isAfterBlank(source: string, start: number): boolean {
  const above = source.lastIndexOf('\n', start - 2) + 1
  return start - above > 0 && source.slice(above, start).trim() === ''
}
