import { type BareField, findPairs, isBareField, isMarkup } from './_markup.ts'
import { type Attribute, createEffort, type Effort, findExpressionEnd, readTag } from './_tags.ts'
import { isAfterBlank, readFence, type Token } from './_token.ts'
import { cutAttributes, mapOutsideCode } from './code_spans.ts'
import { ListColumns, widthOf, widthOfIndent } from './line_classes.ts'

const IMPORT =
  /import\s(?:[^'"\n]*(?:\n[^'"\n]+){0,99}\sfrom\s+)?(?:'[^'\n]+'|"[^"\n]+")[ \t]*;?[ \t]*(?:\n|$)/y
const EXPORT = /export\s+(?:const|let|var|function|async|class|default|\{|\*)/y
const DIRECTIVE_OPEN =
  /([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?):{3,}[ \t]*([A-Za-z][\w-]*)[ \t]*([^\n]*)(?:\n|$)/y
const DIRECTIVE_CLOSE = /[ \t]*:{3,}[ \t]*(?:\n|$)/y
const BLOCK_END =
  /\n[ \t>]*(?:\n|`{3}|~~~|:::|#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|\||<\/?[A-Z])/g
const HEADING_ID = /\{:?[ \t]*[#.][^\s{}]+(?:[ \t]+[^\s{}]+)*[ \t]*\}[ \t]*(?=\n|$)/y

/** Cuts a source into tokens. With `mdx`, braces and `export` have a meaning. */
export function scan(source: string, mdx: boolean, hasImports = true): readonly Token[] {
  const scanner = new Scanner(source, mdx, hasImports)
  const tokens = scanner.run()
  // Whether `<form>` is a word of a command is known when the tags after it are.
  const paired = findPairs(tokens, scanner.bareFields)
  return paired.size === 0 ? tokens : new Scanner(source, mdx, hasImports, paired).run()
}

class Scanner {
  readonly #source: string
  readonly #mdx: boolean
  readonly #hasImports: boolean
  /** Offsets of bare fields that have a closing tag. */
  readonly #paired: ReadonlySet<number>
  readonly bareFields: BareField[] = []
  readonly #tokens: Token[] = []
  readonly #effort: Effort = createEffort()
  #at = 0
  #textStart = 0
  #depth = 0
  readonly #lists = new ListColumns()
  #blockEnd = -1
  /** No comment that begins here or below is closed. */
  #lastComment = Number.POSITIVE_INFINITY
  /** Lengths of runs of backticks that nothing closes before `#blockEnd`. */
  readonly #unclosed = new Set<number>()

  constructor(
    source: string,
    mdx: boolean,
    hasImports: boolean,
    paired: ReadonlySet<number> = new Set(),
  ) {
    this.#paired = paired
    this.#source = source
    this.#mdx = mdx
    this.#hasImports = hasImports
  }

  run(): readonly Token[] {
    while (this.#at < this.#source.length) {
      if (this.#at === 0 || this.#source[this.#at - 1] === '\n') {
        if (this.#block()) continue
      }
      this.#inline()
    }
    this.#flush(this.#source.length)
    return this.#tokens
  }

  /** Takes a block: one or more whole lines with a meaning of their own. */
  #block(): boolean {
    const start = this.#at
    const line = this.#line(start)
    const { isItem, column } = this.#lists.read(line)
    const plain = !this.#mdx && this.#depth === 0
    if (plain && column >= this.#lists.inner + 4 && !isItem) {
      if (line.trim() !== '' && (start === 0 || isAfterBlank(this.#source, start))) {
        return this.#take({ kind: 'indented', start, end: this.#indentedEnd(start) })
      }
    }
    const fence = readFence(this.#source, start)
    if (fence !== undefined) return this.#take({ kind: 'fence', start, ...fence })
    return this.#directive(start) || this.#module(start, line)
  }

  #indentedEnd(start: number): number {
    let end = start
    for (let at = start; at < this.#source.length; ) {
      const line = this.#line(at)
      const blank = line.trim() === ''
      if (!blank && widthOfIndent(line) < this.#lists.inner + 4) break
      at = Math.min(at + line.length + 1, this.#source.length)
      if (!blank) end = at
    }
    return end
  }

  #directive(start: number): boolean {
    DIRECTIVE_CLOSE.lastIndex = start
    const close = DIRECTIVE_CLOSE.exec(this.#source)
    if (close !== null) {
      this.#depth--
      return this.#take({ kind: 'close', name: ':::', start, end: this.#lineEnd(start, close[0]) })
    }
    DIRECTIVE_OPEN.lastIndex = start
    const open = DIRECTIVE_OPEN.exec(this.#source)
    if (open === null) return false
    const title = /^\[(.*)\]/.exec(open[3] ?? '')?.[1] ?? /title="([^"]*)"/.exec(open[3] ?? '')?.[1]
    const value = title ?? mapOutsideCode(open[3] ?? '', cutAttributes).trim()
    const attributes: readonly Attribute[] =
      value === '' ? [] : [{ name: 'title', kind: 'text', value }]
    const name = `:::${open[2] ?? ''}`
    this.#depth++
    const end = this.#lineEnd(start, open[0])
    // The mark and the indentation of a list say which item has the block.
    const [indent, { outer }] = [open[1] ?? '', this.#lists]
    const isInItem = /\S/.test(indent) || (outer > 0 && widthOf(indent) >= outer)
    const from = isInItem ? start + indent.length : start
    return this.#take({ kind: 'open', name, attributes, selfClosing: false, start: from, end })
  }

  /** Takes an MDX statement at the start of a line; prose may begin with the same word. */
  #module(start: number, line: string): boolean {
    IMPORT.lastIndex = start
    const statement = this.#hasImports && line.startsWith('import') && IMPORT.exec(this.#source)
    if (statement) {
      return this.#take({ kind: 'module', start, end: start + statement[0].length })
    }
    EXPORT.lastIndex = start
    if (!this.#mdx || !EXPORT.test(this.#source)) return false
    let end = start
    while (end < this.#source.length && this.#source[end] !== '\n') {
      end =
        (this.#source[end] === '{'
          ? findExpressionEnd(this.#source, end, this.#effort)
          : undefined) ?? end + 1
    }
    return this.#take({ kind: 'module', start, end: Math.min(end + 1, this.#source.length) })
  }

  /** Takes inline text up to the end of the line, or one piece with a meaning. */
  #inline(): void {
    const source = this.#source
    while (this.#at < source.length) {
      const next = source[this.#at]
      if (next === '\n') {
        this.#at++
        return
      }
      if (next === '\\') this.#at += source[this.#at + 1] === '\n' ? 1 : 2
      else if (next === '`') this.#codeSpan()
      else if ((next === '<' && this.#angle()) || (next === '{' && this.#brace())) {
        if (source[this.#at - 1] === '\n') return
      } else this.#at++
    }
  }

  #codeSpan(): void {
    const start = this.#at
    let length = 1
    while (this.#source[start + length] === '`') length++
    if (start >= this.#blockEnd) {
      BLOCK_END.lastIndex = start
      this.#blockEnd = BLOCK_END.exec(this.#source)?.index ?? this.#source.length
      this.#unclosed.clear()
    }
    this.#at = start + length
    if (this.#unclosed.has(length)) return
    const ticks = '`'.repeat(length)
    for (let at = this.#source.indexOf(ticks, this.#at); at !== -1 && at < this.#blockEnd; ) {
      let end = at + length
      while (this.#source[end] === '`') end++
      if (end - at === length) {
        this.#take({ kind: 'code', start, end })
        return
      }
      at = this.#source.indexOf(ticks, end)
    }
    this.#unclosed.add(length)
  }

  #angle(): boolean {
    const start = this.#at
    if (this.#source.startsWith('<!--', start)) {
      if (start >= this.#lastComment) return false
      const close = this.#source.indexOf('-->', start + 4)
      if (close === -1) this.#lastComment = start
      // An unclosed comment would swallow the rest of the page, so it stays text.
      return close !== -1 && this.#take({ kind: 'comment', start, end: close + 3 })
    }
    const tag = this.#attempt(() => readTag(this.#source, start, this.#effort))
    if (tag === undefined) return false
    if (isBareField(tag) && !this.#paired.has(start)) {
      if (!tag.selfClosing) this.bareFields.push({ start, name: tag.name })
      return false
    }
    if (!isMarkup(tag, this.#source, start, this.#mdx)) return false
    const { name, attributes, selfClosing, end } = tag
    if (tag.kind === 'close') {
      this.#depth = Math.max(0, this.#depth - 1)
      return this.#take({ kind: 'close', name, start, end })
    }
    if (!selfClosing) this.#depth++
    return this.#take({ kind: 'open', name, attributes, selfClosing, start, end })
  }

  /** A success costs nothing; only failed attempts are bounded. */
  #attempt<Found>(find: () => Found | undefined): Found | undefined {
    const { left } = this.#effort
    const found = find()
    if (found !== undefined) this.#effort.left = left
    return found
  }

  #brace(): boolean {
    const start = this.#at
    const source = this.#source
    HEADING_ID.lastIndex = start
    const line = source.lastIndexOf('\n', start - 1) + 1
    const id = source[line] === '#' ? HEADING_ID.exec(source) : null
    if (id !== null) return this.#take({ kind: 'anchor', start, end: start + id[0].length })
    if (!this.#mdx && !source.startsWith('{/*', start)) return false
    const end = this.#attempt(() => findExpressionEnd(source, start, this.#effort))
    if (end === undefined) return false
    const comment = /^\{\s*\/\*/.test(source.slice(start, start + 40))
    const only = comment && /\*\/\s*\}$/.test(source.slice(Math.max(start, end - 40), end))
    return this.#take({ kind: only ? 'comment' : 'expression', start, end })
  }

  #take(token: Token): true {
    this.#flush(token.start)
    this.#tokens.push(token)
    this.#at = token.end
    this.#textStart = token.end
    return true
  }

  #flush(end: number): void {
    if (end > this.#textStart) this.#tokens.push({ kind: 'text', start: this.#textStart, end })
  }

  #line(start: number): string {
    const feed = this.#source.indexOf('\n', start)
    return this.#source.slice(start, feed === -1 ? this.#source.length : feed)
  }

  /** End of a matched line without its line feed, which stays text. */
  #lineEnd(start: number, matched: string): number {
    return start + matched.length - (matched.endsWith('\n') ? 1 : 0)
  }
}
