import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html,
  parse,
  type TreeAdapter,
} from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.ChildNode
type Text = DefaultTreeAdapterTypes.TextNode

/** An element with its descendants as a browser reads it, whatever the file is like. */
export function parsePage(text: string): Element | undefined {
  const options = { sourceCodeLocationInfo: true, treeAdapter: createTreeAdapter() }
  const root = parse(text, options).childNodes.find(isElement)
  if (root !== undefined) flattenDeep(root)
  return root
}

/** Of the places that the parser notes only lines: whole ones take as much as all the rest. */
function createTreeAdapter(): TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  let last: Exclude<Text['sourceCodeLocation'], undefined> = null
  let text: Text | undefined
  const names = new Map<string, string>()
  /** The parser adds up strings, whose pieces take as much again; asking a map joins them. */
  const join = (value: string) => names.get(value) ?? value
  return {
    ...defaultTreeAdapter,
    createElement: (tagName, ...more) => {
      if (!names.has(tagName)) names.set(tagName, tagName)
      return defaultTreeAdapter.createElement(join(tagName), ...more)
    },
    insertText: (parent, value) => {
      defaultTreeAdapter.insertText(parent, value)
      const after = parent.childNodes.at(-1)
      if (after === text || after === undefined || !isText(after)) return
      if (text !== undefined) text.value = join(text.value)
      text = after
    },
    setNodeSourceCodeLocation: (node, location) => {
      if (location !== null && location.startLine !== last?.startLine) {
        last = { ...NOWHERE, startLine: location.startLine }
      }
      node.sourceCodeLocation = location === null ? null : last
    },
    updateNodeSourceCodeLocation: () => undefined,
  }
}

const NOWHERE = { startCol: 0, startOffset: 0, endLine: 0, endCol: 0, endOffset: 0 }

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

function collectTexts(element: Element): Text[] {
  const texts: Text[] = []
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

export function isText(node: Node): node is Text {
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
  return countLeft(element, charactersMax) >= 0
}

function countLeft(element: Element, charactersMax: number): number {
  let left = charactersMax
  for (const node of element.childNodes) {
    if (left < 0) break
    if (isText(node)) left -= node.value.length
    else if (isElement(node) && !isCode(node)) left = countLeft(node, left)
  }
  return left
}

/** The elements below one that match, in order; nothing is looked for inside of a match. */
export function findAll(
  element: Element,
  isMatch: (element: Element) => boolean,
): readonly Element[] {
  const found: Element[] = []
  // A list for each element would be most of the memory that a large page takes.
  const visit = (above: Element) => {
    for (const child of above.childNodes) {
      if (!isElement(child)) continue
      if (isMatch(child)) found.push(child)
      else visit(child)
    }
  }
  visit(element)
  return found
}

export function findFirst(
  element: Element,
  isMatch: (element: Element) => boolean,
): Element | undefined {
  for (const child of element.childNodes) {
    if (!isElement(child)) continue
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
