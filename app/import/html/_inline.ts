import { escapeMarkdown } from '../../text/source_text/escape.ts'

export type Line = { readonly text: string; readonly line: number }

/** What begins a block at the start of a line. */
const BLOCK_START = /^(?=[-+](?:\s|$)|#{1,6}(?:\s|$)|>|:{3}|!{3}|[=-]+\s*$|\(\w+\)=)/
const NUMBER_START = /^(\d{1,9})(?=[.)](?:\s|$))/

type Mark = { readonly text: string; at: number | undefined }

type ClosedMark = { readonly from: number; readonly to: number; readonly length: number }

/** Text of one paragraph under construction: words, marks that touch them, and line breaks. */
export class InlineWriter {
  readonly #done: Line[] = []
  readonly #keepsLines: boolean
  readonly #marks: Mark[] = []
  #text = ''
  #line: number | undefined
  #space: '' | ' ' | '\n' = ''
  /** Where the last mark closed that Markdown may not see as one. */
  #closed: ClosedMark | undefined

  /** Headings, cells and the text of links have one line. */
  constructor(keepsLines: boolean) {
    this.#keepsLines = keepsLines
  }

  get isEmpty(): boolean {
    return this.#done.length === 0 && this.#text === ''
  }

  /** Whether what follows without a space belongs to a word. */
  get endsWithWord(): boolean {
    return this.#space === '' && /[^\s([]/.test(this.#text.slice(-1))
  }

  /** Whether it is a letter or a digit that what follows touches. */
  get endsWithLetter(): boolean {
    return this.#space === '' && /[\p{L}\p{N}]$/u.test(this.#text.slice(-2))
  }

  /** Text as a browser shows it, with the line on which it begins. */
  addText(text: string, line: number): void {
    let at = line
    for (const piece of text.split(/(\s+)/)) {
      if (piece === '') continue
      if (piece.trim() !== '') {
        this.#write(escapeDollars(escapeMarkdown(piece)), at, piece)
        continue
      }
      const feeds = piece.split('\n').length - 1
      at += feeds
      this.addSpace(feeds > 0)
    }
  }

  addSpace(isFeed = false): void {
    if (this.#space !== '\n') this.#space = isFeed && this.#keepsLines ? '\n' : ' '
  }

  /** Markdown that is complete: code, a picture, an anchor. */
  addRaw(markdown: string, line: number): void {
    if (markdown !== '') this.#write(markdown, line, markdown)
  }

  /** `**` or `*`; written when a word follows. */
  open(text: string): void {
    this.#marks.push({ text, at: undefined })
  }

  close(): void {
    const mark = this.#marks.pop()
    if (mark?.at === undefined) return
    const from = mark.at
    this.#closed = { from, to: this.#text.length, length: mark.text.length }
    this.#text += mark.text
  }

  /** A line break that readers see. */
  addBreak(): void {
    if (!this.#keepsLines || this.#marks.length > 0) {
      this.addSpace()
    } else if (this.#text !== '') {
      this.#text += '\\'
      this.#space = '\n'
    }
  }

  finish(): readonly Line[] {
    this.#endLine()
    const last = this.#done.at(-1)
    if (last?.text.endsWith('\\') === true && !last.text.endsWith('\\\\')) {
      this.#done[this.#done.length - 1] = { ...last, text: last.text.slice(0, -1).trimEnd() }
    }
    return this.#done
  }

  /** The text as one line, for what cannot have more. */
  finishLine(): string {
    return this.finish()
      .map(({ text }) => text)
      .join(' ')
  }

  #write(markdown: string, line: number, shown: string): void {
    if (this.#space === '\n' && this.#text !== '') {
      if (this.#marks.some(({ at }) => at !== undefined)) this.#text += ' '
      else this.#endLine()
    } else if (this.#space === ' ' && this.#text !== '') this.#text += ' '
    else if (this.#space === '') this.#repairMark(shown)
    const closed = this.#closed
    this.#space = ''
    this.#closed = undefined
    this.#line ??= line
    for (const mark of this.#marks) {
      if (mark.at !== undefined) continue
      if (closed !== undefined && this.#reopen(mark, closed)) continue
      mark.at = this.#text.length
      this.#text += mark.text
    }
    this.#text += markdown
  }

  /** Two words with the same mark are marked together. */
  #reopen(mark: Mark, { from, to, length }: ClosedMark): boolean {
    const end = this.#text.slice(to)
    if (end.trimEnd() !== mark.text || length !== mark.text.length) return false
    this.#text = this.#text.slice(0, to) + end.slice(length)
    mark.at = from
    return true
  }

  /** `**"word"**s` is no mark in Markdown: then the text stays and the mark goes. */
  #repairMark(shown: string): void {
    if (this.#closed === undefined) return
    const { from, to, length } = this.#closed
    const before = this.#text[to - 1] ?? ''
    if (!/[\p{P}\p{S}]/u.test(before) || !/^[\p{L}\p{N}]/u.test(shown)) return
    this.#text = this.#text.slice(0, from) + this.#text.slice(from + length, to)
  }

  #endLine(): void {
    const text = this.#text.trim()
    if (text !== '') {
      const safe = text.replace(BLOCK_START, '\\').replace(NUMBER_START, '$1\\')
      this.#done.push({ text: safe, line: this.#line ?? 1 })
    }
    this.#text = ''
    this.#line = undefined
    this.#closed = undefined
  }
}

/** A dollar beside a letter could begin or end a formula. */
function escapeDollars(text: string): string {
  return text.replace(/\$(?=[^\d\s])|(?<=\S)\$/g, '\\$&')
}
