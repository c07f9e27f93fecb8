import { continuationOf, formatBlockMark, indentFollowingLines, NOTHING } from './_blocks.ts'
import { renderComponent } from './_components.ts'
import { renderHtml } from './_html.ts'
import {
  capitalize,
  type LinePosition,
  type RenderContext,
  type Rendering,
  readStringLiteral,
  reportExpression,
} from './_render_context.ts'
import type { Element, Node } from './_tree.ts'
import { calloutKindOf } from './callout_kinds.ts'
import { leadOf } from './line_classes.ts'

/** Markdown of nodes, with marks for code blocks and for what was removed. */
export function renderNodes(nodes: readonly Node[], context: RenderContext): string {
  // Joined once: whoever looks into a text that still grows makes a copy of all of it.
  const written: string[] = []
  // The current line: what follows the last line feed.
  let line = ''
  let above = ''
  let isAfterCode = false
  const write = (text: string) => {
    const shown = text.replaceAll(NOTHING, '')
    if (shown !== '') isAfterCode = shown.endsWith('`')
    above = extendBlock(above, text, line === '' && written.length > 0)
    if (text !== '') written.push(text)
    const feed = text.lastIndexOf('\n')
    line = feed === -1 ? line + text : text.slice(feed + 1)
  }
  for (const [at, node] of nodes.entries()) {
    switch (node.kind) {
      case 'text':
        write(labelAlerts(showBraces(node.text)))
        break
      case 'code':
        write(isAfterCode ? partCode(node.text) : node.text)
        break
      case 'indented':
        write(`${formatBlockMark(context.blocks.push(node.text.trimEnd().split('\n')) - 1)}\n`)
        break
      case 'fence': {
        const { prefix, lines } = node.fence
        write(`${prefix}${formatBlockMark(context.blocks.push(lines) - 1)}\n`)
        break
      }
      case 'expression':
        write(renderExpression(node.text, node.start, line, nodes[at + 1], context))
        break
      case 'nothing':
        write(NOTHING)
        break
      case 'element': {
        const next = nodes[at + 1]
        const before = line.replaceAll(NOTHING, '')
        const leads = leadOf(before) === before
        const after = next?.kind === 'text' ? next.text : ''
        const ends = next === undefined || (next.kind === 'text' && /^[ \t]*(\n|$)/.test(after))
        const meetsWord = next !== undefined && beginsWithWord(next)
        const inTable =
          context.inTable || /^[ \t>]*\|/.test(line) || isInBareTable(above, nodes, at)
        const around = { before, leads, ends, meetsWord, inTable }
        const rendered = renderElement(node, around, inTable ? enterTable(context) : context)
        if (!rendered.block) write(isAfterCode ? partCode(rendered.text) : rendered.text)
        else if (inTable) write(placeInRow(rendered.text, before, next))
        else write(placeBlock(rendered.text, before))
        break
      }
    }
  }
  return written.join('')
}

/** Code beside code, when the tags between them go, would be read as one. */
function partCode(text: string): string {
  return text.replaceAll(NOTHING, '').startsWith('`') ? ` ${text}` : text
}

function beginsWithWord(node: Node): boolean {
  if (node.kind === 'element') return /^(?:a|b|code|em|i|kbd|strong)$/.test(node.name)
  return node.kind === 'code' || (node.kind === 'text' && /^[*_~[]*[\p{L}\p{N}]/u.test(node.text))
}

/** The rule of a table stands near its beginning, however long it is. */
const BLOCK_CHARACTERS_MAX = 20_000

/** The text from the last blank line on, as far as the rule of a table may stand in it. */
function extendBlock(block: string, text: string, isAtLineStart: boolean): string {
  const blank = text.lastIndexOf('\n\n')
  if (blank !== -1) return text.slice(blank, blank + BLOCK_CHARACTERS_MAX)
  if (isAtLineStart && text.startsWith('\n')) return `\n${text}`
  if (block.length >= BLOCK_CHARACTERS_MAX) return block
  return (block + text).slice(0, BLOCK_CHARACTERS_MAX)
}

const TABLE_RULE = /\n[ \t>]*:?-{1,200}:?[ \t]*\|[-:| \t]{0,500}(?:\n|$)/

/** Whether the line under construction is of a table whose rows begin without a bar. */
function isInBareTable(above: string, nodes: readonly Node[], at: number): boolean {
  if (above.includes('|') && TABLE_RULE.test(above)) return true
  for (let next = at + 1; next < nodes.length && next - at < 50; next++) {
    const node = nodes[next]
    const text = node?.kind === 'text' ? node.text : ''
    const feed = text.indexOf('\n')
    if (feed === -1) continue
    // The header of a table stands above its rule.
    const rest = text.slice(feed, feed + 2_000)
    return TABLE_RULE.exec(rest)?.index === 0
  }
  return false
}

function renderElement(element: Element, around: LinePosition, context: RenderContext): Rendering {
  return renderHtml(element, around, context) ?? renderComponent(element, around, context)
}

/** Places a block below the text before it, within its list item or quote. */
function placeBlock(text: string, line: string): string {
  if (text === '') return NOTHING
  const lead = leadOf(line)
  const prefix = continuationOf(lead)
  // A list item or quote begins with its first block, without a blank line.
  if (lead === line && lead.trim() !== '') {
    return `${indentFollowingLines(text, prefix)}\n${prefix.trimEnd()}\n`
  }
  const after = lead === line ? '' : prefix
  const blank = prefix.trimEnd()
  return `\n${blank}\n${indentFollowingLines(`\n${text}`, prefix).slice(1)}\n${blank}\n${after}`
}

function enterTable(context: RenderContext): RenderContext {
  if (context.inTable) return context
  const inner: RenderContext = {
    ...context,
    inTable: true,
    render: (nodes) => renderNodes(nodes, inner),
  }
  return inner
}

/** A block in a row is a part of its line, but no part of the words at its sides. */
function placeInRow(text: string, before: string, next: Node | undefined): string {
  const flat = text.replace(/\s*\n\s*/g, ' ').trim()
  if (flat === '') return ''
  const isClose = next !== undefined && (next.kind !== 'text' || /^\S/.test(next.text))
  return `${/\S$/.test(before.slice(-1)) ? ' ' : ''}${flat}${isClose ? ' ' : ''}`
}

const BRACE = /&(?:#0*(123|125)|#x0*(7[bd])|(lcub|lbrace|rcub|rbrace));([#.:]?)/gi

/** MDX and Vue need references for braces; here a brace is one, unless it would open an id. */
function showBraces(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(BRACE, (_, ten?: string, hex?: string, name = '', next = '') => {
    const isOpening = ten === '123' || hex?.toLowerCase() === '7b' || /^l/i.test(String(name))
    return `${isOpening ? `${next === '' ? '' : '\\'}{` : '}'}${next}`
  })
}

const ALERT = /(^|\n)((?:[ \t]*>)+[ \t]*)\[!([A-Za-z]+)\][-+]?[ \t]*([^\n]*)/g

/** `> [!NOTE]` stays, and the words of other generators become one of the five kinds. */
function labelAlerts(text: string): string {
  if (!text.includes('[!')) return text
  return text.replace(ALERT, (_, feed: string, quote: string, name: string, title: string) => {
    const { kind, word } = calloutKindOf(name)
    const label = title === '' && word !== undefined ? capitalize(word) : title
    return `${feed}${quote}[!${kind.toUpperCase()}] ${label}`.trimEnd()
  })
}

/** Markdown of a JSX expression within text. */
function renderExpression(
  text: string,
  offset: number,
  line: string,
  next: Node | undefined,
  context: RenderContext,
): string {
  const inner = text.slice(1, -1).trim()
  const literal = readStringLiteral(inner)
  if (literal !== undefined) {
    if (literal.trim() !== '' || literal.includes('\n')) return literal
    const atEdge =
      line.trim() === '' ||
      next === undefined ||
      (next.kind === 'text' && /^[ \t]*(\n|$)/.test(next.text))
    return atEdge ? NOTHING : literal
  }
  if (/^<[A-Za-z>]/.test(inner)) return context.renderMarkup(inner, offset)
  reportExpression(text, offset, context)
  return text
}
