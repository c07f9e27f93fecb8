import { splitRaised } from '../../text/source_text/raised_text.ts'
import { indentFollowingLines, NOTHING, normalizeBlock, removeNothing } from './_blocks.ts'
import { renderAnchor } from './_html_anchors.ts'
import { renderBox, renderList, renderTable } from './_html_blocks.ts'
import { renderCode, renderPreformatted } from './_html_code.ts'
import { renderLayout } from './_layout_blocks.ts'
import { MEDIA, renderMedia } from './_media.ts'
import type { LinePosition, RenderContext, Rendering } from './_render_context.ts'
import type { Element } from './_tree.ts'
import { escapeBars } from './table_bars.ts'

/** Elements that become marks around their text. */
const MARKS: Readonly<Record<string, string>> = {
  ...{ b: '**', strong: '**', em: '*', i: '*' },
  ...{ del: '~~', s: '~~', strike: '~~' },
}

/** Inline elements whose text is kept without a mark. */
const PLAIN = new Set(
  `abbr bdi bdo button cite dfn font ins label mark q small span time u var`.split(' '),
)

/** Elements without text. */
const WORDLESS = new Set('col colgroup input svg wbr'.split(' '))

/** Markdown of an HTML element, or of a component that shows media; otherwise undefined. */
export function renderHtml(
  element: Element,
  around: LinePosition,
  context: RenderContext,
): Rendering | undefined {
  const name = element.name.toLowerCase()
  if (MEDIA.test(name)) return renderMedia(element, name, around, context)
  if (element.name !== name || name.startsWith(':::')) return undefined
  // What a page says to browsers and search engines is no text of it.
  if (name === 'head' || (name === 'template' && context.isHtml)) return toInline(NOTHING)
  if (name === '' || PLAIN.has(name)) {
    const text = context.render(element.children)
    return toInline(isBadge(element) ? separateBadge(text, around) : text)
  }
  if (WORDLESS.has(name)) {
    // A drawing with words is no decoration.
    if (name === 'svg' && hasWords(element)) return leaveOut(element, context)
    return toInline(NOTHING)
  }
  const mark = MARKS[name]
  if (mark !== undefined) return wrap(context.render(element.children), mark)
  return (
    renderInlineElement(element, around, context) ?? renderBlockElement(element, around, context)
  )
}

/** Elements of drawings are no HTML, and may be text of it. */
function hasWords({ children }: Element): boolean {
  return children.some((child) => {
    if (child.kind === 'element') return child.name === 'text' || hasWords(child)
    return child.kind === 'text' && /<text\b/.test(child.text)
  })
}

const BADGE = /(?:^|[\s_-])(?:badge|chip|icon|label|pill)(?=[\s_-]|$)/

function isBadge({ name, attributes }: Element): boolean {
  if (name !== 'span') return false
  return attributes.some((each) => /^class(?:Name)?$/.test(each.name) && BADGE.test(each.value))
}

/** A style keeps a badge apart from the word at its side; text has nothing but a space. */
function separateBadge(text: string, { before, meetsWord }: LinePosition): string {
  if (text.trim() === '') return text
  const space = /[\p{L}\p{N}.!?:)]$/u.test(before.slice(-2)) ? ' ' : ''
  return `${space}${text}${meetsWord ? ' ' : ''}`
}

function toInline(text: string): Rendering {
  return { text, block: false }
}

function renderInlineElement(
  element: Element,
  around: LinePosition,
  context: RenderContext,
): Rendering | undefined {
  switch (element.name) {
    case 'code':
    case 'kbd':
    case 'samp':
      return toInline(renderCodeElement(element, around, context))
    case 'sub':
    case 'sup':
      return toInline(renderRaised(element.name, context.render(element.children), around))
    case 'a':
      return renderAnchor(element, context.render(element.children), around, context)
    case 'br':
      return toInline(renderLineBreak(around))
    case 'style':
      // How words look is no loss.
      return { text: '', block: true }
    case 'script':
    case 'select':
    case 'textarea':
      return leaveOut(element, context)
    default:
      return element.name.includes('-') ? leaveOut(element, context) : undefined
  }
}

/** A picture alone has a frame around it, and is no code. */
function renderCodeElement(element: Element, around: LinePosition, context: RenderContext): string {
  const code = renderCode(element.children, context)
  return code === '' ? context.render(element.children).trim() : escapeInTable(code, around)
}

function renderBlockElement(
  element: Element,
  around: LinePosition,
  context: RenderContext,
): Rendering {
  const { name } = element
  const inner = () => context.render(element.children)
  const block = (text: string): Rendering => ({ text, block: true })
  if (/^h[1-6]$/.test(name)) return renderHeading(Number(name.charAt(1)), inner())
  switch (name) {
    case 'hr':
      return block('---')
    case 'pre':
      // A row has one line, so there is no place for a block of code in it.
      return block(
        around.inTable
          ? escapeInTable(renderCode(element.children, context), around)
          : renderPreformatted(element.children, context),
      )
    case 'blockquote':
      return block(renderQuote(normalizeBlock(inner())))
    case 'ul':
    case 'ol':
    case 'dl':
      return block(renderList(element, context))
    case 'table':
      return block(around.inTable ? flattenTable(element, context) : renderTable(element, context))
    case 'details':
    case 'figure': {
      const isFree = around.leads && around.ends && !around.inTable
      const laidOut = isFree ? renderLayout(element, name, context) : undefined
      return block(laidOut ?? normalizeBlock(inner()))
    }
    case 'summary':
      return block(wrap(normalizeBlock(inner()), '**').text)
    case 'figcaption':
    case 'caption':
      return block(normalizeBlock(inner()))
    default: {
      const content = normalizeBlock(inner())
      const box = around.leads && !around.inTable ? renderBox(element, content) : undefined
      return box === undefined
        ? { text: content, block: around.leads || around.inTable }
        : block(box)
    }
  }
}

/** A row has one line, so a table in its cell keeps its words alone. */
function flattenTable(element: Element, context: RenderContext): string {
  const what = 'the table inside a cell becomes words, because a row has one line'
  context.reportLoss(element.start, what, 'put it below the outer table')
  return normalizeBlock(context.render(element.children))
}

/** Code that is decoded may hold a bar, which would begin another cell. */
function escapeInTable(text: string, { inTable }: LinePosition): string {
  return inTable ? escapeBars(text) : text
}

/** Marks must touch the text: Markdown ignores marks with spaces inside. Once is enough. */
function wrap(text: string, mark: string): Rendering {
  const clean = removeNothing(text)
  const trimmed = clean.trim()
  const last = trimmed.length - mark.length
  const isMarked = trimmed.startsWith(mark) && trimmed.indexOf(mark, mark.length) === last
  if (trimmed === '' || isMarked || trimmed.includes('\n\n')) return { text: clean, block: false }
  const before = /^\s*/.exec(clean)?.[0] ?? ''
  const after = /\s*$/.exec(clean)?.[0] ?? ''
  return { text: `${before}${mark}${trimmed}${mark}${after}`, block: false }
}

/** Without a word before it, it is the mark of a note: `<sup>1</sup>Only at night.` */
function renderRaised(name: string, text: string, { before, meetsWord }: LinePosition): string {
  // A line can have thousands of them: only its end is looked at.
  const end = before.slice(-10)
  const isMark = /(?:^|[\s([])[*_~]*$/.test(end)
  if (isMark) return `${text}${meetsWord ? ' ' : ''}`
  const followsWord = /[\p{L}\p{N}]$/u.test(end)
  return splitRaised(name, text, { followsWord, meetsWord })?.join('') ?? text
}

function renderLineBreak(around: LinePosition): string {
  if (around.inTable) return around.ends ? '' : ' '
  if (around.leads || around.before.trim().startsWith('#')) return around.ends ? NOTHING : ''
  const lead = /^[ \t>]*/.exec(around.before)?.[0] ?? ''
  return around.ends ? '\\' : `\\\n${lead}`
}

function renderHeading(level: number, content: string): Rendering {
  const text = removeNothing(content).replace(/\s+/g, ' ').trim()
  return { text: text === '' ? '' : `${'#'.repeat(level)} ${text}`, block: true }
}

function renderQuote(content: string): string {
  return content === '' ? '' : indentFollowingLines(`\n${content}`, '> ').slice(1)
}

function leaveOut(element: Element, context: RenderContext): Rendering {
  const { name, start } = element
  const isDrawing = name === 'svg'
  const other = `<${name}> is left out: pages cannot run code`
  const what = isDrawing ? 'the drawing <svg>, which has words, is left out' : other
  const fix = isDrawing ? 'save it as a file, and show that' : 'write what it shows as text'
  context.reportLoss(start, what, fix)
  return { text: NOTHING, block: false }
}
