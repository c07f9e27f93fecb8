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

/** The name of a file above a block of code. */
export function isTitleOfCode(element: Element, nodes: readonly Node[], at: number): boolean {
  if (!CODE_TITLE.test(classesOf(element)) && !/codeBlockTitle/.test(classesOf(element)))
    return false
  const next = nodes.slice(at + 1).find((node) => !isBlank(node))
  return next !== undefined && isElement(next) && isCodeBox(next)
}

/** The name of its language, or a word of what copies it, above or below a block of code. */
export function isLabelOfCode(element: Element, nodes: readonly Node[], at: number): boolean {
  const beside = [nodes.slice(0, at).findLast(isShown), nodes.slice(at + 1).find(isShown)]
  return beside.some((each) => {
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
  const before = nodes.slice(0, at).findLast((node) => !isBlank(node))
  if (before === undefined || !isElement(before)) return ''
  return isTitleOfCode(before, nodes, nodes.indexOf(before)) ? titleOf(before) : ''
}

function titleOf(element: Element): string {
  const words = findFirst(element, (each) => / caption-text /.test(classesOf(each))) ?? element
  return wordsOf(words).replace(/[¶#]$/, '').trim()
}

export function isTitleBlock(element: Element): boolean {
  const parent = element.parentNode
  if (parent === null) return false
  const nodes = parent.childNodes
  return isTitleOfCode(element, nodes, nodes.indexOf(element))
}

export function isBlank(node: Node): boolean {
  return isText(node) ? node.value.trim() === '' : node.nodeName === '#comment'
}
