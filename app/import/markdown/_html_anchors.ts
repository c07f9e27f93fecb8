import { quote } from '../../contract/problem.ts'
import { writtenOf } from './_attributes.ts'
import { hasBlock, NOTHING, normalizeBlock, removeNothing } from './_blocks.ts'
import {
  type LinePosition,
  type RenderContext,
  type Rendering,
  readStringLiteral,
} from './_render_context.ts'
import type { Element } from './_tree.ts'

/** An `<a>` as a link, or as a place to come to. */
export function renderAnchor(
  element: Element,
  content: string,
  around: LinePosition,
  context: RenderContext,
): Rendering {
  const href = element.attributes.find(({ name }) => name === 'href')
  const text = removeNothing(content).replace(/\\\n/g, ' ').replace(/\s+/g, ' ').trim()
  const written = href?.kind === 'expression' ? readStringLiteral(href.value.trim()) : href?.value
  if (written === undefined) {
    const id = writtenOf(element, 'id')
    const kept = context.isHtml && id !== undefined ? `<a id="${id}"></a>` : NOTHING
    return { text: text === '' ? kept : content, block: false }
  }
  const address = context.resolve(written, element.start)
  if (hasBlock(content)) return { text: normalizeBlock(content), block: around.leads }
  const [, marks, words] = /^(#{1,6}) (.+)$/.exec(text) ?? []
  if (marks !== undefined && words !== undefined) {
    // A heading that links to itself needs no link; a link around another goes into it.
    const isOwn = address === undefined || address.startsWith('#')
    return { text: `${marks} ${isOwn ? words : `[${words}](${address})`}`, block: true }
  }
  if (address === undefined || text === '') return { text, block: false }
  // A space inside of a link parts it from the words around it.
  const before = /^\s/.test(content) && !around.leads ? ' ' : ''
  const after = /\s$/.test(content) && !around.ends ? ' ' : ''
  const label = cutPictureLinks(text)
  if (/(?<!!)\[[^\][]*\]\(/.test(label)) return keepInnerLinks(label, address, element, context)
  const link = `[${label}](${address})`
  return { text: before + link + after, block: false }
}

const PICTURE_LINK = /(?<![!\\])\[([^\][]*)\]\([^()\s]*\.(?:avif|gif|jpe?g|png|svg|webp)\)/gi

/** A picture without a description is a link to its file, which a link around it replaces. */
function cutPictureLinks(text: string): string {
  return text.replace(PICTURE_LINK, '$1')
}

/** Of a link around another the inner one is what readers can follow; one to itself is no loss. */
function keepInnerLinks(
  text: string,
  address: string,
  element: Element,
  context: RenderContext,
): Rendering {
  if (!address.startsWith('#')) {
    const what = `the link to ${quote(address)} is around another and is left out`
    context.reportLoss(element.start, what, 'give each words of its own')
  }
  return { text, block: false }
}
