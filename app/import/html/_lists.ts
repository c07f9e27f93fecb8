import { formatCodeSpan } from '../../text/source_text/code_marks.ts'
import { type Block, type BlockContext, joinAnchors, joinBlocks, writeAnchors } from './_block.ts'
import { InlineWriter } from './_inline.ts'
import { writePhrases } from './_phrases.ts'
import { isAround } from './content.ts'
import {
  classesOf,
  type Element,
  elementsOf,
  findFirst,
  isElement,
  isText,
  type Node,
  textOf,
} from './tree.ts'

export function writeList(list: Element, context: BlockContext): readonly Block[] {
  if (elementsOf(list).some((item) => context.footnoteOf(item) !== undefined)) {
    return context.writeBlocks(list.childNodes)
  }
  let number = Number(list.attrs.find(({ name }) => name === 'start')?.value ?? 1) || 1
  const items = list.childNodes.flatMap((node): (readonly Block[])[] => {
    if (!isElement(node))
      return isText(node) && node.value.trim() !== '' ? [context.writeBlocks([node])] : []
    if (isAround(node)) return []
    const anchors = writeAnchors(node, context)
    const inner =
      node.tagName === 'li' ? context.writeBlocks(node.childNodes) : context.writeBlocks([node])
    const blocks = joinAnchors([], [...anchors, ...inner])
    return blocks.length === 0 ? [] : [blocks]
  })
  const isTight = items.every(([first, ...more]) => {
    return first?.kind !== 'other' && more.every(({ kind }) => kind === 'tight')
  })
  const lines = items.flatMap((blocks, at) => {
    const marker = list.tagName === 'ol' ? `${number++}. ` : '- '
    const inner = isTight
      ? joinAnchors([], blocks).flatMap((block) => block.lines)
      : joinBlocks(blocks)
    const rows = inner.map(({ text, line }, row) => {
      const indent = text === '' ? '' : ' '.repeat(marker.length)
      return { text: `${row === 0 ? marker : indent}${text}`, line }
    })
    const before = at === 0 || isTight ? [] : [{ text: '', line: rows[0]?.line ?? 1 }]
    return [...before, ...rows]
  })
  return lines.length === 0 ? [] : [{ lines, kind: isTight ? 'tight' : 'other' }]
}

/** The term in bold, what it means below it. */
export function writeDefinitions(list: Element, context: BlockContext): readonly Block[] {
  const blocks: Block[] = []
  // A list that is never closed holds whatever follows, also text outside of its items.
  let others: Node[] = []
  for (const node of list.childNodes) {
    if (!isElement(node) || node.tagName !== 'dt') {
      others.push(node)
      continue
    }
    blocks.push(...context.writeBlocks(others))
    others = []
    if (context.footnoteOf(node) !== undefined) continue
    blocks.push(...joinAnchors(writeAnchors(node, context), writeTerm(node, context)))
  }
  return [...blocks, ...context.writeBlocks(others)]
}

function writeTerm(element: Element, context: BlockContext): readonly Block[] {
  const line = context.placeOf(element)
  // The signature of a function is code, with links in some of its words.
  if (/ sig /.test(classesOf(element))) {
    const text = textOf(element, isAround)
    return text.trim() === ''
      ? []
      : [{ lines: [{ text: `**${formatCodeSpan(text)}**`, line }], kind: 'text' }]
  }
  const hasBlock = findFirst(element, ({ tagName }) => isBlockName(tagName)) !== undefined
  if (hasBlock) return context.writeBlocks(element.childNodes)
  const writer = new InlineWriter(false)
  writer.open('**')
  writePhrases(element.childNodes, writer, context)
  writer.close()
  const text = writer.finishLine()
  return text === '' ? [] : [{ lines: [{ text, line }], kind: 'text' }]
}

function isBlockName(tagName: string): boolean {
  return /^(?:p|div|ul|ol|dl|pre|table|blockquote|section)$/.test(tagName)
}
