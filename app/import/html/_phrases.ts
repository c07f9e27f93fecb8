import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import { formatCodeSpan } from '../../text/source_text/code_marks.ts'
import { splitRaised } from '../../text/source_text/raised_text.ts'
import { formatFormula, readFormula } from './_formulas.ts'
import { InlineWriter } from './_inline.ts'
import { nameAnchor } from './anchor_names.ts'
import { isAround } from './content.ts'
import {
  attributeOf,
  classesOf,
  type Element,
  findFirst,
  isElement,
  isText,
  lineOf,
  type Node,
  textOf,
  wordsOf,
} from './tree.ts'

/** What phrases need to know of the page around them. */
export type PhraseContext = {
  /** The anchors to write for an element; each only once. */
  readonly takeIds: (element: Element) => readonly string[]
  readonly reportLoss: (element: Element, what: string, fix: string) => void
  /** The line of the nearest element that the file has. */
  readonly placeOf: (node: Node) => number
  readonly keepsLines: boolean
  /** The number of the footnote that an element refers to. */
  readonly noteOf: (element: Element) => number | undefined
  /** Headings collect anchors instead of writing them. */
  readonly collectId?: (id: string) => void
}

const MARKS: Readonly<Record<string, string>> = {
  ...{ b: '**', strong: '**', em: '*', i: '*', cite: '*', dfn: '*' },
  ...{ del: '~~', s: '~~', strike: '~~' },
}
const CODE = new Set('code kbd samp tt'.split(' '))

/** Writes inline nodes, in which there is no block, as Markdown. */
export function writePhrases(
  nodes: readonly Node[],
  writer: InlineWriter,
  context: PhraseContext,
): void {
  for (const [at, node] of nodes.entries()) {
    if (isText(node)) writer.addText(node.value, lineOf(node) ?? context.placeOf(node))
    else if (isElement(node)) writePhrase(node, nodes[at + 1], writer, context)
  }
}

function writePhrase(
  element: Element,
  next: Node | undefined,
  writer: InlineWriter,
  context: PhraseContext,
): void {
  const { tagName } = element
  const note = context.noteOf(element)
  if (note !== undefined) {
    writer.addRaw(`[^${note}]`, context.placeOf(element))
    return
  }
  writeIds(element, writer, context)
  if (/^(?:svg|canvas)$/.test(element.tagName)) writeDrawing(element, writer, context)
  const line = context.placeOf(element)
  const formula = readFormula(element)
  if (formula !== undefined) writer.addRaw(formatFormula(formula), line)
  if (formula !== undefined || isAround(element)) return
  const mark = MARKS[tagName]
  if (tagName === 'br') writer.addBreak()
  else if (tagName === 'img') writePicture(element, writer, context)
  else if (tagName === 'a') writeLink(element, writer, context)
  else if (CODE.has(tagName) && !isIcon(element)) writeCode(element, writer, context)
  else if (/^su[bp]$/.test(tagName)) writeRaised(element, next, writer, context)
  else if (/^(?:video|audio|iframe|embed|object)$/.test(tagName))
    writeMedia(element, writer, context)
  else if (mark !== undefined && !isIcon(element) && !isWithin(element, mark)) {
    writer.open(mark)
    writePhrases(element.childNodes, writer, context)
    writer.close()
  } else {
    writePhrases(element.childNodes, writer, context)
    // Cells and items that a style puts beside each other are words of their own.
    if (line > 0 && /^(?:div|p|li|dt|dd|tr|td|th|h[1-6])$/.test(tagName)) writer.addSpace()
  }
}

/** Fonts of icons use empty elements. */
function isIcon(element: Element): boolean {
  return textOf(element).trim() === '' && findFirst(element, isPicture) === undefined
}

function isPicture({ tagName }: Element): boolean {
  return tagName === 'img'
}

/** Whether the mark is on already: Markdown has no bold text in bold text. */
function isWithin(element: Element, mark: string): boolean {
  for (let above = element.parentNode; above !== null && 'tagName' in above; ) {
    // A term is written in bold.
    if (MARKS[above.tagName] === mark || (above.tagName === 'dt' && mark === '**')) return true
    above = above.parentNode
  }
  return false
}

function writeIds(element: Element, writer: InlineWriter, context: PhraseContext): void {
  for (const id of context.takeIds(element)) {
    if (context.collectId !== undefined) context.collectId(id)
    else writer.addRaw(`<a id="${id}"></a>`, context.placeOf(element))
  }
}

const PERMALINK = /^(?:[¶#§🔗⚓]|permalink|link to this \w+|anchor|\p{Co}|)$/iu

function writeLink(element: Element, writer: InlineWriter, context: PhraseContext): void {
  const href = attributeOf(element, 'href')?.trim() ?? ''
  const isOwn = href.startsWith('#')
  const words = wordsOf(element)
  const picture = findFirst(element, isPicture)
  if (picture === undefined && PERMALINK.test(words) && (isOwn || words === '')) return
  // A heading that links to itself needs no link.
  const isPlain = href === '' || href === '#' || /^(?:javascript|vbscript):/i.test(href)
  if (isPlain || (isOwn && context.collectId !== undefined)) {
    writePhrases(element.childNodes, writer, context)
    return
  }
  const inner = new InlineWriter(false)
  writePhrases(element.childNodes, inner, context)
  const text = inner.finishLine()
  if (/^\s/.test(textOf(element))) writer.addSpace()
  if (text !== '') writer.addRaw(`[${text}](${encodeAddress(href)})`, context.placeOf(element))
  if (/\s$/.test(textOf(element))) writer.addSpace()
}

/** An address in Markdown: spaces and parentheses would end it. */
export function encodeAddress(address: string): string {
  const [, path = '', anchor] = /^([^#]*)(?:#(.*))?$/s.exec(address) ?? []
  const isOwn = !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)
  const named =
    anchor === undefined || !isOwn ? undefined : nameAnchor(decodePercentLeniently(anchor))
  const href = named === undefined ? address : `${path}#${named}`
  return href
    .replace(/[\s<>\\"]/g, (sign) => encodeURIComponent(sign))
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
}

const DATA_CHARACTERS_MAX = 60

function writePicture(element: Element, writer: InlineWriter, context: PhraseContext): void {
  const alt = attributeOf(element, 'alt')?.replace(/\s+/g, ' ').trim() ?? ''
  if (/ (?:emoji|twemoji|gemoji|icon|inline-icon) /.test(classesOf(element))) return
  const written = attributeOf(element, 'src') ?? attributeOf(element, 'data-src') ?? ''
  const source = /^data:/i.test(written) ? written.slice(0, DATA_CHARACTERS_MAX) : written.trim()
  if (source === '') return
  const title = attributeOf(element, 'title')?.replace(/\s+/g, ' ').replaceAll('"', "'").trim()
  const label = alt.replace(/[[\]\\`*_<]/g, '\\$&')
  const more = title === undefined || title === '' || title === alt ? '' : ` "${title}"`
  writer.addRaw(`![${label}](${encodeAddress(source)}${more})`, context.placeOf(element))
}

/** Code, in which links stay links. */
function writeCode(element: Element, writer: InlineWriter, context: PhraseContext): void {
  const line = context.placeOf(element)
  if (findFirst(element, ({ tagName }) => tagName === 'a') === undefined) {
    const text = textOf(element, (each) => isAround(each))
    if (/^\s/.test(text)) writer.addSpace()
    writer.addRaw(formatCodeSpan(text), line)
    if (/\s$/.test(text)) writer.addSpace()
    return
  }
  for (const node of element.childNodes) {
    if (isText(node)) {
      writer.addRaw(formatCodeSpan(node.value), line)
      if (/\s$/.test(node.value)) writer.addSpace()
    } else if (isElement(node)) {
      const href = node.tagName === 'a' ? attributeOf(node, 'href') : undefined
      if (href === undefined) writeCode(node, writer, context)
      else if (wordsOf(node) !== '') {
        writer.addRaw(`[${formatCodeSpan(textOf(node))}](${encodeAddress(href)})`, line)
      }
    }
  }
}

/** Without a word before it, it is the mark of a note, as in Markdown, or small text. */
function writeRaised(
  element: Element,
  next: Node | undefined,
  writer: InlineWriter,
  context: PhraseContext,
): void {
  const isPlain = findFirst(element, ({ tagName }) => /^(?:a|img)$/.test(tagName)) === undefined
  const meetsWord = next !== undefined && /^[\p{L}\p{N}]/u.test(readNode(next))
  const words = wordsOf(element)
  const isMark = !writer.endsWithWord
  const sides = { followsWord: writer.endsWithLetter, meetsWord }
  const parts = isPlain && !isMark ? splitRaised(element.tagName, words, sides) : undefined
  if (parts === undefined) {
    writePhrases(element.childNodes, writer, context)
    if (isMark && meetsWord) writer.addSpace()
    return
  }
  const line = context.placeOf(element)
  const [before, text, after] = parts
  writer.addRaw(before, line)
  writer.addText(text, line)
  writer.addRaw(after, line)
}

function readNode(node: Node): string {
  if (isText(node)) return node.value
  return isElement(node) ? textOf(node) : ''
}

function writeMedia(element: Element, writer: InlineWriter, context: PhraseContext): void {
  const part = findFirst(element, ({ tagName }) => tagName === 'source')
  const source =
    attributeOf(element, 'src') ??
    attributeOf(element, 'data') ??
    (part === undefined ? undefined : attributeOf(part, 'src'))
  const words = attributeOf(element, 'title') ?? attributeOf(element, 'aria-label') ?? ''
  if (source === undefined || source === '') {
    const what = `<${element.tagName}> has no address and is left out`
    context.reportLoss(element, what, 'write what it shows as text')
    return
  }
  const name = words.trim() || source.replace(/[?#].*$/s, '').replace(/^.*\/(?=.)/s, '')
  const label = name.replace(/[[\]\\`*_<]/g, '\\$&')
  writer.addRaw(`[${label}](${encodeAddress(source.trim())})`, context.placeOf(element))
}

/** What a page draws itself; icons say nothing and are left out. */
function writeDrawing(element: Element, writer: InlineWriter, context: PhraseContext): void {
  const title = findFirst(element, ({ tagName }) => tagName === 'title')
  const own = attributeOf(element, 'aria-label') ?? (title === undefined ? '' : wordsOf(title))
  const hasText = findFirst(element, ({ tagName }) => tagName === 'text') !== undefined
  if (element.tagName === 'svg' && !hasText) return
  const what = `<${element.tagName}> is left out, and its name is kept`
  context.reportLoss(element, what, 'save the picture beside the page')
  writer.addText(own, context.placeOf(element))
}
