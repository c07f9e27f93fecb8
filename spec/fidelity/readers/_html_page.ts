import { Parser } from 'htmlparser2'
import { nameOfPicture, readOutside, type SourcePage, splitWords, type Unit } from '../facts.ts'
import {
  type Attributes,
  classesOf,
  isAround,
  isBox,
  isBoxWithHeading,
  isContents,
  isInline,
} from './_html_parts.ts'
import { HtmlTables } from './_html_tables.ts'

export type HtmlPage = {
  readonly page: SourcePage
  /** Anchors of headings, terms and sections, which stay whether or not a link leads to them. */
  readonly known: ReadonlySet<Unit>
}

/** Reads a page of HTML as its parser walks over it, in `<main>` where there is one. */
export function readHtmlPage(file: string, text: string): HtmlPage {
  const isMarked = /<main\b|\brole=["']?main\b/i.test(text)
  const reader = new PageReader(file, isMarked)
  let [line, from] = [1, 0]
  const follow = (at: number): number => {
    for (; from < at; from++) if (text.charCodeAt(from) === 10) line += 1
    return line
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        reader.open(name, attributes, follow(parser.startIndex), follow(parser.endIndex)),
      ontext: (part) => reader.takeText(part, follow(parser.startIndex)),
      onclosetag: (name) => reader.close(name, follow(parser.endIndex)),
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.write(text)
  parser.end()
  return reader.finish()
}

type Open = {
  readonly name: string
  readonly isMain: boolean
  readonly isSkipped: boolean
  readonly line: number
}

class PageReader {
  readonly #units: Unit[] = []
  readonly #known = new Set<Unit>()
  readonly #stack: Open[] = []
  readonly #variants: string[] = []
  readonly #file: string
  readonly #isMarked: boolean
  #headings = 0
  #word: { text: string; line: number } = { text: '', line: 1 }
  #link: { text: string; target: string; line: number; isOpen: boolean } | undefined
  #code: { text: string; line: number } | undefined
  readonly #tables = new HtmlTables()
  #closed = ''
  #box = 0
  /** The element that raises or lowers the next text. */
  #raised = ''

  constructor(file: string, isMarked: boolean) {
    this.#file = file
    this.#isMarked = isMarked
  }

  open(name: string, attributes: Attributes, line: number, last: number): void {
    if (name === 'html' && attributes.lang !== undefined) this.#variants.push(attributes.lang)
    const above = this.#stack.at(-1)
    const isMain =
      above?.isMain === true || name === 'main' || attributes.role === 'main' || this.#isBody(name)
    const isGone = isAround(name, attributes, above?.name ?? '') || isLineNumber(attributes)
    // A table that puts numbers beside lines of code is none.
    if (isLineNumber(attributes)) this.#tables.leaveLayout()
    const isSkipped = above?.isSkipped === true || (isGone && name !== 'body' && name !== 'html')
    this.#stack.push({ name, isMain, isSkipped, line })
    if (!isMain || isSkipped) return
    // Names in code that follow each other are told apart by their look.
    const isNext = name === 'code' && this.#closed === 'code'
    this.#closed = ''
    if (!isInline(name) || isNext) this.#endWord()
    // What is small inside of it is raised, too.
    if (/^su[bp]$/.test(name)) this.#raised = name
    else if (!isInline(name)) this.#raised = ''
    this.#note(name, attributes, line, last)
  }

  #isBody(name: string): boolean {
    return name === 'body' && !this.#isMarked
  }

  #note(name: string, attributes: Attributes, line: number, last: number): void {
    if (/^h[1-6]$/.test(name)) this.#headings += 1
    this.#noteAnchor(name, attributes, line)
    if (this.#code !== undefined && name === 'br') this.#code.text += '\n'
    if (name === 'a' && attributes.href !== undefined) {
      this.#link = { text: '', target: attributes.href.trim(), line, isOpen: true }
    }
    this.#tables.open(name, line)
    if (name === 'pre') this.#code = { text: '', line }
    if (name === 'img') this.#addPicture(attributes.src ?? '', line, last)
    if (isBox(name, attributes)) this.#add('admonition', '', line, last)
    if (isBoxWithHeading(name, attributes)) this.#box = line
    else if (this.#box !== 0 && /^h[1-6]$/.test(name)) this.#add('admonition', '', this.#box, line)
    if (!isInline(name) && !isBoxWithHeading(name, attributes)) this.#box = 0
  }

  #noteAnchor(name: string, attributes: Attributes, line: number): void {
    const id = attributes.id ?? (name === 'a' ? attributes.name : undefined)
    // What is above the second heading is the page itself.
    if (id === undefined || this.#headings < 2) return
    const unit = this.#add('anchor', id, line, line)
    if (/^(?:h[2-6]|dt|section)$/.test(name) || attributes.name !== undefined) this.#known.add(unit)
    if (isContents(attributes)) this.#known.delete(unit)
  }

  takeText(text: string, line: number): void {
    const above = this.#stack.at(-1)
    if (above?.isMain !== true || above.isSkipped) return
    if (this.#code !== undefined) {
      this.#code.text += text
      return
    }
    this.#closed = ''
    // `11th` and `H2O` are words, and `2` above a line is an exponent.
    const isOfWord = this.#raised === 'sub' ? /^\d+$/ : /^(?:st|nd|rd|th)$/i
    if (this.#raised !== '' && !isOfWord.test(text.trim())) this.#endWord()
    this.#raised = ''
    let at = line
    for (const part of text.split(/(\s+)/)) {
      if (/\S/.test(part)) {
        if (this.#link?.isOpen === true) this.#link.text += part
        this.#tables.take(part)
        if (this.#word.text === '') this.#word.line = at
        this.#word.text += part
      } else if (part !== '') {
        this.#endWord()
        at += part.split('\n').length - 1
      }
    }
  }

  #endWord(): void {
    const { text, line } = this.#word
    for (const word of splitWords(text)) this.#add('prose', word, line, line)
    this.#word = { text: '', line }
    if (this.#link !== undefined) this.#link.text += ' '
    this.#tables.take(' ')
  }

  close(name: string, line: number): void {
    const at = this.#stack.findLastIndex((open) => open.name === name)
    const open = this.#stack[at]
    if (open === undefined) return
    this.#stack.length = at
    if (!open.isMain || open.isSkipped) return
    if (!isInline(name)) this.#endWord()
    if (name === 'a') this.#endLink(line)
    // Of a card that is a link, what stands in its first block leads there.
    else if (!isInline(name) && !/^(?:br|img)$/.test(name) && this.#link !== undefined) {
      this.#link.isOpen = splitWords(this.#link.text).length === 0
    }
    this.#closed = name
    if (name === 'pre') this.#endCode(line)
    const table = this.#tables.close(name, line)
    if (table === undefined) return
    this.#add('table', table.header, table.line, table.lineEnd)
    for (const row of table.rows) {
      Object.assign(this.#add('row', row.words, row.line, row.lineEnd), { block: table.line })
    }
  }

  #endLink(line: number): void {
    const link = this.#link
    this.#link = undefined
    if (link === undefined) return
    const text = splitWords(link.text).join(' ')
    const outside = readOutside(link.target)
    if (outside !== undefined && text !== '') {
      Object.assign(this.#add('outside', outside, link.line, line), { target: text })
    }
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(link.target)) return
    if (text === '' || link.target === '') return
    const unit = this.#add('link', text, link.line, line)
    Object.assign(unit, { target: link.target })
  }

  #endCode(line: number): void {
    const code = this.#code
    this.#code = undefined
    if (code === undefined || code.text.trim() === '') return
    // Blank lines around code are not copied.
    const text = code.text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
    // One line in a cell is code among its words.
    if (this.#tables.isInside && !text.includes('\n')) this.#takeWords(text, code.line)
    else this.#add('code', `${text}\n`, code.line, line)
  }

  #takeWords(text: string, line: number): void {
    this.#tables.take(text)
    for (const word of splitWords(text)) this.#add('prose', word, line, line)
  }

  /** A picture is reported with what is around it in its line. */
  #addPicture(target: string, line: number, last: number): void {
    const at = this.#stack.findLastIndex(({ name }) => !isInline(name) && name !== 'img')
    const first = this.#stack[at + 1]?.line ?? line
    this.#add('picture', nameOfPicture(target), Math.min(first, line), last)
  }

  #add(kind: Unit['kind'], value: string, line: number, lineEnd: number): Unit {
    const place = { file: this.#file, line, lineEnd: Math.max(line, lineEnd) }
    // A table is written row by row.
    const unit: Unit = { kind, value, ...place, block: this.#tables.rowLine }
    this.#units.push(unit)
    return unit
  }

  finish(): HtmlPage {
    this.#endWord()
    const page = {
      file: this.#file,
      units: this.#units,
      variants: this.#variants.slice(0, 1),
      decorations: 0,
    }
    return { page, known: this.#known }
  }
}

function isLineNumber(attributes: Attributes): boolean {
  return classesOf(attributes).some((each) => /^(?:linenos?|line-numbers?|lnt|boring)$/.test(each))
}
