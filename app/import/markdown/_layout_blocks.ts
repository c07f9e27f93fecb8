import { parseMarkdown } from '../../text/source_text/markdown.ts'
import {
  ADDRESSES,
  readText,
  readTextAttribute,
  reportLostAttributes,
  TITLES,
} from './_attributes.ts'
import { hasBlock, indentFollowingLines, normalizeBlock } from './_blocks.ts'
import { cardIconOf } from './_card_icons.ts'
import { normalizeName, type RenderContext } from './_render_context.ts'
import type { Element } from './_tree.ts'

type Layout = (element: Element, context: RenderContext) => string | undefined

/** Components of other generators that lay out, and our block for each. */
const LAYOUTS: Readonly<Record<string, Layout>> = {
  steps: writeSteps,
  ...{ filetree: writeFiles, tree: writeFiles, files: writeFiles },
  ...{ cardgrid: writeCards, cardgroup: writeCards, cards: writeCards, columns: writeCards },
  ...{ card: writeCard, linkcard: writeCard },
  ...{ accordion: writeDetails, expandable: writeDetails, details: writeDetails },
  ...{ frame: writeFigure, figure: writeFigure },
  ':::hero': writeHero,
}

/** Our block for a component; undefined where there is none, or what is in it does not fit. */
export function renderLayout(
  element: Element,
  name: string,
  context: RenderContext,
): string | undefined {
  const found = Object.hasOwn(LAYOUTS, element.name) ? LAYOUTS[element.name] : undefined
  const layout = found ?? (Object.hasOwn(LAYOUTS, name) ? LAYOUTS[name] : undefined)
  return layout?.(element, context)
}

const TONES: Readonly<Record<string, string>> = {
  ...{ tip: 'good', success: 'good', new: 'good', green: 'good' },
  ...{ warning: 'warm', caution: 'warm', deprecated: 'warm', yellow: 'warm', orange: 'warm' },
  ...{ danger: 'far', error: 'far', red: 'far' },
}

/** A badge with the tone that its kind or colour has; undefined where it is more than a word. */
export function renderBadge(element: Element, context: RenderContext): string | undefined {
  const content = contentOf(element, context)
  const text = content === '' ? readText(element, [...TITLES, 'text'], context) : content
  if (text === undefined || /[<>|\n]|\]\(/.test(text)) return undefined
  const kind = readTextAttribute(element, ['type', 'variant', 'color']) ?? ''
  const tone = Object.hasOwn(TONES, kind) ? ` tone="${TONES[kind]}"` : ''
  return `<badge${tone}>${text}</badge>`
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

/** Starlight has a list in it, others an element for each folder and file. */
function writeFiles(element: Element, context: RenderContext): string | undefined {
  const rows = listFiles(element, 0)
  if (rows === undefined) return writeList('filetree', 'bullet_list_open', element, context)
  return `:::filetree\n${rows.join('\n')}\n:::`
}

function listFiles(element: Element, depth: number): readonly string[] | undefined {
  const rows = childrenOf(element, /^(?:folder|file)$/)?.map((each) => {
    const name = readTextAttribute(each, ['name', 'title'])
    const isFolder = normalizeName(each.name) === 'folder'
    const inner = isFolder && each.children.length > 0 ? listFiles(each, depth + 1) : []
    if (name === undefined || inner === undefined) return undefined
    return [`${'  '.repeat(depth)}- ${name}${isFolder ? '/' : ''}`, ...inner]
  })
  return rows?.every((each) => each !== undefined) ? rows.flat() : undefined
}

function writeCards(element: Element, context: RenderContext): string | undefined {
  return writeCardList(childrenOf(element, /card$/), context)
}

/** A card that stands alone. */
function writeCard(element: Element, context: RenderContext): string | undefined {
  return writeCardList([element], context)
}

function writeCardList(
  cards: readonly Element[] | undefined,
  context: RenderContext,
): string | undefined {
  const titles = cards?.map((card) => readText(card, TITLES, context))
  if (cards === undefined || titles === undefined || titles.includes(undefined)) return undefined
  const blocks = cards.map((card, at) => {
    const written = readTextAttribute(card, ADDRESSES)
    const address = written === undefined ? undefined : context.resolve(written, card.start)
    const title = address === undefined ? titles[at] : `[${titles[at]}](${address})`
    const icon = cardIconOf(readTextAttribute(card, ['icon']))
    const mark = icon === undefined ? '' : ` {icon=${icon}}`
    const text = readText(card, ['description'], context)
    reportLostAttributes(card, context)
    const content = [text ?? '', contentOf(card, context)].filter((part) => part !== '')
    return [`:::card ${title}${mark}`, ...content, ':::'].join('\n')
  })
  return `::::cards\n${blocks.join('\n')}\n::::`
}

/** A title stands in an attribute, in the line of the block, or in an element of its own. */
function writeDetails(element: Element, context: RenderContext): string | undefined {
  const { found, others } = childrenWith(element, (name) => name === 'summary')
  const summary = found.map((each) => contentOf(each, context)).join(' ')
  const title = summary === '' ? readText(element, TITLES, context) : summary
  const content = normalizeBlock(context.render(others))
  if (title === undefined || content === '' || hasBlock(title)) return undefined
  reportLostAttributes(element, context)
  const isOpen = element.attributes.some(({ name }) => /^(?:open|defaultOpen)$/.test(name))
  const line = title.replace(/^#+ |\*\*/g, '').replace(/\s+/g, ' ')
  return `:::details ${line}${isOpen ? ' {open}' : ''}\n${content}\n:::`
}

const PICTURE = /^!\[([^\]\n]*)\]\(([^()\s]+)\)$/

/** A picture with its caption; a frame around anything else is a matter of looks. */
function writeFigure(element: Element, context: RenderContext): string | undefined {
  const inner = childrenWith(element, (name) => name === 'figcaption')
  const content = normalizeBlock(context.render(inner.others))
  const stated = inner.found.map((each) => contentOf(each, context)).join(' ')
  const caption =
    stated === '' ? (readText(element, ['caption', ...TITLES], context) ?? '') : stated
  const [, words, address] = PICTURE.exec(content) ?? []
  if (address === undefined || /["\n`]|\]\(/.test(caption)) return undefined
  reportLostAttributes(element, context)
  return caption === '' ? content : `![${words}](${address} "${caption}")`
}

/** The front of a page, which a generator has in its front matter. */
function writeHero(element: Element, context: RenderContext): string | undefined {
  return `:::hero\n${contentOf(element, context)}\n:::`
}

function childrenWith({ children }: Element, isFound: (name: string) => boolean) {
  const found = children.flatMap((node) => {
    return node.kind === 'element' && isFound(normalizeName(node.name)) ? [node] : []
  })
  return { found, others: children.filter((node) => !found.some((each) => each === node)) }
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
