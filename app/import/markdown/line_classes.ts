import type { Lines, SourceLine } from './source_line.ts'

/** The marks of a fenced block of code on the line that opens it (CommonMark 4.5). */
type FenceMarks = {
  /** Text before them on their line: spaces, `>` and list markers. */
  readonly prefix: string
  /** The backticks or tildes. */
  readonly mark: string
  readonly info: string
  readonly quotes: number
  /** Columns before them in the innermost quote. */
  readonly column: number
}

/** What a line is, and the marks of the fenced block that it belongs to. */
type LineClass =
  | { readonly kind: 'open' | 'inside' | 'close'; readonly fence: FenceMarks }
  | { readonly kind: 'pre' | 'indented' | 'blank' | 'text' }

/** What may stand before the text of a line: spaces, quote marks and list markers. */
const LEAD = String.raw`(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*`
const LEADING = new RegExp(`^${LEAD}`)
const OPENING = new RegExp(`^(${LEAD})(\`{3,}(?![^\\n]*\`)|~{3,})([^\\n]*)$`)
const PRE = new RegExp(`^${LEAD}<pre\\b`, 'i')
const ITEM = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\S/
const HEADING = /^((?: {0,3}>){0,9} {0,3}(#{1,6}))(?:[ \t]+([^\n]*))?$/

/** Says of each line what it is. A dialect asks this, and reads no Markdown by itself. */
export function classify(lines: readonly (SourceLine | string)[]): readonly LineClass[] {
  const read = createLineReader()
  return lines.map((line) => read(typeof line === 'string' ? line : line.text))
}

/** Lines with those outside of fenced code, or of all code, changed. */
export function mapText(
  lines: Lines,
  change: (line: SourceLine, at: number) => SourceLine | Lines,
  isCode: (line: LineClass) => boolean = isFenced,
): Lines {
  const read = createLineReader()
  return lines.flatMap((line, at) => (isCode(read(line.text)) ? line : change(line, at)))
}

export function isFenced(line: LineClass | undefined): boolean {
  return line !== undefined && 'fence' in line
}

/** Whether a line is in a fenced block, or in `<pre>`. */
export function isMarkedCode(line: LineClass | undefined): boolean {
  return line?.kind === 'pre' || isFenced(line)
}

export function isAnyCode(line: LineClass | undefined): boolean {
  return line?.kind === 'indented' || isMarkedCode(line)
}

/** Classifies lines one by one, for a reader that leaves some of them out. */
export function createLineReader(): (text: string) => LineClass {
  const lists = new ListColumns()
  let fence: FenceMarks | undefined
  let inPre = false
  let mayIndent = true
  let isNote = false
  return (text) => {
    const open = fence
    const code = open === undefined ? undefined : followFence(open, text)
    if (open !== undefined && code !== undefined) {
      if (code.isEnd) fence = undefined
      return { kind: code.isEnd ? 'close' : 'inside', fence: open }
    }
    fence = inPre ? undefined : openFence(text)
    if (fence !== undefined) return { kind: 'open', fence }
    if (inPre || PRE.test(text)) {
      inPre = !/<\/pre\s*>/i.test(text)
      return { kind: 'pre' }
    }
    if (text.trim() === '') {
      mayIndent = true
      return { kind: 'blank' }
    }
    // Indented code stands below a blank line, and a note has its text there, too.
    const { column } = lists.read(text)
    if (column === 0) isNote = text.startsWith('[^')
    mayIndent &&= !isNote && column >= lists.inner + 4
    return { kind: mayIndent ? 'indented' : 'text' }
  }
}

/** The fenced block that a line opens. */
export function openFence(line: string): FenceMarks | undefined {
  const [whole, prefix = '', mark = '', info = ''] = OPENING.exec(line) ?? []
  if (whole === undefined) return undefined
  const quote = prefix.lastIndexOf('>') + 1
  const column = widthOf(prefix.slice(quote))
  return { prefix, mark, info, quotes: prefix.split('>').length - 1, column }
}

/** A line of an open block without its quote; undefined where that ends, and the block with it. */
export function followFence(
  { mark, quotes, column }: FenceMarks,
  line: string,
): { readonly isEnd: boolean; readonly text: string } | undefined {
  let text = line
  for (let depth = 0; depth < quotes; depth++) {
    const quote = /^[ \t]*>/.exec(text)
    if (quote === null) return undefined
    text = text.slice(quote[0].length)
  }
  const bare = text.trim()
  const isMark = bare.startsWith(mark) && /^(?:`+|~+)$/.test(bare)
  // Four columns further in than the block, a fence is code itself.
  return { isEnd: isMark && widthOfIndent(text) < column + 4, text }
}

/** Follows the lists of a text line by line: where the text of their items stands. */
export class ListColumns {
  /** Column of the text of the current item; 0 outside lists. */
  inner = 0
  /** The same of the outermost list that is open. */
  outer = 0

  read(line: string): { readonly isItem: boolean; readonly column: number } {
    const item = ITEM.exec(line)
    const column = widthOfIndent(line)
    if (item !== null && column < this.inner + 4) this.inner = widthOf(item[1] ?? '')
    else if (line.trim() !== '' && column === 0) this.inner = 0
    if (this.inner === 0 || (item !== null && column === 0)) this.outer = 0
    this.outer ||= this.inner
    return { isItem: item !== null, column }
  }
}

/** A heading on one line, also in a quote: its marks with what is before them, and its text. */
type HeadingLine = { readonly mark: string; readonly level: number; readonly text: string }

export function readHeadingLine(line: string): HeadingLine | undefined {
  const [, mark, signs = '', text = ''] = HEADING.exec(line) ?? []
  return mark === undefined ? undefined : { mark, level: signs.length, text }
}

/** What stands before the text of a line: spaces, quote marks and list markers. */
export function leadOf(line: string): string {
  return LEADING.exec(line)?.[0] ?? ''
}

/** Columns of a text at the start of a line; a tab extends to the next multiple of four. */
export function widthOf(text: string): number {
  let column = 0
  for (const character of text) column += character === '\t' ? 4 - (column % 4) : 1
  return column
}

export function widthOfIndent(line: string): number {
  return widthOf(/^[ \t]*/.exec(line)?.[0] ?? '')
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
