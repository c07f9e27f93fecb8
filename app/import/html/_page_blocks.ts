import { isAround, isMarked } from './content.ts'
import {
  attributeOf,
  classesOf,
  type Element,
  elementsOf,
  findFirst,
  isElement,
  isText,
  type Node,
} from './tree.ts'

/** A block of a page, or phrases that stand between two. */
export type PageBlock = {
  readonly nodes: readonly Node[]
  /** '' for phrases. */
  readonly tag: string
  readonly classes: string
  readonly id: string
  readonly words: string
  /** Of the words, without their digits: a year or a count may be another on each page. */
  readonly digest: number
  /** How many characters the words have, and how many of them are in links. */
  readonly size: number
  readonly linked: number
  readonly blocks: readonly PageBlock[]
}

/** The blocks of a page that does not mark its text. */
export function readBody(root: Element): PageBlock | undefined {
  const body = elementsOf(root).find(({ tagName }) => tagName === 'body')
  if (body === undefined || findFirst(body, isMarked) !== undefined) return undefined
  return readBlock(body)
}

const PHRASES = new Set(
  `a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark q s samp
  small span strike strong sub sup time tt u var wbr`.split(/\s+/),
)
/** Text, wherever it is. */
export const FIXED = /^(?:article|pre)$/
/** Classes that tell where in the site a page is. */
const STATES = /^(?:is-)?(?:active|current[\w-]*|open|selected|expanded|collapsed)$/

function readBlock(element: Element): PageBlock | undefined {
  const { tagName, childNodes } = element
  const names = classesOf(element).trim().split(' ').sort()
  const isWhole = FIXED.test(tagName) || childNodes.every((node) => !isBlock(node))
  const blocks = isWhole ? [] : readBlocks(element)
  const phrases = isWhole ? readPhrases(childNodes) : joinPhrases(blocks)
  if (phrases.words === '') return undefined
  return {
    nodes: [element],
    tag: tagName,
    classes: names.filter((each) => !STATES.test(each)).join(' '),
    id: attributeOf(element, 'id') ?? '',
    ...phrases,
    blocks,
  }
}

function readBlocks(element: Element): readonly PageBlock[] {
  const blocks: PageBlock[] = []
  let run: Node[] = []
  const flush = () => {
    const phrases = readPhrases(run)
    const block = { nodes: run, tag: '', classes: '', id: '', ...phrases, blocks: [] }
    if (phrases.words !== '') blocks.push(block)
    run = []
  }
  for (const node of element.childNodes) {
    if (!isElement(node) || !isBlock(node)) run.push(node)
    else {
      flush()
      const block = isAround(node) ? undefined : readBlock(node)
      if (block !== undefined) blocks.push(block)
    }
  }
  flush()
  return blocks
}

function isBlock(node: Node): boolean {
  return isElement(node) && !PHRASES.has(node.tagName) && !/^(?:script|style)$/.test(node.tagName)
}

type Phrases = Pick<PageBlock, 'words' | 'digest' | 'size' | 'linked'>

function joinPhrases(parts: readonly Phrases[]): Phrases {
  const words = parts.map((part) => part.words).join(' ')
  return { words, digest: digestOf(words), size: sum(parts, 'size'), linked: sum(parts, 'linked') }
}

/** Words and names of pictures, as readers would get them. */
function readPhrases(nodes: readonly Node[]): Phrases {
  let linked = 0
  const read = (node: Node, isLinked: boolean): string => {
    if (isText(node)) return node.value
    if (!isElement(node) || isAround(node)) return ''
    const name = node.tagName === 'img' ? (attributeOf(node, 'alt') ?? '') : ''
    const isLink = node.tagName === 'a' && attributeOf(node, 'href') !== undefined
    const words = name + node.childNodes.map((each) => read(each, isLinked || isLink)).join('')
    if (isLink && !isLinked) linked += tidy(words).length
    return words
  }
  const words = tidy(nodes.map((node) => read(node, false)).join(''))
  return { words, digest: digestOf(words), size: words.length, linked }
}

function tidy(words: string): string {
  return words.replace(/\s+/g, ' ').trim()
}

function sum(parts: readonly Phrases[], key: 'size' | 'linked'): number {
  return parts.reduce((total, part) => total + part[key], 0)
}

function digestOf(words: string): number {
  return hash(words.replace(/\d+/g, '0'), 0)
}

/** FNV-1a: the same text at the same place is the same number. */
export function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  }
  return value >>> 0
}
