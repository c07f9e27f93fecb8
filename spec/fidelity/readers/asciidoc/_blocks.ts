import { splitWords } from '../../facts.ts'
import { readList, substitute } from './_attributes.ts'
import { readAdocCode } from './_code.ts'
import type { AdocCollector } from './_collector.ts'
import { AdocSlugs, type Heading, readHeading } from './_headings.ts'
import { readInline } from './_inline.ts'
import { ADMONITION, CODE, FENCE, findEnd, LIST, readMarker, TERM } from './_lines.ts'
import { blankHidden, cutIndent } from './_parts.ts'
import { type Pending, startPending, styleOf } from './_pending.ts'
import type { AdocRow } from './_rows.ts'
import { readAdocTable } from './_tables.ts'

/** Reads blocks one after the other; what holds others is read through. */
export class BlockReader {
  readonly #to: AdocCollector
  readonly #slugs = new AdocSlugs()
  #headings = 0
  #depth = 0
  #pending: Pending | undefined
  #isInList = false
  /** Of the items of the list that is being read, and of those around it. */
  readonly #markers = new Set<string>()

  constructor(to: AdocCollector) {
    this.#to = to
  }

  read(rows: readonly AdocRow[]): void {
    for (let at = 0; at < rows.length; ) at = this.#readOne(rows, at)
    this.#addTitle(this.#pending)
  }

  /** Reads what begins at a row, and returns where the next begins. */
  #readOne(rows: readonly AdocRow[], at: number): number {
    const row = rows[at]
    if (row === undefined) return rows.length
    const { text } = row
    const above = rows[at - 1]
    if (text === '' || /^(?:'{3,}|<{3}|-{3}|\*{3})$/.test(text)) return at + 1
    // A second one continues nothing: it is the first line of a text.
    if (text === '+' && above?.text !== '+') return at + 1
    if (this.#takeAttributes(row, above)) return at + 1
    if (/^\.(?![.\s])/.test(text)) {
      this.#pending ??= startPending(row, above)
      this.#pending.title = { ...row, text: text.slice(1) }
      return at + 1
    }
    // Inside a block there are no sections.
    const isSection = this.#depth === 0 || /^(?:discrete|float)$/.test(styleOf(this.#pending))
    const heading = isSection ? readHeading(rows, at) : undefined
    if (heading !== undefined) return this.#addHeading(rows, at, heading)
    const pending = this.#takePending(row)
    if (FENCE.test(text)) return this.#readFence(rows, at, pending)
    const [, macro, target = '', list = ''] = /^(\w+)::(\S.*?)?\[(.*)\]$/.exec(text) ?? []
    if (macro !== undefined) {
      this.#addMacro(macro, target, list, row, pending)
      return at + 1
    }
    return this.#readParagraph(rows, at, pending)
  }

  #takeAttributes(row: AdocRow, above: AdocRow | undefined): boolean {
    const text = substitute(row.text, row.attributes)
    const [, id] = /^\[\[([^\s[\],]+)(?:,.*)?\]\]$/.exec(text) ?? []
    const [, list] = /^\[((?:[\w.#%{,"'].*)?)\]$/.exec(text) ?? []
    if (id === undefined && list === undefined) return false
    this.#pending ??= startPending(row, above)
    // Of several, the last one counts; with a space `[#a b]` is no id.
    if (id !== undefined) this.#pending.ids.splice(0, 1, id)
    if (list === undefined) return true
    const read = readList(list)
    this.#pending.lists.push(read)
    const [, short] = /^[^\s#]*#([^.%,#\s]+)(?!\S*\s)/.exec(read.positions[0] ?? '') ?? []
    const own = short ?? read.named.get('id')
    if (own !== undefined) this.#pending.ids.splice(0, 1, own)
    return true
  }

  /** Of several titles above a block, AsciiDoc shows the last one alone. */
  #addTitle(pending: Pending | undefined): void {
    if (pending?.title !== undefined) this.#to.addText([pending.title])
  }

  #takePending(row: AdocRow): Pending | undefined {
    const pending = this.#pending
    this.#pending = undefined
    this.#addTitle(pending)
    const title = pending?.title && readInline([pending.title]).texts.join(' ')
    // What goes on with the next item of its own list names no block.
    const isLost = pending?.isContinued === true && this.#markers.has(readMarker(row.text))
    for (const id of isLost ? [] : (pending?.ids ?? [])) {
      this.#to.addAnchor(id, pending?.first ?? row)
      if (title) this.#to.titles.set(id, title)
    }
    return pending
  }

  #addHeading(rows: readonly AdocRow[], at: number, heading: Heading): number {
    const pending = this.#pending
    this.#pending = undefined
    this.#addTitle(pending)
    this.#markers.clear()
    const row = { ...heading.row, text: heading.text }
    const { texts, found } = readInline([row])
    const title = splitWords(texts.join(' ')).join(' ')
    const ids = [
      ...(pending?.ids ?? []),
      ...found.flatMap((each) => (each.kind === 'anchor' ? [each.value] : [])),
    ]
    this.#to.addText([{ ...row, text: heading.text.replace(/\[\[[^\]]*\]\]/g, '') }])
    this.#headings += 1
    if (this.#headings === 1) {
      this.#to.title = title
      this.#to.titles.set('', title)
    }
    const isTitle = heading.level === 1 && this.#headings === 1
    // Below a title, a heading with the same letters is the title again.
    const isRepeated = this.#headings === 2 && title === this.#to.title
    if (this.#headings > 1 && !isRepeated) this.#to.isAtTop = false
    const isDiscrete = styleOf(pending) === 'discrete' || styleOf(pending) === 'float'
    if (ids.length === 0 && title !== '' && !isTitle && !isDiscrete)
      ids.push(this.#slugs.make(texts.join(' '), row))
    for (const id of ids) {
      if (!this.#to.titles.has(id)) this.#to.titles.set(id, title)
      this.#to.addAnchor(id, heading.row)
    }
    this.#to.titles.set(title, title)
    // Who wrote a page, and when, follows its title at once.
    let next = at + heading.length
    const isTop = this.#headings === 1 && heading.level === 1
    for (let line = 0; isTop && line < 2 && (rows[next]?.text ?? '') !== ''; line++) {
      this.#to.decorations += 1
      next += 1
    }
    return next
  }

  #readFence(rows: readonly AdocRow[], at: number, pending: Pending | undefined): number {
    const row = rows[at]
    if (row === undefined) return rows.length
    if (rows[at - 1]?.text !== '+' && pending?.isContinued !== true) this.#markers.clear()
    const fence = row.text.startsWith('```') ? '```' : row.text
    const found = rows.findIndex((each, index) => index > at && each.text === fence)
    const end = found === -1 ? rows.length : found
    const inside = rows.slice(at + 1, end)
    const last = rows[end] ?? rows.at(-1) ?? row
    const style = styleOf(pending)
    const first = pending?.first ?? row
    if (style === 'comment') return end + 1
    const isCode = /^(?:-{4}|\.{4}|```)/.test(fence) || (fence === '--' && CODE.has(style))
    if (/^[|,:!]=/.test(fence)) {
      const lists = pending?.lists ?? []
      readAdocTable({ rows: inside, fence, first, last, lists, to: this.#to, readBlocks })
    } else if (style === 'stem' || style === 'latexmath' || style === 'asciimath') {
      this.#to.decorations += 1
    } else if (isCode && style !== 'verse') this.#addCode(inside, first, last, pending)
    else if (fence.startsWith('++++')) this.#addRaw(inside)
    else this.#readInside(inside, pending)
    return end + 1
  }

  #readInside(rows: readonly AdocRow[], pending: Pending | undefined): void {
    const style = styleOf(pending)
    const [first] = rows
    if (first !== undefined && ADMONITION.test(style)) this.#to.add('admonition', style, first)
    this.#addAttribution(pending)
    const wasInList = this.#isInList
    this.#isInList = false
    this.#depth += 1
    this.read(rows)
    this.#depth -= 1
    this.#pending = undefined
    this.#isInList = wasInList
  }

  #addAttribution(pending: Pending | undefined): void {
    if (pending === undefined || !/^(?:quote|verse)$/.test(styleOf(pending))) return
    const [, ...words] = pending.lists.at(-1)?.positions ?? []
    for (const text of words) this.#to.addText([{ ...pending.first, text }])
  }

  #addCode(
    inside: readonly AdocRow[],
    first: AdocRow,
    last: AdocRow,
    pending: Pending | undefined,
  ): void {
    const text = readAdocCode(inside, pending)
    if (text !== '') this.#to.add('code', `${text}\n`, first, last)
  }

  #addRaw(rows: readonly AdocRow[]): void {
    for (const row of blankHidden(rows)) {
      for (const word of splitWords(row.text.replace(/<[^>]*>/g, ' '))) {
        this.#to.add('prose', word, row)
      }
    }
  }

  #addMacro(
    name: string,
    target: string,
    list: string,
    row: AdocRow,
    pending: Pending | undefined,
  ): void {
    const line = (pending?.first ?? row).line
    const path = substitute(target, row.attributes)
    if (name === 'image') this.#to.addPicture(path, row, row, line)
    else if (name === 'toc' || name === 'video' || name === 'audio') this.#to.decorations += 1
    else this.#to.addText([{ ...row, text: list }])
  }

  #readParagraph(rows: readonly AdocRow[], at: number, pending: Pending | undefined): number {
    const first = rows[at]
    if (first === undefined) return rows.length
    const isItem = LIST.test(first.text) || TERM.test(first.text)
    const wasInList = this.#isInList
    this.#isInList = isItem || (wasInList && rows[at - 1]?.text === '+')
    if (isItem) this.#markers.add(readMarker(first.text))
    else if (!this.#isInList) this.#markers.clear()
    const style = styleOf(pending)
    const end = findEnd(rows, at, isItem || wasInList)
    const taken = rows.slice(at, end)
    const last = taken.at(-1) ?? first
    const start = pending?.first ?? first
    if (CODE.has(style) || (/^\s/.test(first.text) && !isItem && style === '')) {
      const shown = CODE.has(style) ? taken : cutIndent(taken, 0)
      this.#addCode(shown, start, last, pending)
      return end
    }
    if (style === 'comment') return end
    const [label = ''] = /^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)(?=:\s)/.exec(first.text) ?? []
    if (label !== '' || ADMONITION.test(style)) this.#to.add('admonition', label || style, start)
    this.#addAttribution(pending)
    const cut = first.text.slice(label.length).replace(LIST, '')
    const text = isItem ? cut.replace(/^\[[ x*]\]\s/, '') : cut
    const body = [{ ...first, text }, ...taken.slice(1)]
    // What a term means is a text of its own, below the term.
    if (TERM.test(first.text) && /(?:::|;;)$/.test(first.text)) this.#to.addText(body.splice(0, 1))
    this.#to.addText(body, isItem ? body[0] : start)
    return end
  }
}

/** A cell with blocks is a document of its own. */
function readBlocks(rows: readonly AdocRow[], to: AdocCollector): void {
  new BlockReader(to).read(rows)
}
