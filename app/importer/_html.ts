import { htmlList, htmlTable } from './_html_blocks.ts'
import {
  blockContent,
  codeBlock,
  continued,
  holdsBlock,
  NOTHING,
  withoutNothing,
} from './_lines.ts'
import { withoutEntities } from './_plain.ts'
import { type Around, type RenderContext, type Rendered, stringLiteral } from './_rendering.ts'
import type { Element, Node } from './_tree.ts'

const MEDIA = /^(img|image|video|audio|iframe|embed|youtube|source|track|loom)$/

/** Elements that only mark their text. */
const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
  strike: '~~',
}

/** Elements inside a line whose text stays without a mark. */
const PLAIN = new Set(
  `abbr bdi bdo button cite dfn font ins label mark q small span sub time u var`.split(' '),
)

/** Elements without words. */
const WORDLESS = new Set('col colgroup input svg wbr'.split(' '))

/** Markdown of an element of HTML, or of a component that shows media; else undefined. */
export function renderHtml(
  element: Element,
  around: Around,
  context: RenderContext,
): Rendered | undefined {
  const name = element.name.toLowerCase()
  if (MEDIA.test(name)) return media(element, name, around, context)
  if (element.name !== name || name.startsWith(':::')) return undefined
  if (name === '' || PLAIN.has(name)) return inline(context.render(element.children))
  if (WORDLESS.has(name)) return inline(NOTHING)
  const mark = MARKS[name]
  if (mark !== undefined) return wrapped(context.render(element.children), mark)
  return inlineElement(element, around, context) ?? blockElement(element, around, context)
}

function inline(text: string): Rendered {
  return { text, block: false }
}

function inlineElement(
  element: Element,
  around: Around,
  context: RenderContext,
): Rendered | undefined {
  switch (element.name) {
    case 'code':
    case 'kbd':
    case 'samp':
      return inline(codeSpan(rawText(element.children)))
    case 'sup':
      return inline(raised(context.render(element.children), around.before))
    case 'a':
      return anchor(element, context.render(element.children), around, context)
    case 'br':
      return inline(lineBreak(around))
    case 'script':
    case 'style':
      return leftOut(element, context)
    default:
      return undefined
  }
}

function blockElement(element: Element, around: Around, context: RenderContext): Rendered {
  const { name } = element
  const inner = () => context.render(element.children)
  const block = (text: string): Rendered => ({ text, block: true })
  if (/^h[1-6]$/.test(name)) return heading(Number(name.charAt(1)), inner())
  switch (name) {
    case 'hr':
      return block('---')
    case 'pre':
      return block(preformatted(element.children, context))
    case 'blockquote':
      return block(quote(blockContent(inner())))
    case 'ul':
    case 'ol':
    case 'dl':
      return block(htmlList(element, context))
    case 'table':
      return block(htmlTable(element, context))
    case 'summary':
      return block(wrapped(blockContent(inner()), '**').text)
    case 'figcaption':
    case 'caption':
      return block(blockContent(inner()))
    default:
      return { text: blockContent(inner()), block: around.leads }
  }
}

/** Marks belong to the text: spaces inside of them would keep them from being read. */
function wrapped(text: string, mark: string): Rendered {
  const clean = withoutNothing(text)
  const trimmed = clean.trim()
  if (trimmed === '' || trimmed.includes('\n\n')) return { text: clean, block: false }
  const before = /^\s*/.exec(clean)?.[0] ?? ''
  const after = /\s*$/.exec(clean)?.[0] ?? ''
  return { text: `${before}${mark}${trimmed}${mark}${after}`, block: false }
}

export function codeSpan(text: string): string {
  const line = withoutEntities(text).replace(/\s+/g, ' ').trim()
  if (line === '') return ''
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length))
  const ticks = '`'.repeat(longest + 1)
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${ticks}${space}${line}${space}${ticks}`
}

/** Text of nodes as code shows it: without tags, with the value of literals. */
export function rawText(nodes: readonly Node[]): string {
  return nodes.map(rawNode).join('')
}

function rawNode(node: Node): string {
  switch (node.kind) {
    case 'text':
    case 'code':
    case 'indented':
      return node.text
    case 'expression':
      return stringLiteral(node.text.slice(1, -1).trim()) ?? node.text
    case 'fence':
      return node.fence.lines.slice(1, -1).join('\n')
    case 'nothing':
      return ''
    case 'element':
      return node.name === 'br' ? '\n' : rawText(node.children)
  }
}

function raised(text: string, before: string): string {
  return /\w$/.test(before) && /^\w+$/.test(text) ? `^${text}` : text
}

function anchor(
  element: Element,
  content: string,
  around: Around,
  context: RenderContext,
): Rendered {
  const href = element.attributes.find(({ name }) => name === 'href')
  const text = withoutNothing(content).replace(/\s+/g, ' ').trim()
  const written = href?.kind === 'expression' ? stringLiteral(href.value.trim()) : href?.value
  if (written === undefined) return { text: text === '' ? NOTHING : content, block: false }
  const address = context.resolve(written, false, element.start)
  if (holdsBlock(content)) return { text: blockContent(content), block: around.leads }
  if (address === undefined || text === '') return { text, block: false }
  return { text: `[${text}](${address})`, block: false }
}

function lineBreak(around: Around): string {
  if (around.inTable) return around.ends ? '' : ' '
  if (around.leads || around.before.trim().startsWith('#')) return around.ends ? NOTHING : ''
  const lead = /^[ \t>]*/.exec(around.before)?.[0] ?? ''
  return around.ends ? '\\' : `\\\n${lead}`
}

/** Code inside `<pre>`: a fenced block, which no other text can end. */
function preformatted(children: readonly Node[], context: RenderContext): string {
  const only = children.filter((node) => node.kind !== 'text' || node.text.trim() !== '')
  if (only.length === 1 && only[0]?.kind === 'fence') return blockContent(context.render(only))
  const text = withoutEntities(rawText(children)).replace(/^\s*\n|\s+$/g, '')
  return codeBlock(blockContent(text).split('\n'), context.blocks)
}

function heading(level: number, content: string): Rendered {
  const text = withoutNothing(content).replace(/\s+/g, ' ').trim()
  return { text: text === '' ? '' : `${'#'.repeat(level)} ${text}`, block: true }
}

function quote(content: string): string {
  return content === '' ? '' : continued(`\n${content}`, '> ').slice(1)
}

function leftOut(element: Element, context: RenderContext): Rendered {
  context.lose(
    element.start,
    `<${element.name}> is left out: a page runs no code of its own`,
    'write what it shows as text',
  )
  return { text: NOTHING, block: false }
}

/** Pictures and films: a public address stays as image or link, of all others the words stay. */
function media(element: Element, name: string, around: Around, context: RenderContext): Rendered {
  const value = (...names: readonly string[]) => {
    const found = element.attributes.find((each) => names.includes(each.name))
    if (found === undefined || found.kind === 'flag') return undefined
    return found.kind === 'text' ? found.value : stringLiteral(found.value.trim())
  }
  const words = value('alt', 'title', 'caption', 'aria-label', 'label')?.replace(/\s+/g, ' ') ?? ''
  const source = value('src', 'url', 'srcLight', 'href')
  const image = name === 'img' || name === 'image'
  const inner = blockContent(context.render(element.children))
  const block = around.leads && around.ends
  const address = source === undefined ? undefined : context.resolve(source, true, element.start)
  if (source === undefined && inner === '' && name !== 'source' && name !== 'track') {
    context.lose(element.start, `<${element.name}> has no address and is left out`, 'add the file')
  }
  const label = words.trim().replace(/[[\]]/g, '\\$&').replaceAll('<', '\\<')
  if (address === undefined) return { text: [label, inner].filter(Boolean).join('\n\n'), block }
  if (image) return { text: `![${label}](${address})`, block }
  const link = `[${label === '' ? address : label}](${address})`
  return { text: [link, inner].filter(Boolean).join('\n\n'), block }
}
