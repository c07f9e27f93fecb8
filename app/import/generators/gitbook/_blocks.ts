import { posix } from 'node:path'
import { quote } from '../../../contract/problem.ts'
import { classify, isMarkedCode, openFence } from '../../markdown/line_classes.ts'
import type { Lines, SourceLine } from '../../markdown/source_line.ts'
import type { Report } from '../../source/report/report.ts'
import { type BlockTag, cutAtTags, type Piece } from './_tags.ts'

type BlockContext = {
  readonly report: Report
  /** The title of the page that an address means. */
  readonly titleOf: (address: string, from: SourceLine) => string | undefined
}

const HINTS: Readonly<Record<string, string>> = {
  info: 'note',
  success: 'tip',
  warning: 'warning',
  danger: 'caution',
}

/** Tags that only say how their content looks. */
const LAYOUT = new Set('stepper columns column updates'.split(' '))

/** Blocks that show what an address names, with a text of their own up to their end. */
const CAPTIONED = new Set('embed file content-ref'.split(' '))

/** Writes the blocks of GitBook as ours. Code stays, but for the title that a block gives it. */
export function writeBlocks(lines: Lines, context: BlockContext): Lines {
  if (!lines.some(({ text }) => text.includes('{%'))) return lines
  const classes = classify(lines)
  const pieces = lines.flatMap((line, at): readonly Piece[] => {
    return isMarkedCode(classes[at]) ? [{ line, indent: CODE }] : cutAtTags(line)
  })
  return new BlockWriter(pieces, context).write()
}

/** What stands for the indentation of a line of code. */
const CODE = '\u0001'

class BlockWriter {
  readonly #pieces: readonly Piece[]
  readonly #context: BlockContext
  readonly #out: SourceLine[] = []
  readonly #steps: number[] = []
  #title: string | undefined
  #wasCode = false

  constructor(pieces: readonly Piece[], context: BlockContext) {
    this.#pieces = pieces
    this.#context = context
  }

  write(): Lines {
    for (let at = 0; at < this.#pieces.length; at += 1) {
      const piece = this.#pieces[at]
      if (piece === undefined) break
      if (piece.tag === undefined) this.#addLine(piece)
      else if (CAPTIONED.has(piece.tag.name) && !piece.tag.isEnd) {
        at = this.#addReference(piece, piece.tag, at)
      } else this.#addTag(piece, piece.tag, at)
    }
    return this.#out
  }

  #addLine({ line, indent }: Piece): void {
    const opens = indent === CODE && !this.#wasCode
    this.#wasCode = indent === CODE
    const marks = opens && this.#title !== undefined ? openFence(line.text) : undefined
    if (marks === undefined || this.#title === undefined) {
      this.#out.push(line)
      return
    }
    const title = this.#title.replaceAll('"', "'").replaceAll('`', "'")
    const { prefix, mark, info } = marks
    const text = `${prefix}${mark}${info.trim() === '' ? 'text' : info.trim()} title="${title}"`
    this.#out.push({ ...line, text })
    this.#title = undefined
  }

  #add({ line, indent }: Piece, ...texts: readonly string[]): void {
    this.#wasCode = false
    for (const text of texts) {
      this.#out.push({ ...line, text: text === '' ? indent.trimEnd() : indent + text })
    }
  }

  #addTag(piece: Piece, tag: BlockTag, at: number): void {
    const { name, isEnd, attributes } = tag
    if (name === 'hint' || name === 'tabs' || name === 'tab') {
      this.#add(piece, ...(isEnd ? [':::', ''] : ['', openingOf(tag)]))
    } else if (name === 'code') {
      this.#title = isEnd || !attributes.title?.trim() ? undefined : attributes.title.trim()
    } else if (name === 'step') {
      this.#addStep(piece, isEnd, at)
    } else if (name === 'update' && !isEnd) {
      const tags = attributes.tags === undefined ? '' : ` (${attributes.tags})`
      const date = attributes.date ?? ''
      this.#add(piece, '', ...(date === '' ? [] : [`**${date}**${tags}`, '']))
    } else if (name === 'prompt' && !isEnd) {
      this.#add(piece, '', ...(attributes.description ? [`**${attributes.description}**`, ''] : []))
    } else if (name === 'include') {
      // Its file was not found, which is reported.
      const path = /["']([^"']+)["']/.exec(piece.line.text.slice(tag.start, tag.end))?.[1] ?? ''
      this.#add(piece, `\`${posix.basename(path)}\``)
    } else if (/^(?:openapi|swagger)/.test(name)) this.#addOperation(piece, tag)
    else if (/^(?:if|elseif|elsif|else)$/.test(name)) this.#addCondition(piece, isEnd)
    else if (isEnd || LAYOUT.has(name) || name === 'update' || name === 'prompt') {
      if (name === 'stepper') this.#steps[isEnd ? 'pop' : 'push'](0)
      this.#add(piece, '')
    } else this.#add(piece, piece.line.text.slice(tag.start, tag.end))
  }

  /** A step without a heading of its own has its number. */
  #addStep(piece: Piece, isEnd: boolean, at: number): void {
    const last = this.#steps.length - 1
    const number = (this.#steps[last] ?? 0) + (isEnd ? 0 : 1)
    if (last >= 0) this.#steps[last] = number
    const next = this.#pieces.slice(at + 1).find(({ line, tag }) => {
      return tag !== undefined || line.text.trim() !== ''
    })
    const isNamed = next?.tag === undefined && /^[ \t]*#/.test(next?.line.text ?? '')
    this.#add(piece, '', ...(isEnd || isNamed ? [] : [`**${number}.**`, '']))
  }

  #addCondition(piece: Piece, isEnd: boolean): void {
    this.#add(piece, '')
    if (isEnd) return
    const what = 'what a condition shows to some readers is shown to all'
    this.#context.report.lose(piece.line, what, 'remove what not everyone should read')
  }

  #addOperation(piece: Piece, { name, isEnd, attributes }: BlockTag): void {
    const { method, path } = attributes
    if (isEnd || path === undefined) {
      this.#add(piece, '')
      return
    }
    const operation = `${(method ?? '').toUpperCase()} ${path}`.trim()
    this.#add(piece, '', `\`${operation}\``, '')
    const what = `the block ${quote(name)} of ${quote(operation)} is not written out`
    this.#context.report.lose(
      piece.line,
      what,
      'import the OpenAPI document, or write what it says',
    )
  }

  /** The link that a block shows, and where its end is. */
  #addReference(piece: Piece, tag: BlockTag, at: number): number {
    const address = tag.attributes.url ?? tag.attributes.src ?? ''
    const rest = this.#pieces.slice(at + 1)
    const next = rest.findIndex((each) => each.tag !== undefined || each.indent === CODE)
    const found = rest[next]?.tag
    const isClosed = found?.isEnd === true && found.name === tag.name
    const inner = isClosed ? rest.slice(0, next).map(({ line }) => line.text.trim()) : []
    const caption = inner.filter((text) => text !== '').join(' ')
    const words = /^\[(.*)\]\([^()]*\)$/.exec(caption)?.[1] ?? caption
    const isName = words === '' || address.endsWith(words.replaceAll('\\', ''))
    const title = isName ? this.#context.titleOf(address, piece.line) : undefined
    const label = title ?? (words === '' ? nameOf(address) : words)
    this.#add(piece, '', writeLink(label, address), '')
    return isClosed ? at + 1 + next : at
  }
}

function openingOf({ name, attributes }: BlockTag): string {
  if (name === 'hint') return `:::${HINTS[attributes.style ?? ''] ?? 'note'}`
  return name === 'tabs' ? ':::tabs' : `:::tab ${attributes.title?.trim() || 'Tab'}`
}

function nameOf(address: string): string {
  return /^[a-z]+:/i.test(address) ? address : posix.basename(address)
}

export function writeLink(label: string, address: string): string {
  const text = label.includes('](') ? label.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1') : label
  const words = text.replace(/(?<!\\)[[\]]/g, '\\$&')
  return `[${words}](${/[\s()]/.test(address) ? `<${address}>` : address})`
}
