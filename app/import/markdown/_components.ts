import {
  ADDRESSES,
  readCodeRows,
  readText,
  readTextAttribute,
  reportLostAttributes,
  TEXTS,
  TITLES,
} from './_attributes.ts'
import { addCodeBlock, hasBlock, indentFollowingLines, NOTHING, normalizeBlock } from './_blocks.ts'
import { renderBadge, renderLayout } from './_layout_blocks.ts'
import {
  capitalize,
  type LinePosition,
  normalizeName,
  type RenderContext,
  type Rendering,
} from './_render_context.ts'
import { renderTabs } from './_tabs.ts'
import type { Element } from './_tree.ts'
import { calloutKindOf } from './callout_kinds.ts'

const ADMONITIONS = new Set(
  `admonition alert aside callout caution check danger error hint important info note notice
  question success tip warning`.split(/\s+/),
)

/** Components that appear inside a sentence. */
const INLINE = new Set(
  'badge icon kbd key link navlink pill tag term text tooltip hint abbreviation'.split(' '),
)

/** Lists of a page's own headings, which every page of ours has. */
const CONTENTS = new Set('toc tocinline tableofcontents'.split(' '))

const FIELD_NAMES = ['path', 'query', 'body', 'header', 'name', 'param', 'post', 'prop']

/** Icons that mean yes or no in a table. */
const MARKS: Readonly<Record<string, string>> = { check: 'Yes', cross: 'No' }

/** Markdown of a component: keeps its text and drops its appearance. */
export function renderComponent(
  element: Element,
  around: LinePosition,
  context: RenderContext,
): Rendering {
  const name = normalizeName(element.name)
  const included = context.renderImport(element.name)
  if (included !== undefined) return { text: included, block: true }
  if (CONTENTS.has(name) && element.selfClosing) return { text: '', block: true }
  const mark = MARKS[name]
  if (element.selfClosing && mark !== undefined) return { text: mark, block: false }
  const only = renderVariant(element, around, context)
  if (only !== undefined) return only
  const tabs = around.leads && !around.inTable ? renderTabs(element, name, context) : undefined
  if (tabs !== undefined) return { text: tabs, block: true }
  const isFree = around.leads && around.ends && !around.inTable
  const laidOut = isFree ? renderLayout(element, name, context) : undefined
  if (laidOut !== undefined) return { text: laidOut, block: true }
  const badge = name === 'badge' ? renderBadge(element, context) : undefined
  if (badge !== undefined) return { text: badge, block: false }
  const content = contentOf(element, context)
  if (ADMONITIONS.has(name) && (around.leads || content.includes('\n\n'))) {
    const text = renderAdmonition(name, element, content, context)
    if (text !== undefined) return { text, block: true }
  }
  if (/(field|param|property|prop)$/.test(name)) {
    const text = renderField(element, content)
    if (text !== undefined) return { text, block: true }
  }
  return renderGeneral(element, name, content, around, context)
}

function contentOf(element: Element, context: RenderContext): string {
  return normalizeBlock(context.render(element.children))
}

/** `<AppOnly>` contains what only one variant of a page shows. */
function renderVariant(
  element: Element,
  around: LinePosition,
  context: RenderContext,
): Rendering | undefined {
  const word = /^([A-Z][A-Za-z]*)Only$/.exec(element.name)?.[1]
  if (word === undefined) return undefined
  if (context.otherVariants.has(word.toLowerCase())) return { text: '', block: true }
  const content = contentOf(element, context)
  const block = around.leads && (around.ends || content.includes('\n'))
  if (content === '' || context.ownVariant === word.toLowerCase()) return { text: content, block }
  if (!block) return { text: `${content} (${word} only)`, block }
  return { text: `*${word} only:*\n\n${content}`, block }
}

/** A title without text is the text; without either there is none. */
function renderAdmonition(
  name: string,
  element: Element,
  text: string,
  context: RenderContext,
): string | undefined {
  const stated = readText(element, TITLES, context)
  const [title, content] = text === '' ? [undefined, stated] : [stated, text]
  if (content === undefined) return undefined
  const type = readText(element, ['type', 'variant', 'kind', 'severity'], context) ?? name
  const { kind, word } = calloutKindOf(type)
  const label = title ?? (word === undefined ? undefined : capitalize(word))
  reportLostAttributes(element, context)
  if (label === undefined && !hasBlock(content)) {
    return indentFollowingLines(`\n[!${kind.toUpperCase()}]\n${content}`, '> ').slice(1)
  }
  // A quote would put `>` before each line of code, and has no title on other sites.
  const opening = label === undefined ? kind : `${kind} ${label.replace(/\s+/g, ' ')}`
  return `:::${opening}\n${content}\n:::`
}

/** A documented field: its name as code, then type and default, then its description. */
function renderField(element: Element, content: string): string | undefined {
  const find = (names: readonly string[]) =>
    element.attributes.find(({ name, kind }) => names.includes(name) && kind === 'text')?.value
  const name = find(FIELD_NAMES)
  if (name === undefined || name === '') return undefined
  const flags = ['required', 'deprecated'].filter((flag) =>
    element.attributes.some((attribute) => attribute.name === flag && attribute.value !== 'false'),
  )
  const standard = find(['default'])
  const type = find(['type'])
  const defaults = standard ? `default \`${standard}\`` : []
  const facts = [type ? `\`${type}\`` : [], flags, defaults].flat()
  const head = `**\`${name}\`**${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`
  return content === '' ? head : `${head}\n\n${content}`
}

function renderGeneral(
  element: Element,
  name: string,
  content: string,
  around: LinePosition,
  context: RenderContext,
): Rendering {
  const title = readText(element, TITLES, context)
  const texts = TEXTS.map((text) => readText(element, [text], context)).filter(
    (text): text is string => text !== undefined,
  )
  const written = readTextAttribute(element, ADDRESSES)
  const address = written === undefined ? undefined : context.resolve(written, element.start)
  const code = element.attributes.flatMap((attribute) => {
    const rows = readCodeRows(attribute)
    return rows === undefined ? [] : [addCodeBlock(rows, context.blocks)]
  })
  reportLostAttributes(element, context)
  const inline = INLINE.has(name) || !around.leads || !around.ends
  if (inline && code.length === 0 && !content.includes('\n\n') && !hasBlock(content)) {
    // A link inside a tooltip leads where its own words say; its term is no link.
    const label = address === undefined ? undefined : readText(element, ['cta'], context)
    const shown = texts.map((text) => `(${text === label ? linkText(text, address) : text})`)
    const words = [title, content, ...shown].filter(Boolean).join(' ')
    if (words === '') return renderNothing(element, context)
    const isLink = address !== undefined && label === undefined
    return { text: isLink ? `[${words}](${address})` : words, block: false }
  }
  const head = title === undefined ? [] : [makeBold(linkText(title, address))]
  const rest =
    title === undefined && address !== undefined ? linkContent(content, address) : content
  const text = [...head, ...texts, rest, ...code].filter((part) => part !== '').join('\n\n')
  return text === '' ? renderNothing(element, context) : { text, block: true }
}

/** Text in bold; text that is partly bold already stays as it is. */
function makeBold(text: string): string {
  return text.includes('**') ? text : `**${text}**`
}

function linkText(text: string, address: string | undefined): string {
  return address === undefined ? text : `[${text}](${address})`
}

/** A single paragraph without links becomes the link; otherwise the link follows it. */
function linkContent(content: string, address: string): string {
  if (content === '') return `[${address}](${address})`
  if (/\n\n|\]\(/.test(content) || hasBlock(content))
    return `${content}\n\n[${address}](${address})`
  return `[${content}](${address})`
}

function renderNothing(element: Element, context: RenderContext): Rendering {
  // Nothing but an id is an anchor, which the heading above has.
  const isAnchor = element.attributes.length === 1 && element.attributes[0]?.name === 'id'
  if (isAnchor) return { text: NOTHING, block: false }
  if (element.selfClosing || element.attributes.length > 0) {
    const what = `the component <${element.name}> has no text and is left out`
    context.reportLoss(element.start, what, 'write out what it shows')
  }
  return { text: '', block: true }
}
