import { removeNothing } from './_blocks.ts'
import { type RenderContext, readStringLiteral, shorten } from './_render_context.ts'
import type { Attribute } from './_tags.ts'
import type { Element } from './_tree.ts'

/** Attributes that contain text, in the order in which they are read. */
export const TITLES = ['title', 'label', 'heading', 'header', 'summary', 'question']
export const TEXTS = ['description', 'subtitle', 'caption', 'text', 'content', 'body', 'cta', 'tip']
export const ADDRESSES = ['href', 'to', 'url', 'link']

/** Text of the first of these attributes that has any, as Markdown on one line. */
export function readText(
  element: Element,
  names: readonly string[],
  context: RenderContext,
): string | undefined {
  for (const name of names) {
    const attribute = element.attributes.find((each) => each.name === name)
    const text = attribute === undefined ? '' : readAttributeText(attribute, element, context)
    if (text !== '') return text
  }
  return undefined
}

function readAttributeText(attribute: Attribute, element: Element, context: RenderContext): string {
  if (attribute.kind === 'flag') return ''
  if (attribute.kind === 'text') return toOneLine(attribute.value)
  const inner = attribute.value.trim()
  const literal = readStringLiteral(inner)
  if (literal !== undefined) return toOneLine(literal)
  if (!/^\(?\s*<[A-Za-z>]/.test(inner)) return ''
  const markup = inner.replace(/^\(\s*|\s*\)$/g, '')
  return removeNothing(context.renderMarkup(markup, element.start)).replace(/\s+/g, ' ').trim()
}

const CODE_OR_ANGLE = /(?<!`)(`+)(?!`).{1,2000}?(?<!`)\1(?!`)|(?<!\\)</g

/** In code a backslash would be a sign of the code. */
function toOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.replace(CODE_OR_ANGLE, (found) => (found === '<' ? '\\<' : found)).trim()
}

/** Whatever is written as the value of an attribute. */
export function writtenOf({ attributes }: Element, name: string): string | undefined {
  return attributes.find((each) => each.name === name)?.value
}

/** Value of the first of these attributes that is plain text. */
export function readTextAttribute(element: Element, names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = element.attributes.find((each) => each.name === name)
    const value =
      found?.kind === 'expression' ? readStringLiteral(found.value.trim()) : found?.value
    if (value !== undefined && value !== '') return value
  }
  return undefined
}

const ROWS = /^\[\s*\{[\s\S]*\}\s*,?\s*\]$/
const ROW_TEXT = /(?<=[{,]\s*)(?:text|code|line)\s*:\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g

/** Lines of code in an attribute that is a list of rows, `[{ text: '…' }, …]`. */
export function readCodeRows(attribute: Attribute): readonly string[] | undefined {
  const inner = attribute.value.trim()
  if (attribute.kind !== 'expression' || !ROWS.test(inner)) return undefined
  const rows = [...inner.matchAll(ROW_TEXT)].map(([, literal = '']) => readStringLiteral(literal))
  return rows.length > 1 ? rows.map((row) => row ?? '') : undefined
}

const TEXT_LITERAL = /["'`][^"'`]*[A-Za-z]{2,}[^"'`]*["'`]/
const PRESENTATION = /^(style|class|className|icon|src\w*|id|key|sx|width|height|on[A-Z]\w*)$/

/** Reports attributes whose JSX contains text that was not read. */
export function reportLostAttributes(element: Element, context: RenderContext): void {
  for (const attribute of element.attributes) {
    const { name, kind, value } = attribute
    if (readCodeRows(attribute) !== undefined) continue
    if (kind !== 'expression' || PRESENTATION.test(name) || !TEXT_LITERAL.test(value)) continue
    const inner = value.trim()
    const read = [...TITLES, ...TEXTS, ...ADDRESSES].includes(name)
    if (read && (readStringLiteral(inner) !== undefined || /^\(?\s*</.test(inner))) continue
    const what = `the attribute ${name} of <${element.name}> is left out: ${shorten(value.trim())}`
    context.reportLoss(element.start, what, 'write what it shows as text or as a code block')
  }
}
