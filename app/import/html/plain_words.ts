import { isAround } from './content.ts'
import { attributeOf, classesOf, type Element, isElement, isText, textOf } from './tree.ts'

/**
 * What a content element says, as bare text: a walk of its own, so that what the writer of Markdown
 * forgets is missing there and not here.
 */
export function readPlainText(content: Element): string {
  const parts: string[] = []
  collect(content, parts)
  return parts.join('')
}

/** Elements that leave no mark in Markdown: what they hold may be a part of a word. */
const UNMARKED = /^(?:abbr|acronym|font|ins|mark|small|span|u|wbr)$/

function collect(element: Element, parts: string[]): void {
  for (const node of element.childNodes) {
    if (isText(node)) parts.push(node.value)
    if (!isElement(node) || isAround(node) || isDrawn(node)) continue
    const isPart = UNMARKED.test(node.tagName)
    if (!isPart) parts.push(' ')
    // Colours part the words of code.
    if (/^(?:pre|code)$/.test(node.tagName) || / sig /.test(classesOf(node))) {
      parts.push(textOf(node, (each) => isAround(each) || isNumbering(each)))
    } else collect(node, parts)
    if (!isPart) parts.push(' ')
  }
}

/** The drawing of a formula, whose TeX is another spelling of it. */
function isDrawn(element: Element): boolean {
  return element.tagName === 'math' || attributeOf(element, 'aria-hidden') === 'true'
}

function isNumbering(element: Element): boolean {
  return / (?:linenos?|line-?numbers?|boring|hljs-ln-numbers|viewcode-back) /.test(
    classesOf(element),
  )
}
