import { withoutNothing } from './_lines.ts'
import { type RenderContext, shortened, stringLiteral } from './_rendering.ts'
import type { Attribute } from './_tags.ts'
import type { Element } from './_tree.ts'

/** Attributes that hold words, in the order in which they are read. */
export const TITLES = ['title', 'label', 'heading', 'header', 'summary', 'question']
export const TEXTS = ['description', 'subtitle', 'caption', 'text', 'content', 'body', 'cta', 'tip']
export const ADDRESSES = ['href', 'to', 'url', 'link']

/** Words of the first of these attributes that has any, as Markdown on one line. */
export function textOf(
  element: Element,
  names: readonly string[],
  context: RenderContext,
): string | undefined {
  for (const name of names) {
    const attribute = element.attributes.find((each) => each.name === name)
    const text = attribute === undefined ? '' : attributeText(attribute, element, context)
    if (text !== '') return text
  }
  return undefined
}

function attributeText(attribute: Attribute, element: Element, context: RenderContext): string {
  if (attribute.kind === 'flag') return ''
  if (attribute.kind === 'text') return oneLine(attribute.value)
  const inner = attribute.value.trim()
  const literal = stringLiteral(inner)
  if (literal !== undefined) return oneLine(literal)
  if (!/^\(?\s*<[A-Za-z>]/.test(inner)) return ''
  const markup = inner.replace(/^\(\s*|\s*\)$/g, '')
  return withoutNothing(context.markup(markup, element.start)).replace(/\s+/g, ' ').trim()
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('<', '\\<').trim()
}

/** Value of the first of these attributes that is plain text. */
export function textAttribute(element: Element, names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = element.attributes.find((each) => each.name === name)
    const value = found?.kind === 'expression' ? stringLiteral(found.value.trim()) : found?.value
    if (value !== undefined && value !== '') return value
  }
  return undefined
}

const ROWS = /^\[\s*\{[\s\S]*\}\s*,?\s*\]$/
const ROW_TEXT = /(?<=[{,]\s*)(?:text|code|line)\s*:\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g

/** Lines of code that stand in an attribute as a list of rows, `[{ text: '…' }, …]`. */
export function codeRows(attribute: Attribute): readonly string[] | undefined {
  const inner = attribute.value.trim()
  if (attribute.kind !== 'expression' || !ROWS.test(inner)) return undefined
  const rows = [...inner.matchAll(ROW_TEXT)].map(([, literal = '']) => stringLiteral(literal))
  return rows.length > 1 ? rows.map((row) => row ?? '') : undefined
}

const WORDS = /["'`][^"'`]*[A-Za-z]{2,}[^"'`]*["'`]/
const LOOKS = /^(style|class|className|icon|src\w*|id|key|sx|width|height|on[A-Z]\w*)$/

/** Tells of attributes whose JSX holds words that nothing above has read. */
export function loseAttributes(element: Element, context: RenderContext): void {
  for (const attribute of element.attributes) {
    const { name, kind, value } = attribute
    if (codeRows(attribute) !== undefined) continue
    if (kind !== 'expression' || LOOKS.test(name) || !WORDS.test(value)) continue
    const inner = value.trim()
    const read = [...TITLES, ...TEXTS, ...ADDRESSES].includes(name)
    if (read && (stringLiteral(inner) !== undefined || /^\(?\s*</.test(inner))) continue
    context.lose(
      element.start,
      `the attribute ${name} of <${element.name}> is left out: ${shortened(value.trim())}`,
      'write what it shows as text or as a code block',
    )
  }
}
