import { isAround } from './content.ts'
import {
  attributeOf,
  classesOf,
  type Element,
  findAll,
  findFirst,
  isElement,
  isText,
  makeSpan,
  makeText,
  type Node,
  replaceNode,
  textOf,
} from './tree.ts'

/** A formula in TeX. */
export type Formula = { readonly tex: string; readonly isBlock: boolean }

const DRAWN = / (?:math|arithmatex|katex|katex-display|mathjax|mjx-[\w-]+) /i
const INLINE = /^\s*\\\(([\s\S]+)\\\)\s*$/
const BLOCK = /^\s*(?:\\\[([\s\S]+)\\\]|\$\$([\s\S]+)\$\$)\s*$/

/** The formula that an element draws, where its TeX is in the page. */
export function readFormula(element: Element): Formula | undefined {
  const { tagName } = element
  if (tagName === 'script') return readScript(element)
  const classes = classesOf(element)
  if (!/^(?:math|mjx-container)$/.test(tagName) && !DRAWN.test(classes)) return undefined
  const source = findFirst(element, ({ tagName: name, attrs }) => {
    return name === 'annotation' && attrs.some(({ value }) => value === 'application/x-tex')
  })
  if (source !== undefined) {
    const isBlock = / katex-display /.test(classes) || attributeOf(element, 'display') === 'block'
    return makeFormula(textOf(source), isBlock, '')
  }
  const isNumber = (each: Element) => / eqno /.test(classesOf(each))
  const text = textOf(element, (each) => isAround(each) || isNumber(each))
  const inline = INLINE.exec(text)?.[1]
  if (inline !== undefined) return makeFormula(inline, false, '')
  const [, bracketed, dollars] = BLOCK.exec(text) ?? []
  const number = findFirst(element, isNumber)
  const label = number === undefined ? '' : textOf(number, isAround).replace(/[()\s]/g, '')
  return makeFormula(bracketed ?? dollars ?? '', true, label)
}

/** MathJax 2 has TeX in scripts of a type of its own. */
function readScript(element: Element): Formula | undefined {
  const type = attributeOf(element, 'type') ?? ''
  if (!/^math\/tex\b/.test(type)) return undefined
  const text = element.childNodes.map((node) => (isText(node) ? node.value : '')).join('')
  return makeFormula(text, /mode=display/.test(type), '')
}

/** Without blank lines, which end a formula in our Markdown and mean nothing in TeX. */
function makeFormula(written: string, isBlock: boolean, number: string): Formula | undefined {
  const tex = written.trim().replace(/\n(?:[ \t]*\n)+/g, '\n')
  if (tex === '' || tex.includes('`')) return undefined
  return { tex: number === '' ? tex : `${tex} \\tag{${number}}`, isBlock }
}

export function formatFormula({ tex }: Formula): string {
  return `$\`${tex.replace(/\s+/g, ' ')}\`$`
}

const IN_TEXT = /\\\((?:(?!\\[()])[\s\S]){1,2000}?\\\)|\\\[[\s\S]{1,5000}?\\\]|\$\$[^$]{1,5000}\$\$/

/**
 * Formulas in the text of a page that loads a script to draw them, as elements of their own: there
 * the marks mean nothing else.
 */
export function markFormulas(content: Element): void {
  let root = content
  while (root.parentNode !== null && 'tagName' in root.parentNode) root = root.parentNode
  const scripts = findAll(root, ({ tagName }) => tagName === 'script')
  const isDrawn = scripts.some((each) => {
    return /mathjax|katex/i.test(
      `${attributeOf(each, 'src') ?? ''} ${attributeOf(each, 'id') ?? ''}`,
    )
  })
  if (isDrawn) markIn(content)
}

function markIn(element: Element): void {
  if (/^(?:pre|code|script|style|textarea)$/.test(element.tagName)) return
  if (DRAWN.test(classesOf(element))) return
  for (const node of [...element.childNodes]) {
    if (isElement(node)) markIn(node)
    else if (isText(node) && IN_TEXT.test(node.value)) splitText(node.value, node, element)
  }
}

function splitText(text: string, node: Node, parent: Element): void {
  const parts: Node[] = []
  let rest = text
  for (let found = IN_TEXT.exec(rest); found !== null; found = IN_TEXT.exec(rest)) {
    parts.push(makeText(rest.slice(0, found.index), node))
    parts.push(makeSpan('math', makeText(found[0], node)))
    rest = rest.slice(found.index + found[0].length)
  }
  replaceNode(parent, node, [...parts, makeText(rest, node)])
}
