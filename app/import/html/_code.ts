import { makeFence } from '../../text/source_text/code_marks.ts'
import type { Line } from './_inline.ts'
import { isAround } from './content.ts'
import {
  attributeOf,
  classesOf,
  type Element,
  elementsOf,
  findFirst,
  isElement,
  isText,
  parentOf,
  textOf,
} from './tree.ts'

const LANGUAGE = /(?:(?:language|lang|highlight-source|highlight)[- ]|brush: ?)([A-Za-z][\w+#.-]*)/g
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
    if (!/^(?:div|figure|pre|td|tr|tbody|table|code-block)$/.test(above.tagName)) break
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
  return readPrompt(pre)
}

/** Highlighters mark the prompt of a session, and its first one says what runs in it. */
function readPrompt(pre: Element): string {
  const prompt = findFirst(pre, (each) => / gp /.test(classesOf(each)))
  const text = prompt === undefined ? '' : textOf(prompt).trim()
  if (text === '>>>') return 'python'
  return text === '$' || text === '#' ? 'console' : ''
}

const COPIES = /^(?:copy|copied!?|copy code|copy to clipboard)$/i
/** Languages as people write them, where the class has another name. */
const SHOWN = new Map([
  ['bash', 'shell terminal sh'],
  ['cpp', 'c++'],
  ['csharp', 'c#'],
  ['js', 'javascript'],
  ['md', 'markdown'],
  ['py', 'python'],
  ['python3', 'python'],
  ['sh', 'shell bash terminal'],
  ['shell', 'bash sh terminal'],
  ['ts', 'typescript'],
  ['yml', 'yaml'],
])

/** Whether an element beside a block of code only names its language, or offers to copy it. */
export function isLabelOf(pre: Element, element: Element): boolean {
  if (/^(?:h[1-6]|pre|code|ul|ol|table)$/.test(element.tagName)) return false
  const words = textOf(element, isAround).replace(/\s+/g, ' ').trim()
  if (words === '' || words.length > LABEL_CHARACTERS_MAX) return false
  const label = words.replace(/ ?(?:copy|copied!?|copy code)$/i, '').toLowerCase()
  if (label === '' || COPIES.test(words)) return true
  const language = languageOf(pre)
  return label === language || (SHOWN.get(language)?.split(' ').includes(label) ?? false)
}

const LABEL_CHARACTERS_MAX = 40

/** Numbers of lines, buttons, and lines that a book hides. */
const NOT_CODE = new RegExp(
  ` (?:${[
    'linenos?|lineno|line-?numbers?|gutter|boring|copy[\\w-]*|hljs-ln-numbers',
    'viewcode-back|headerlink',
  ].join('|')}) `,
)

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
