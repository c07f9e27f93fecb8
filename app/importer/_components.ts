import {
  ADDRESSES,
  codeRows,
  loseAttributes,
  TEXTS,
  TITLES,
  textAttribute,
  textOf,
} from './_attributes.ts'
import { blockContent, codeBlock, continued, holdsBlock } from './_lines.ts'
import { type Around, capitalised, type RenderContext, type Rendered } from './_rendering.ts'
import type { Element } from './_tree.ts'

const ADMONITIONS = new Set(
  `admonition alert aside callout caution check danger error hint important info note notice
  question success tip warning`.split(/\s+/),
)

/** Components that stand inside a sentence. */
const INLINE = new Set(
  'badge icon kbd key link navlink pill tag term text tooltip hint abbreviation'.split(' '),
)

const FIELD_NAMES = ['path', 'query', 'body', 'header', 'name', 'param', 'post', 'prop']

/** Icons that say yes or no in a table. */
const MARKS: Readonly<Record<string, string>> = { check: 'Yes', cross: 'No' }

/** Markdown of a component: its words stay, its looks go. */
export function renderComponent(
  element: Element,
  around: Around,
  context: RenderContext,
): Rendered {
  const name = plainName(element.name)
  const included = context.included(element.name)
  if (included !== undefined) return { text: included, block: true }
  const mark = MARKS[name]
  if (element.selfClosing && mark !== undefined) return { text: mark, block: false }
  const only = variant(element, around, context)
  if (only !== undefined) return only
  const content = contentOf(element, context)
  if (ADMONITIONS.has(name) && content !== '') {
    if (around.leads || content.includes('\n\n')) {
      return { text: admonition(name, element, content, context), block: true }
    }
  }
  if (/(field|param|property|prop)$/.test(name)) {
    const text = field(element, content)
    if (text !== undefined) return { text, block: true }
  }
  return general(element, name, content, around, context)
}

function plainName(name: string): string {
  return name.replace(/^:::/, '').replace(/^.*\./, '').toLowerCase()
}

function contentOf(element: Element, context: RenderContext): string {
  return blockContent(context.render(element.children))
}

/** `<AppOnly>` holds what one variant of a page alone shows. */
function variant(element: Element, around: Around, context: RenderContext): Rendered | undefined {
  const word = /^([A-Z][A-Za-z]*)Only$/.exec(element.name)?.[1]
  if (word === undefined) return undefined
  if (context.otherVariants.has(word.toLowerCase())) return { text: '', block: true }
  const content = contentOf(element, context)
  const block = around.leads && (around.ends || content.includes('\n'))
  if (content === '' || context.ownVariant === word.toLowerCase()) return { text: content, block }
  if (!block) return { text: `${content} (${word} only)`, block }
  return { text: `*${word} only:*\n\n${content}`, block }
}

function admonition(
  name: string,
  element: Element,
  content: string,
  context: RenderContext,
): string {
  const type = textOf(element, ['type', 'variant', 'kind', 'severity'], context) ?? name
  const title = textOf(element, TITLES, context)
  const generic = ['admonition', 'alert', 'aside', 'callout', 'notice', 'hint'].includes(type)
  const label = title ?? (generic ? 'Note' : capitalised(type))
  loseAttributes(element, context)
  // A quote would put a mark before each line of code, so a box with code has only its label.
  if (holdsBlock(content)) return `**${label}:**\n\n${content}`
  const inline = /^(?:[-*+|>#]|\d+[.)])\s/.test(content) || content.startsWith('|')
  const text = `**${label}:**${inline ? '\n\n' : ' '}${content}`
  return continued(`\n${text}`, '> ').slice(1)
}

/** A documented field: its name as code, then type and default, then what it means. */
function field(element: Element, content: string): string | undefined {
  const find = (names: readonly string[]) =>
    element.attributes.find(({ name, kind }) => names.includes(name) && kind === 'text')?.value
  const name = find(FIELD_NAMES)
  if (name === undefined || name === '') return undefined
  const flags = ['required', 'deprecated'].filter((flag) =>
    element.attributes.some((attribute) => attribute.name === flag && attribute.value !== 'false'),
  )
  const standard = find(['default'])
  const type = find(['type'])
  const facts = [
    ...(type === undefined || type === '' ? [] : [`\`${type}\``]),
    ...flags,
    ...(standard === undefined || standard === '' ? [] : [`default \`${standard}\``]),
  ]
  const head = `**\`${name}\`**${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`
  return content === '' ? head : `${head}\n\n${content}`
}

function general(
  element: Element,
  name: string,
  content: string,
  around: Around,
  context: RenderContext,
): Rendered {
  const title = textOf(element, TITLES, context)
  const texts = TEXTS.map((text) => textOf(element, [text], context)).filter(
    (text): text is string => text !== undefined,
  )
  const written = textAttribute(element, ADDRESSES)
  const address = written === undefined ? undefined : context.resolve(written, false, element.start)
  const code = element.attributes.flatMap((attribute) => {
    const rows = codeRows(attribute)
    return rows === undefined ? [] : [codeBlock(rows, context.blocks)]
  })
  loseAttributes(element, context)
  const inline = INLINE.has(name) || !around.leads || !around.ends
  if (inline && code.length === 0 && !content.includes('\n\n') && !holdsBlock(content)) {
    const words = [title, content, ...texts.map((text) => `(${text})`)].filter(Boolean).join(' ')
    if (words === '') return nothing(element, context)
    return { text: address === undefined ? words : `[${words}](${address})`, block: false }
  }
  const head = title === undefined ? [] : [bold(linked(title, address))]
  const rest =
    title === undefined && address !== undefined ? linkedContent(content, address) : content
  const text = [...head, ...texts, rest, ...code].filter((part) => part !== '').join('\n\n')
  return text === '' ? nothing(element, context) : { text, block: true }
}

/** Text in bold; what is bold in parts already stays as it is. */
function bold(text: string): string {
  return text.includes('**') ? text : `**${text}**`
}

function linked(text: string, address: string | undefined): string {
  return address === undefined ? text : `[${text}](${address})`
}

/** A text that is one paragraph without links becomes the link; else the link follows it. */
function linkedContent(content: string, address: string): string {
  if (content === '') return `[${address}](${address})`
  if (/\n\n|\]\(/.test(content) || holdsBlock(content))
    return `${content}\n\n[${address}](${address})`
  return `[${content}](${address})`
}

function nothing(element: Element, context: RenderContext): Rendered {
  if (element.selfClosing || element.attributes.length > 0) {
    context.lose(
      element.start,
      `the component <${element.name}> has no text and is left out`,
      'write what it shows',
    )
  }
  return { text: '', block: true }
}
