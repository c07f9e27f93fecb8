import { normalizeName } from './_render_context.ts'
import { scan } from './_scanner.ts'
import { type Node as MarkupNode, nest } from './_tree.ts'

/** What the program of a home page shows in its markup. */
export type FrontMarkup = {
  readonly promise: string
  readonly tagline: string
  readonly actions: readonly { readonly text: string; readonly href: string }[]
  readonly cards: readonly FrontCard[]
}

export type FrontCard = {
  readonly title: string
  readonly text: string
  readonly href?: string | undefined
}

/** An element as both kinds of programs have it. */
export type FrontElement = {
  readonly name: string
  readonly classes: string
  readonly href: string | undefined
  readonly children: readonly (FrontElement | string)[]
}

/** What stands in `<template>` of a component of Vue. */
export function readVueFront(text: string): FrontMarkup | undefined {
  const [start, end] = [text.indexOf('<template>\n'), text.lastIndexOf('\n</template>')]
  if (start === -1 || end < start) return undefined
  const template = text.slice(start + '<template>'.length, end)
  const { nodes } = nest(template, scan(template, false, false))
  const words = { title: '', tagline: '' }
  return readFront([{ ...NO_ELEMENT, children: nodes.flatMap(readVueNode) }], [], words)
}

function readVueNode(node: MarkupNode): readonly (FrontElement | string)[] {
  if (node.kind === 'text') return [node.text]
  if (node.kind !== 'element' || /^(?:svg|style|script|Teleport)$/.test(node.name)) return []
  const of = (name: string) => {
    return node.attributes.find((each) => each.name === name && each.kind === 'text')?.value
  }
  const href = of('href') ?? of('to')
  const children = node.children.flatMap(readVueNode)
  return [{ name: node.name, classes: of('class') ?? '', href, children }]
}

export const NO_ELEMENT: FrontElement = { name: '', classes: '', href: undefined, children: [] }

/** The words of the site that a program asks the configuration for. */
export type SiteWords = { readonly title: string; readonly tagline: string }

const ACTION = /(?:^|[\s_-])(?:button|btn|cta)/i
const ACTIONS = /(?:actions|buttons|cta)\b/i

/** The front of a site of which programs show these elements, and make cards of these records. */
export function readFront(
  shown: readonly FrontElement[],
  records: readonly FrontCard[],
  { title, tagline }: SiteWords,
): FrontMarkup | undefined {
  const found: PlacedElement[] = []
  for (const element of shown) collectElements(element, false, found)
  if (found.length >= ELEMENTS_MAX) return undefined
  const all = found.map(({ element }) => element)
  const head = all.find(({ name }) => name === 'h1')
  const around = all.find(({ children }) => head !== undefined && children.includes(head))
  const below = around?.children.find((each) => typeof each !== 'string' && each.name === 'p')
  const links = found.flatMap(({ element: { href, classes, children }, isAction }) => {
    if (href === undefined || !(isAction || ACTION.test(classes))) return []
    const text = textOf(children)
    return !isWhole(text) || /^javascript:/i.test(href) ? [] : [{ text, href }]
  })
  const cards = [...records, ...all.flatMap(readCards)]
  const [large, small] = [textOf(head?.children ?? []), below ? textOf([below]) : tagline]
  const promise = !isWhole(large) || large === title ? small || title : large
  if (promise === '' || (links.length === 0 && cards.length === 0)) return undefined
  return { promise, tagline: small, actions: links, cards }
}

/** An element, and whether it stands among the actions of the page. */
type PlacedElement = { readonly element: FrontElement; readonly isAction: boolean }

/** More than any front page has. */
const ELEMENTS_MAX = 2_000

function collectElements(element: FrontElement, isInside: boolean, found: PlacedElement[]): void {
  if (found.length >= ELEMENTS_MAX) return
  found.push({ element, isAction: isInside })
  const isAction = isInside || ACTIONS.test(element.classes)
  for (const each of elementsOf(element)) collectElements(each, isAction, found)
}

function elementsOf({ children }: FrontElement): readonly FrontElement[] {
  return children.filter((each) => typeof each !== 'string')
}

/** Elements beside each other that have a heading and a text each. */
function readCards(element: FrontElement): readonly FrontCard[] {
  const cards = elementsOf(element).flatMap((each): readonly FrontCard[] => {
    const [head, ...others] = elementsOf(each)
    const isCard = /^h[2-4]$/.test(head?.name ?? '') && others.every(({ name }) => name === 'p')
    const title = isCard ? textOf(head?.children ?? []) : ''
    const text = isCard ? textOf(others) : ''
    const parts = head === undefined ? [] : [each, head, ...others]
    const href = [...parts, ...parts.flatMap(elementsOf)].find((part) => part.href)?.href
    return isWhole(title) && isWhole(text) ? [{ title, text, href }] : []
  })
  return cards.length < 2 ? [] : cards
}

/** Whether a program puts nothing into a text: its words then have braces for that. */
export function isWhole(text: string): boolean {
  return text !== '' && !/[{}]/.test(text)
}

export function textOf(children: readonly (FrontElement | string)[]): string {
  const texts = children.map((each): string => {
    if (typeof each === 'string') return each
    if (/^(?:br|p|div)$/.test(normalizeName(each.name))) return ` ${textOf(each.children)} `
    return textOf(each.children)
  })
  return texts.join('').replace(/\s+/g, ' ').trim()
}
