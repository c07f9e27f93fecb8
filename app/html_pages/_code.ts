import { makeFence } from '../source_text/code_marks.ts'
import type { Line } from './_inline.ts'
import {
  attributeOf,
  classesOf,
  type Element,
  elementsOf,
  isElement,
  isText,
  parentOf,
} from './tree.ts'

const LANGUAGE = /(?:language|lang|highlight-source|highlight|brush:)-? ?([A-Za-z][\w+#.-]*)/g
const NO_LANGUAGE = new Set(
  'default none plaintext notranslate highlight highlighter-rouge code block console-output'.split(
    ' ',
  ),
)
/** Classes of Pandoc and of old highlighters: the language stands alone. */
const NEXT_TO = / (?:sourceCode|programlisting|prettyprint|hljs) ([a-z][\w+#-]*) /

/** The language of a block of code: on it, on what is in it, or on the boxes around it. */
export function languageOf(pre: Element): string {
  const inner = elementsOf(pre).filter(({ tagName }) => tagName === 'code')
  const around: Element[] = []
  for (let above = parentOf(pre); above !== undefined && around.length < 3; ) {
    if (!/^(?:div|figure|td|tr|tbody|table|code-block)$/.test(above.tagName)) break
    around.push(above)
    above = parentOf(above)
  }
  for (const element of [...inner, pre, ...around]) {
    const named = ['data-lang', 'data-language'].map((name) => attributeOf(element, name))
    const classes = classesOf(element)
    const words = [
      ...named,
      ...[...classes.matchAll(LANGUAGE)].map(([, word]) => word),
      NEXT_TO.exec(classes)?.[1],
    ]
    const found = words.find((word) => word !== undefined && word !== '' && !NO_LANGUAGE.has(word))
    if (found !== undefined) return found.toLowerCase()
  }
  return ''
}

/** Numbers of lines, buttons, and lines that a book hides. */
const NOT_CODE = / (?:linenos?|lineno|line-?numbers?|gutter|boring|copy[\w-]*|hljs-ln-numbers) /

function isNoCode(element: Element): boolean {
  if (/^(?:button|svg|style|script|noscript|template)$/.test(element.tagName)) return true
  return NOT_CODE.test(classesOf(element))
}

/** The text of a block of code, byte for byte as readers copy it, without blank lines around it. */
export function codeOf(pre: Element): string {
  return readCode(pre)
    .replace(/^(?:[ \t]*\n)+/, '')
    .replace(/\s+$/, '')
}

function readCode(element: Element): string {
  let text = ''
  for (const node of element.childNodes) {
    if (isText(node)) text += node.value
    else if (isElement(node) && !isNoCode(node)) {
      if (node.tagName === 'br') text += '\n'
      else {
        text += readCode(node)
        // Some highlighters have an element for each line and nothing between.
        if (/^(?:div|p|li|tr)$/.test(node.tagName) && !text.endsWith('\n')) text += '\n'
      }
    }
  }
  return text
}

/** A fence that its content cannot end. */
export function writeFence(
  code: string,
  language: string,
  title: string,
  line: number,
): readonly Line[] {
  const fence = makeFence(code)
  const name = title.replaceAll('"', "'").replace(/\s+/g, ' ').trim()
  const info = [language, name === '' ? '' : `title="${name}"`].filter(Boolean).join(' ')
  const rows = code.split('\n').map((text, at) => ({ text, line: line + at }))
  const last = line + rows.length
  return [{ text: `${fence}${info}`, line }, ...rows, { text: fence, line: last }]
}
