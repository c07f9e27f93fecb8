import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parse } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.ChildNode

/** An element with its descendants as a browser reads it, whatever the file is like. */
export function parsePage(text: string): Element | undefined {
  const root = parse(text, { sourceCodeLocationInfo: true }).childNodes.find(isElement)
  if (root !== undefined) flattenDeep(root)
  return root
}

/** Deeper than any page that a person reads; below it only the words are kept. */
const DEPTH_MAX = 256

function flattenDeep(root: Element): void {
  const waiting = [{ element: root, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element, depth } = next
    if (depth < DEPTH_MAX) {
      for (const child of elementsOf(element)) waiting.push({ element: child, depth: depth + 1 })
    } else element.childNodes = collectTexts(element)
  }
}

function collectTexts(element: Element): DefaultTreeAdapterTypes.TextNode[] {
  const texts: DefaultTreeAdapterTypes.TextNode[] = []
  const waiting: Node[] = element.childNodes.toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isText(node)) texts.push({ ...node, parentNode: element })
    else if (isElement(node)) waiting.push(...node.childNodes.toReversed())
  }
  return texts
}

export function isElement(node: Node): node is Element {
  return 'tagName' in node
}

export function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text'
}

export function elementsOf(element: Element): readonly Element[] {
  return element.childNodes.filter(isElement)
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value
}

/** The classes of an element as one text, with a space at both ends. */
export function classesOf(element: Element): string {
  const value = attributeOf(element, 'class')
  return value === undefined ? ' ' : ` ${value.replace(/\s+/g, ' ').trim()} `
}

export function parentOf(element: Element): Element | undefined {
  const { parentNode } = element
  return parentNode !== null && 'tagName' in parentNode ? parentNode : undefined
}

/** Takes nodes out of the page; what is left of a page has its lines. */
export function removeNodes(nodes: readonly Node[]): void {
  const gone = new Set(nodes)
  for (const parent of new Set(nodes.map(({ parentNode }) => parentNode))) {
    if (parent !== null) parent.childNodes = parent.childNodes.filter((each) => !gone.has(each))
  }
}

/** The line of the file on which a node begins, if the file has it at all. */
export function lineOf(node: Node): number | undefined {
  return node.sourceCodeLocation?.startLine
}

/** The text of an element, without parts that `skips` names. */
export function textOf(element: Element, skips: (element: Element) => boolean = isCode): string {
  let text = ''
  for (const node of element.childNodes) {
    if (isText(node)) text += node.value
    else if (isElement(node) && !skips(node)) text += textOf(node, skips)
  }
  return text
}

function isCode({ tagName }: Element): boolean {
  return tagName === 'script' || tagName === 'style'
}

/** The words of an element on one line. */
export function wordsOf(element: Element): string {
  return textOf(element).replace(/\s+/g, ' ').trim()
}

/** Whether an element has no more characters of text; a long one is not read to its end. */
export function isShort(element: Element, charactersMax: number): boolean {
  let left = charactersMax
  const waiting: Node[] = [element]
  for (let node = waiting.pop(); node !== undefined && left >= 0; node = waiting.pop()) {
    if (isText(node)) left -= node.value.length
    else if (isElement(node) && !isCode(node)) waiting.push(...node.childNodes)
  }
  return left >= 0
}

/** The elements below one that match, in order; nothing is looked for inside of a match. */
export function findAll(
  element: Element,
  isMatch: (element: Element) => boolean,
): readonly Element[] {
  const found: Element[] = []
  for (const child of elementsOf(element)) {
    if (isMatch(child)) found.push(child)
    else found.push(...findAll(child, isMatch))
  }
  return found
}

export function findFirst(
  element: Element,
  isMatch: (element: Element) => boolean,
): Element | undefined {
  for (const child of elementsOf(element)) {
    const found = isMatch(child) ? child : findFirst(child, isMatch)
    if (found !== undefined) return found
  }
  return undefined
}

/** A text at the place of another node. */
export function makeText(value: string, { sourceCodeLocation }: Node): Node {
  const text = defaultTreeAdapter.createTextNode(value)
  return sourceCodeLocation === undefined ? text : { ...text, sourceCodeLocation }
}

export function makeSpan(className: string, inner: Node): Element {
  const attribute = { name: 'class', value: className }
  const span = defaultTreeAdapter.createElement('span', html.NS.HTML, [attribute])
  defaultTreeAdapter.appendChild(span, inner)
  return span
}

export function replaceNode(parent: Element, node: Node, parts: readonly Node[]): void {
  for (const part of parts) part.parentNode = parent
  parent.childNodes.splice(parent.childNodes.indexOf(node), 1, ...parts)
}
