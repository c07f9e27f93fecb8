import { isLabelOf } from './_code.ts'
import { isAround } from './content.ts'
import {
  classesOf,
  type Element,
  elementsOf,
  findFirst,
  isElement,
  isText,
  type Node,
  wordsOf,
} from './tree.ts'

const CODE_TITLE = /^ (?:file-?name|code-?(?:block-?)?(?:caption|title)|title|caption) /i

function hasTitleClass(element: Element): boolean {
  const classes = classesOf(element)
  return CODE_TITLE.test(classes) || /codeBlockTitle/.test(classes)
}

/** The next wanted node before or after a place, without a copy of the nodes for each of them. */
function findBeside(
  nodes: readonly Node[],
  at: number,
  step: 1 | -1,
  isWanted: (node: Node) => boolean,
): number {
  let index = at + step
  for (;;) {
    const node = nodes[index]
    if (node === undefined || isWanted(node)) return index
    index += step
  }
}

/** The name of a file above a block of code. */
export function isTitleOfCode(element: Element, nodes: readonly Node[], at: number): boolean {
  if (!hasTitleClass(element)) return false
  const next = nodes[findBeside(nodes, at, 1, (node) => !isBlank(node))]
  return next !== undefined && isElement(next) && isCodeBox(next)
}

/** The name of its language, or a word of what copies it, above or below a block of code. */
export function isLabelOfCode(element: Element, nodes: readonly Node[], at: number): boolean {
  const beside = [findBeside(nodes, at, -1, isShown), findBeside(nodes, at, 1, isShown)]
  return beside.some((index) => {
    const each = nodes[index]
    if (each === undefined || !isElement(each) || !isCodeBox(each)) return false
    const pre = each.tagName === 'pre' ? each : findFirst(each, isPre)
    return pre !== undefined && isLabelOf(pre, element)
  })
}

function isShown(node: Node): boolean {
  return !isBlank(node) && !(isElement(node) && isAround(node))
}

function isPre({ tagName }: Element): boolean {
  return tagName === 'pre'
}

export function isCodeBox(element: Element): boolean {
  if (element.tagName === 'pre') return true
  const inner = elementsOf(element).filter((each) => !isAround(each))
  return inner.length === 1 && /^(?:div|figure)$/.test(element.tagName) && inner.every(isCodeBox)
}

export function titleBefore(nodes: readonly Node[], at: number): string {
  const index = findBeside(nodes, at, -1, (node) => !isBlank(node))
  const before = nodes[index]
  if (before === undefined || !isElement(before)) return ''
  return isTitleOfCode(before, nodes, index) ? titleOf(before) : ''
}

function titleOf(element: Element): string {
  const words = findFirst(element, (each) => / caption-text /.test(classesOf(each))) ?? element
  return wordsOf(words).replace(/[¶#]$/, '').trim()
}

export function isTitleBlock(element: Element): boolean {
  const parent = element.parentNode
  // Most elements are none: to look for the place of each would take a long time on a long page.
  if (parent === null || !hasTitleClass(element)) return false
  const nodes = parent.childNodes
  return isTitleOfCode(element, nodes, nodes.indexOf(element))
}

export function isBlank(node: Node): boolean {
  return isText(node) ? node.value.trim() === '' : node.nodeName === '#comment'
}
