import { formatCodeSpan } from '../../text/source_text/code_marks.ts'
import { showRaised } from '../../text/source_text/raised_text.ts'
import { addCodeBlock, dedentBlock, normalizeBlock } from './_blocks.ts'
import { type RenderContext, readStringLiteral, reportExpression } from './_render_context.ts'
import type { Node } from './_tree.ts'
import { decodeEntities } from './plain_text.ts'

const LINK = /\[((?:\\.|[^\][\\\n]|\[[^\][\\\n]{0,100}\]){1,300})\]\(([^()\s]{1,2000})\)/

/** Code as one span; what leads elsewhere inside it is a link between two spans. */
export function renderCode(nodes: readonly Node[], context: RenderContext): string {
  reportExpressions(nodes, context)
  const raised = nodes.map(separateRaised)
  const children = context.inTable ? raised.map(showBars) : raised
  const text = children.map((node) => linkInCode(node, context) ?? readRawNode(node)).join('')
  if (!LINK.test(text))
    return formatCodeSpan(decodeEntities(showSigns(readRawText(children), context)))
  const [first = '', ...parts] = text.split(LINK)
  const links = parts.flatMap((part, at) => {
    if (at % 3 === 0) return []
    return at % 3 === 1 ? [`[${formatPart(parts[at - 1] ?? '')}](${part})`] : [formatPart(part)]
  })
  return formatPart(first) + links.join('')
}

/** `2<sup>8</sup>` is no 28 in code either. */
function separateRaised(node: Node): Node {
  if (node.kind !== 'element' || !/^su[bp]$/.test(node.name)) return node
  const { start } = node
  return { kind: 'text', start, text: showRaised(node.name, readRawText(node.children)) }
}

/** In a row, Markdown has a backslash before a bar that is no border. */
function showBars(node: Node): Node {
  return node.kind === 'text' ? { ...node, text: node.text.replaceAll('\\|', '|') } : node
}

function linkInCode(node: Node, context: RenderContext): string | undefined {
  if (node.kind !== 'element' || node.name !== 'a') return undefined
  const href = node.attributes.find(({ name, kind }) => name === 'href' && kind === 'text')
  const address = href === undefined ? undefined : context.resolve(href.value, node.start)
  const label = readRawText(node.children).trim()
  return address === undefined || label === '' ? undefined : `[${label}](${address})`
}

/** In MDX a brace of a text has a backslash before it, also in an element of code. */
function showSigns(text: string, { isHtml }: RenderContext): string {
  return isHtml ? text : text.replace(/\\([{}<>])/g, '$1')
}

/** Beside a link, text of code is Markdown, and spaces at its ends count. */
function formatPart(text: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  const plain = inner.replace(/\\([!-/:-@[-`{-~])/g, '$1')
  return before + formatCodeSpan(decodeEntities(plain)) + after
}

/** A page shows an expression in code as typed, where readers had its value. */
function reportExpressions(nodes: readonly Node[], context: RenderContext): void {
  for (const node of nodes) {
    if (node.kind === 'element') reportExpressions(node.children, context)
    if (node.kind !== 'expression') continue
    if (readStringLiteral(node.text.slice(1, -1).trim()) !== undefined) continue
    reportExpression(node.text, node.start, context)
  }
}

/** Text of nodes as code shows it: without tags, with literals evaluated. */
function readRawText(nodes: readonly Node[]): string {
  return nodes.map(readRawNode).join('')
}

function readRawNode(node: Node): string {
  switch (node.kind) {
    case 'text':
    case 'code':
    case 'indented':
      return node.text
    case 'expression':
      return readStringLiteral(node.text.slice(1, -1).trim()) ?? node.text
    case 'fence':
      return node.fence.lines.slice(1, -1).join('\n')
    case 'nothing':
      return ''
    case 'element':
      return node.name === 'br' ? '\n' : readRawText(node.children)
  }
}

/** Code inside `<pre>`: a fenced block, which its content cannot end. */
export function renderPreformatted(children: readonly Node[], context: RenderContext): string {
  const only = children.filter((node) => node.kind !== 'text' || node.text.trim() !== '')
  if (only.length === 1 && only[0]?.kind === 'fence') return normalizeBlock(context.render(only))
  reportExpressions(children, context)
  const raw = decodeEntities(readRawText(children))
  const text = raw.replace(/^\s*\n|\s+$/g, '')
  // A closing tag on a line of its own says what is indentation of the block, not of the code.
  const closing = /\n([ \t]*)$/.exec(raw)?.[1]
  const own = closing === undefined ? [] : [`${closing}.`]
  // Of code, the first line says as much of the indentation as the others.
  const lines = dedentBlock(['', ...text.split('\n'), ...own]).slice(1, -own.length || undefined)
  return addCodeBlock(lines, context.blocks)
}
