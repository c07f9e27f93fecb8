import { CARD_ICONS } from '../../text/source_text/card_icons.ts'
import { parseMarkdown } from '../../text/source_text/markdown.ts'
import {
  ADDRESSES,
  readText,
  readTextAttribute,
  reportLostAttributes,
  TITLES,
} from './_attributes.ts'
import { indentFollowingLines, normalizeBlock } from './_blocks.ts'
import { normalizeName, type RenderContext } from './_render_context.ts'
import type { Element } from './_tree.ts'

type Layout = (element: Element, context: RenderContext) => string | undefined

/** Components of other generators that lay out, and our block for each. */
const LAYOUTS: Readonly<Record<string, Layout>> = {
  steps: writeSteps,
  filetree: (element, context) => writeList('filetree', 'bullet_list_open', element, context),
  cardgrid: writeCards,
  cardgroup: writeCards,
  cards: writeCards,
  accordion: writeDetails,
  expandable: writeDetails,
}

/** Our block for a component; undefined where there is none, or what is in it does not fit. */
export function renderLayout(
  element: Element,
  name: string,
  context: RenderContext,
): string | undefined {
  return Object.hasOwn(LAYOUTS, name) ? LAYOUTS[name]?.(element, context) : undefined
}

function contentOf(element: Element, context: RenderContext): string {
  return normalizeBlock(context.render(element.children))
}

/** Starlight has a numbered list in them, Mintlify an element for each step. */
function writeSteps(element: Element, context: RenderContext): string | undefined {
  const steps = childrenOf(element, /^step$/)
  if (steps === undefined) return writeList('steps', 'ordered_list_open', element, context)
  const titles = steps.map((step) => readText(step, TITLES, context))
  if (titles.includes(undefined)) return undefined
  const items = steps.map((step, at) => {
    reportLostAttributes(step, context)
    const content = contentOf(step, context)
    const text = `**${titles[at]}**${content === '' ? '' : `\n\n${content}`}`
    const number = `${at + 1}. `
    return indentFollowingLines(`${number}${text}`, ' '.repeat(number.length))
  })
  return `:::steps\n${items.join('\n\n')}\n:::`
}

function writeList(
  block: string,
  list: string,
  element: Element,
  context: RenderContext,
): string | undefined {
  const content = contentOf(element, context)
  const own = parseMarkdown(content).tokens.filter(({ level, type }) => {
    return level === 0 && !type.endsWith('_close')
  })
  if (own.length === 0 || own.some(({ type }) => type !== list)) return undefined
  return `:::${block}\n${content}\n:::`
}

function writeCards(element: Element, context: RenderContext): string | undefined {
  const cards = childrenOf(element, /^(?:card|linkcard)$/)
  const titles = cards?.map((card) => readText(card, TITLES, context))
  if (cards === undefined || titles === undefined || titles.includes(undefined)) return undefined
  const blocks = cards.map((card, at) => {
    const written = readTextAttribute(card, ADDRESSES)
    const address = written === undefined ? undefined : context.resolve(written, card.start)
    const title = address === undefined ? titles[at] : `[${titles[at]}](${address})`
    const icon = readTextAttribute(card, ['icon'])
    const mark = CARD_ICONS.some((name) => name === icon) ? ` {icon=${icon}}` : ''
    const text = readText(card, ['description'], context)
    reportLostAttributes(card, context)
    const content = [text ?? '', contentOf(card, context)].filter((part) => part !== '')
    return [`:::card ${title}${mark}`, ...content, ':::'].join('\n')
  })
  return `::::cards\n${blocks.join('\n')}\n::::`
}

function writeDetails(element: Element, context: RenderContext): string | undefined {
  const title = readText(element, TITLES, context)
  const content = contentOf(element, context)
  if (title === undefined || content === '') return undefined
  reportLostAttributes(element, context)
  return `:::details ${title.replace(/\s+/g, ' ')}\n${content}\n:::`
}

/** The elements in it, if there is nothing else and all are of this name. */
function childrenOf({ children }: Element, name: RegExp): readonly Element[] | undefined {
  const parts = children.filter((node) => {
    return node.kind !== 'nothing' && !(node.kind === 'text' && node.text.trim() === '')
  })
  const found = parts.flatMap((node) => {
    return node.kind === 'element' && name.test(normalizeName(node.name)) ? [node] : []
  })
  return found.length === 0 || found.length < parts.length ? undefined : found
}
