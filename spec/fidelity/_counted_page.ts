import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import {
  CALLOUT_WORDS,
  calloutOf,
  findTargets,
  isFrame,
  isNumbering,
  languageOf,
  listOf,
} from './_counted_marks.ts'
import { splitWords } from './facts.ts'

export type CountedCode = { readonly text: string; readonly language: string }
export type CountedLink = { readonly text: string; readonly target: string }

/** What a page says in its main part, as a browser would show it. */
export type CountedPage = {
  readonly words: readonly string[]
  /** Text outside code, with a line for each block. */
  readonly text: string
  /** The line below the title of one of our pages, which often repeats its first sentence. */
  readonly lead: readonly string[]
  readonly code: readonly CountedCode[]
  readonly callouts: readonly string[]
  readonly links: readonly CountedLink[]
  readonly ids: ReadonlySet<string>
}

/** Reads `main` of a page that a generator wrote, and `article` of ours. */
export function countPage(html: string, isOurs: boolean): CountedPage {
  const reader = new Reader(isOurs)
  // A browser reads any end of line as one character.
  const document = parseDocument(html.replace(/\r\n?/g, '\n'), { decodeEntities: true })
  const elements = flatten(document.children)
  const main = findMain(elements, isOurs)
  for (const { attribs } of elements) {
    for (const id of [attribs.id, attribs.name]) if (id !== undefined) reader.ids.add(id)
  }
  if (main !== undefined) reader.read(main.children)
  return reader.finish()
}

function flatten(nodes: readonly ChildNode[]): readonly Element[] {
  const found: Element[] = []
  const waiting = nodes.toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isTag(node)) continue
    found.push(node)
    waiting.push(...node.children.toReversed())
  }
  return found
}

function findMain(elements: readonly Element[], isOurs: boolean): Element | undefined {
  const find = (is: (element: Element) => boolean) => elements.find(is)
  if (isOurs) return find(({ name }) => name === 'article')
  const articles = elements.filter(({ name }) => name === 'article')
  // docfx writes the switch of its menu into the main part.
  const named = articles.find(({ attribs }) => attribs['data-uid'] !== undefined)
  if (named !== undefined) return named
  const isMain = ({ name, attribs }: Element) => name === 'main' || attribs.role === 'main'
  const outer = find(isMain)
  const main = outer === undefined ? undefined : (flatten(outer.children).find(isMain) ?? outer)
  if (main === undefined && articles.length === 1) return articles[0]
  return (
    main ??
    find((element) => listOf(element).includes('body')) ??
    find(({ name }) => name === 'body')
  )
}

const PHRASES = new Set(
  (
    'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small ' +
    'span strike strong sub sup time tt u var wbr'
  ).split(' '),
)
const SILENT = new Set(
  'script style template noscript svg canvas input select textarea datalist head title math'.split(
    ' ',
  ),
)
const FORMULA = /\\\([\s\S]{0,2000}?\\\)|\\\[[\s\S]{0,5000}?\\\]|\$\$[\s\S]{0,5000}?\$\$/g

class Reader {
  readonly ids = new Set<string>()
  readonly #isOurs: boolean
  readonly #code: CountedCode[] = []
  readonly #callouts: string[] = []
  readonly #links: CountedLink[] = []
  #all = ''
  #text = ''
  #lead = ''
  #depth = { code: 0, cell: 0, silentLink: 0 }

  constructor(isOurs: boolean) {
    this.#isOurs = isOurs
  }

  read(nodes: readonly ChildNode[]): void {
    for (const node of nodes) {
      if (isText(node)) this.#take(node.data)
      else if (isTag(node)) this.#open(node)
    }
  }

  #take(text: string): void {
    this.#all += text
    this.#text += this.#depth.code > 0 ? '\u0001' : text.replace(/\s+/g, ' ')
  }

  #break(): void {
    this.#all += '\n'
    if (!this.#text.endsWith('\n')) this.#text += '\n'
  }

  #open(element: Element): void {
    const { name } = element
    if (name === 'label' && element.attribs.hidden !== undefined) return
    if (SILENT.has(name) || isFrame(element, this.#isOurs)) return
    const classes = listOf(element)
    if (this.#isOurs && name === 'p' && classes.includes('description')) {
      this.#takeLead(element)
      return
    }
    if (isNumberOfNote(element)) return
    // A formula is drawn here and text there.
    if (classes.includes('math')) return
    const callout = calloutOf(element, this.#isOurs)
    if (callout !== undefined) this.#callouts.push(callout)
    if (isKindAlone(element)) return
    if (name === 'pre') {
      this.#takeCode(element)
      return
    }
    // A number that is raised is an exponent, or the mark of a note.
    const isRaised = name === 'sup' && /^\d+$/.test(readText(element).trim())
    const isBlock = isRaised || !PHRASES.has(name)
    if (isBlock) this.#break()
    const [isCode, isCell] = [name === 'code', name === 'td' || name === 'th']
    const isSignature = name === 'dt' && classes.includes('sig')
    const isHeading = /^h[1-6]$/.test(name)
    if (isCode || isSignature) this.#depth.code += 1
    if (isCell) this.#depth.cell += 1
    if (isSignature || isHeading) this.#depth.silentLink += 1
    const from = this.#all.length
    this.read(element.children)
    // A link in a link ends the one around it.
    // The label of a tab is no link to a reader.
    if (name === 'a' && element.attribs.role !== 'tab' && findTargets(element).length === 0)
      this.#takeLink(element.attribs.href, this.#all.slice(from))
    if (isSignature || isHeading) this.#depth.silentLink -= 1
    if (isCell) this.#depth.cell -= 1
    if (isCode || isSignature) this.#depth.code -= 1
    if (isBlock) this.#break()
  }

  #takeLead(element: Element): void {
    const from = this.#all.length
    this.read(element.children)
    this.#lead += `${this.#all.slice(from)}\n`
    this.#all = this.#all.slice(0, from)
  }

  #takeLink(target: string | undefined, written: string): void {
    const text = splitWords(written).join(' ')
    if (target === undefined || text === '' || this.#depth.silentLink > 0) return
    this.#links.push({ text, target })
  }

  #takeCode(element: Element): void {
    const text = readCode(element)
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd()
    this.#break()
    this.#all += `${text}\n`
    // One line in a cell is code among its words.
    const isPhrase = this.#depth.cell > 0 && !text.includes('\n')
    if (text !== '' && !isPhrase) this.#code.push({ text, language: languageOf(element) })
  }

  finish(): CountedPage {
    return {
      words: splitWords(this.#all.replace(FORMULA, ' ')),
      text: this.#text,
      lead: splitWords(this.#lead),
      code: this.#code,
      callouts: this.#callouts,
      links: this.#links,
      ids: this.ids,
    }
  }
}

/** Notes are numbered anew: a link on the same page that is a number or a letter is of one. */
function isNumberOfNote(element: Element): boolean {
  if (/ (?:backrefs|label) /.test(` ${listOf(element).join(' ')} `)) return isNumber(element)
  return element.name === 'a' && /^#./.test(element.attribs.href ?? '') && isNumber(element)
}

function isNumber(element: Element): boolean {
  return /^[[(]?(?:\w|\d{1,3})(?:, ?\d{1,3})*[\])]?$/.test(readText(element).trim())
}

function readText(element: Element): string {
  return element.children
    .map((node) => (isText(node) ? node.data : isTag(node) ? readText(node) : ''))
    .join('')
}

/** The name of its kind above a box says nothing that the box does not show. */
function isKindAlone(element: Element): boolean {
  const classes = listOf(element).join(' ')
  const { parent } = element
  const isHeadOfBox =
    /^h[1-6]$/.test(element.name) &&
    parent !== null &&
    isTag(parent) &&
    calloutOf(parent, false) !== undefined
  if (!isHeadOfBox && !/title|icon|heading|label/.test(classes) && element.name !== 'span')
    return false
  if (element.name === 'span' && !/title/.test(listOf(element.parent).join(' '))) return false
  const image = element.children.find((node) => isTag(node) && node.name === 'img')
  if (image !== undefined) return true
  // Ours have the word of their kind before a title of their own.
  const [first] = element.children
  const own = classes === 'callout-title' && first !== undefined && isTag(first) ? first : undefined
  return CALLOUT_WORDS.has(
    readText(element)
      .slice(own === undefined ? 0 : readText(own).length)
      .replace(/[:¶#!]/g, '')
      .trim()
      .toLowerCase(),
  )
}

function readCode(element: Element): string {
  let text = ''
  for (const node of element.children) {
    if (isText(node)) text += node.data
    if (!isTag(node) || SILENT.has(node.name) || node.name === 'button' || isNumbering(node))
      continue
    if (node.name === 'br') text += '\n'
    else text += readCode(node)
    const isLine = /^(?:div|p|li|tr)$/.test(node.name)
    if (isLine && !text.endsWith('\n')) text += '\n'
  }
  return text
}
