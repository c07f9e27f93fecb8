import { escapeMarkdown } from '../../text/source_text/escape.ts'
import {
  type Block,
  type BlockContext,
  joinAnchors,
  joinBlocks,
  wrapBlocks,
  writeAnchors,
} from './_block.ts'
import { readCallout, readTabs } from './_boxes.ts'
import { codeOf, languageOf, writeFence } from './_code.ts'
import {
  isBlank,
  isCodeBox,
  isLabelOfCode,
  isTitleBlock,
  isTitleOfCode,
  titleBefore,
} from './_code_boxes.ts'
import { holdsNotes, writeFootnote } from './_footnotes.ts'
import { type Formula, readFormula } from './_formulas.ts'
import { InlineWriter, type Line } from './_inline.ts'
import { writeDefinitions, writeList } from './_lists.ts'
import { encodeAddress, writePhrases } from './_phrases.ts'
import { writeTable } from './_table_text.ts'
import { isAround } from './content.ts'
import {
  attributeOf,
  classesOf,
  type Element,
  elementsOf,
  findFirst,
  isElement,
  type Node,
  parentOf,
  wordsOf,
} from './tree.ts'

const BLOCKS = new Set(
  `address article aside blockquote body center details dd div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu ol p pre section summary table ul
  tabset tab-set`.split(/\s+/),
)

/** Writes nodes as blocks: phrases between blocks are paragraphs. */
export function writeBlocks(nodes: readonly Node[], context: BlockContext): readonly Block[] {
  const blocks: Block[] = []
  let run: Node[] = []
  const flush = () => {
    const lines = writeParagraph(run, context)
    run = []
    if (lines.length > 0) blocks.push({ lines, kind: 'text' })
  }
  let breaks = 0
  for (const [at, node] of nodes.entries()) {
    if (isElement(node) && isBlock(node)) {
      flush()
      if (isLabelOfCode(node, nodes, at)) continue
      blocks.push(...writeBlock(node, context, titleBefore(nodes, at)))
      continue
    }
    if (isElement(node) && isTitleOfCode(node, nodes, at)) continue
    if (isElement(node) && isLabelOfCode(node, nodes, at)) continue
    breaks = isElement(node) && node.tagName === 'br' ? breaks + 1 : isBlank(node) ? breaks : 0
    // Two line breaks are a paragraph of old pages.
    if (breaks === 2) flush()
    else run.push(node)
  }
  flush()
  return blocks
}

/** Elements of phrases that hold blocks are boxes as well, such as a card that is a link. */
function isBlock(element: Element): boolean {
  if (BLOCKS.has(element.tagName)) return true
  if (readFormula(element)?.isBlock === true) return true
  if (isAround(element)) return false
  return findFirst(element, ({ tagName }) => BLOCKS.has(tagName)) !== undefined
}

function writeParagraph(nodes: readonly Node[], context: BlockContext): readonly Line[] {
  if (nodes.every(isBlank)) return []
  const writer = new InlineWriter(context.keepsLines)
  writePhrases(nodes, writer, context)
  return writer.finish()
}

function writeBlock(element: Element, context: BlockContext, title: string): readonly Block[] {
  const { tagName } = element
  const formula = readFormula(element)
  if (formula !== undefined)
    return [...writeAnchors(element, context), writeFormula(element, formula, context)]
  if (isAround(element)) return []
  const footnote = context.footnoteOf(element)
  if (footnote !== undefined) return writeFootnote(footnote, context)
  if (isTitleBlock(element)) return []
  if (/^h[1-6]$/.test(tagName)) return writeHeading(element, context)
  if (tagName === 'pre') return writePreformatted(element, context, title)
  if (tagName === 'hr')
    return isRuleOfNotes(element, context)
      ? []
      : [{ lines: [{ text: '---', line: context.placeOf(element) }], kind: 'other' }]
  const anchors = writeAnchors(element, context)
  const box = writeBox(element, context)
  if (box !== undefined) return [...anchors, ...box]
  switch (tagName) {
    case 'ul':
    case 'ol':
    case 'menu':
      return [...anchors, ...writeList(element, context)]
    case 'dl':
      return [...anchors, ...writeDefinitions(element, context)]
    case 'table':
      return [...anchors, ...writeTable(element, context)]
    case 'blockquote':
      return [...anchors, ...writeQuote(element, context)]
    case 'a':
      return joinAnchors(anchors, linkFirst(element, writeBlocks(element.childNodes, context)))
    default:
      return joinAnchors(anchors, writeTitled(element, context, title))
  }
}

function isRuleOfNotes(element: Element, context: BlockContext): boolean {
  const box = parentOf(element)
  return (
    box !== undefined &&
    / footnotes /.test(`${classesOf(box)}${attributeOf(box, 'id') ?? ''} `) &&
    holdsNotes(box, context)
  )
}

function writeFormula(element: Element, { tex }: Formula, context: BlockContext): Block {
  const line = context.placeOf(element)
  const lines = ['$$', ...tex.split('\n'), '$$'].map((text) => ({ text: text.trim(), line }))
  return { lines, kind: 'other' }
}

/** A link round several blocks, such as a card, is on the first of them. */
function linkFirst(element: Element, blocks: readonly Block[]): readonly Block[] {
  const href = attributeOf(element, 'href')
  const [first, ...more] = blocks
  const [line, ...others] = first?.lines ?? []
  if (href === undefined || first?.kind !== 'text' || line === undefined) return blocks
  const [, before = '', words = '', after = ''] = HEADING.exec(line.text) ?? []
  if (words.includes('](') || others.length > 0) return blocks
  const text = `${before}[${words}](${encodeAddress(href)})${after}`
  return [{ ...first, lines: [{ ...line, text }] }, ...more]
}

const HEADING = /^(#{0,6} ?)(.*?)( \{#[^{}]*\})?$/

/** The title of code reaches the block that it names, through boxes around it. */
function writeTitled(element: Element, context: BlockContext, title: string): readonly Block[] {
  const [only] = elementsOf(element).filter((each) => !isAround(each))
  if (title !== '' && only !== undefined && isCodeBox(element)) {
    return writeBlock(only, context, title)
  }
  return writeBlocks(element.childNodes, context)
}

function writeHeading(element: Element, context: BlockContext): readonly Block[] {
  const ids: string[] = [...context.takeIds(element)]
  const writer = new InlineWriter(false)
  writePhrases(element.childNodes, writer, { ...context, collectId: (id) => ids.push(id) })
  const words = writer.finishLine()
  const line = context.placeOf(element)
  const own = Number(element.tagName.charAt(1))
  const level = context.isTitle(element) ? 1 : Math.max(own, 2)
  const suffix = ids.length === 0 ? '' : ` {${ids.map((id) => `#${id}`).join(' ')}}`
  if (words === '') return []
  return [{ lines: [{ text: `${'#'.repeat(level)} ${words}${suffix}`, line }], kind: 'text' }]
}

function writePreformatted(
  element: Element,
  context: BlockContext,
  title: string,
): readonly Block[] {
  const anchors = writeAnchors(element, context)
  const [inner, ...others] = elementsOf(element)
  // A book puts one that can be run into another.
  if (inner?.tagName === 'pre' && others.length === 0) {
    return [...anchors, ...writePreformatted(inner, context, title)]
  }
  const code = codeOf(element)
  if (code === '') return anchors
  const lines = writeFence(code, languageOf(element), title, context.placeOf(element))
  return [...anchors, { lines, kind: 'other' }]
}

function writeBox(element: Element, context: BlockContext): readonly Block[] | undefined {
  const line = context.placeOf(element)
  if (element.tagName === 'details') {
    const summary = elementsOf(element).find(({ tagName }) => tagName === 'summary')
    const name = summary === undefined ? '' : escapeMarkdown(wordsOf(summary))
    const inner = element.childNodes.filter((node) => node !== summary)
    return [wrapBlocks(`:::details ${name}`.trim(), writeBlocks(inner, context), line)]
  }
  const callout = readCallout(element)
  if (callout !== undefined) {
    const { kind, title, nodes } = callout
    const inner = writeBlocks(nodes, context)
    if (inner.length === 0) return title === '' ? [] : undefined
    return [wrapBlocks(`:::${kind} ${title}`.trim(), inner, line)]
  }
  const tabs = readTabs(element)
  if (tabs === undefined) return undefined
  if (tabs === 'unmatched') {
    const what = 'the tabs stand one below the other, because not all have a name'
    context.reportLoss(element, what, 'give each a name in the source, or write ":::tabs"')
    return undefined
  }
  const panels = tabs.map(({ label, panel }, at) => {
    const inner = joinAnchors(writeAnchors(panel, context), writeBlocks([panel], context))
    return wrapBlocks(`:::tab ${label || String(at + 1)}`, inner, context.placeOf(panel))
  })
  return [wrapBlocks(':::tabs', panels, line)]
}

function writeQuote(element: Element, context: BlockContext): readonly Block[] {
  const inner = joinBlocks(writeBlocks(element.childNodes, context))
  if (inner.length === 0) return []
  const lines = inner.map(({ text, line }) => ({ text: text === '' ? '>' : `> ${text}`, line }))
  return [{ lines, kind: 'other' }]
}
