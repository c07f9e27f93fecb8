import { parse } from 'acorn'
import { normalizeName } from './_render_context.ts'
import { scan } from './_scanner.ts'
import { type Node as MarkupNode, nest } from './_tree.ts'

/** What the program of a home page shows in its markup. */
export type FrontMarkup = {
  readonly promise: string
  readonly tagline: string
  readonly actions: readonly { readonly text: string; readonly href: string }[]
  readonly cards: readonly Card[]
}

type Card = { readonly title: string; readonly text: string; readonly href?: string | undefined }

/** An element as both kinds of programs have it. */
type Shown = {
  readonly name: string
  readonly classes: string
  readonly href: string | undefined
  readonly children: readonly (Shown | string)[]
}

/** What stands in `<template>` of a component of Vue. */
export function readVueFront(text: string): FrontMarkup | undefined {
  const template = /<template>\n([\s\S]*)\n<\/template>/.exec(text)?.[1]
  if (template === undefined) return undefined
  const { nodes } = nest(template, scan(template, false, false))
  const words = { title: '', tagline: '' }
  return readFront([{ ...NO_ELEMENT, children: nodes.flatMap(readVueNode) }], [], words)
}

function readVueNode(node: MarkupNode): readonly (Shown | string)[] {
  if (node.kind === 'text') return [node.text]
  if (node.kind !== 'element' || /^(?:svg|style|script|Teleport)$/.test(node.name)) return []
  const of = (name: string) => {
    return node.attributes.find((each) => each.name === name && each.kind === 'text')?.value
  }
  const href = of('href') ?? of('to')
  const children = node.children.flatMap(readVueNode)
  return [{ name: node.name, classes: of('class') ?? '', href, children }]
}

/** The words of the site that a program asks the configuration for. */
type SiteWords = { readonly title: string; readonly tagline: string }

/** What programs in JSX show, the page first and then the components that it imports. */
export function readJsxFront(texts: readonly string[], words: SiteWords): FrontMarkup | undefined {
  const programs = texts.flatMap((text) => parseJsx(text) ?? [])
  const shown = programs.map((program) => {
    return { ...NO_ELEMENT, children: readValue(program, words) }
  })
  return readFront(
    shown,
    programs.flatMap((program) => readRecords(program, words)),
    words,
  )
}

const NO_ELEMENT: Shown = { name: '', classes: '', href: undefined, children: [] }

/** A transpiler turns JSX into calls; it does not run anything. */
function parseJsx(text: string): unknown {
  try {
    const jsx = { jsx: 'react', jsxFactory: JSX, jsxFragmentFactory: 'Fragment' } as const
    const tsconfig = { compilerOptions: jsx }
    const written = new Bun.Transpiler({ loader: 'tsx', tsconfig }).transformSync(text)
    return parse(written, { ecmaVersion: 'latest', sourceType: 'module' })
  } catch {
    return undefined
  }
}

const JSX = 'createFrontElement'

/** What a program puts between words, and what its own texts have for that. */
const COMPUTED = '{}'

function at(node: unknown, key: string): unknown {
  return node instanceof Object ? Reflect.get(node, key) : undefined
}

function listOf(node: unknown, key: string): readonly unknown[] {
  const value = at(node, key)
  return Array.isArray(value) ? value : []
}

/** The elements and words of a part of a program, in the order in which they are written. */
function readValue(node: unknown, words: SiteWords): readonly (Shown | string)[] {
  if (Array.isArray(node)) return node.flatMap((each) => readValue(each, words))
  if (!(node instanceof Object)) return []
  const own = readText(node, words)
  if (own !== undefined) return [own]
  if (at(node, 'type') === 'CallExpression' && at(at(node, 'callee'), 'name') === JSX) {
    return [readElement(node, words)]
  }
  // Names of what is imported or assigned are no text that is shown.
  const inner = Object.entries(node).filter(([, value]) => value instanceof Object)
  return inner
    .flatMap(([, value]) => readValue(value, words))
    .filter((each) => typeof each !== 'string')
}

/** A literal, or a word of the site: `siteConfig.tagline`. */
function readText(node: object, words: SiteWords): string | undefined {
  const value = at(node, 'value')
  if (at(node, 'type') === 'Literal') return typeof value === 'string' ? value : ''
  if (at(node, 'type') !== 'MemberExpression') return undefined
  const name = at(at(node, 'property'), 'name')
  const of = String(
    at(at(node, 'object'), 'name') ?? at(at(at(node, 'object'), 'property'), 'name'),
  )
  return /config/i.test(of) && (name === 'title' || name === 'tagline') ? words[name] : undefined
}

function readElement(call: object, words: SiteWords): Shown {
  const [type, properties, ...children] = listOf(call, 'arguments')
  const named = String(at(type, 'value') ?? at(type, 'name') ?? '')
  const of = (...keys: readonly string[]) => {
    const found = listOf(properties, 'properties').find((each) => {
      return keys.includes(String(at(at(each, 'key'), 'name')))
    })
    return at(found, 'value')
  }
  return {
    name: named,
    classes: listWords(of('className', 'class')).join(' '),
    href: listWords(of('to', 'href'))[0],
    children: /^(?:svg|Head)$/i.test(named)
      ? []
      : children.flatMap((child) => {
          const shown = readValue(child, words)
          return shown.length === 0 ? [COMPUTED] : shown
        }),
  }
}

/** Words in an attribute, also those of a call or of a style: `styles.buttons`. */
function listWords(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(listWords)
  if (!(node instanceof Object)) return []
  const [type, value] = [at(node, 'type'), at(node, 'value')]
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type === 'MemberExpression') return [String(at(at(node, 'property'), 'name') ?? '')]
  return Object.values(node).flatMap(listWords)
}

/** Lists of objects with titles and texts, which a program makes cards of. */
function readRecords(node: unknown, words: SiteWords): readonly Card[] {
  if (Array.isArray(node)) return node.flatMap((each) => readRecords(each, words))
  if (!(node instanceof Object)) return []
  if (at(node, 'type') !== 'ArrayExpression') {
    return Object.values(node).flatMap((each) => readRecords(each, words))
  }
  return listOf(node, 'elements').flatMap((each): readonly Card[] => {
    const entries = listOf(each, 'properties').map((property) => {
      return [String(at(at(property, 'key'), 'name')), at(property, 'value')] as const
    })
    const of = (...keys: readonly string[]) => {
      const value = entries.find(([key]) => keys.includes(key))?.[1]
      return value === undefined ? '' : textOf(readValue([value], words))
    }
    const card = {
      title: of('title', 'name'),
      text: of('description', 'content', 'text', 'details'),
    }
    const href = of('link', 'href', 'to', 'url') || undefined
    return isWhole(card.title) && isWhole(card.text) ? [{ ...card, href }] : []
  })
}

const ACTION = /(?:^|[\s_-])(?:button|btn|cta)/i
const ACTIONS = /(?:actions|buttons|cta)\b/i

function readFront(
  shown: readonly Shown[],
  records: readonly Card[],
  { title, tagline }: SiteWords,
): FrontMarkup | undefined {
  const all = shown.flatMap(listElements)
  const head = all.find(({ name }) => name === 'h1')
  const around = all.find(({ children }) => head !== undefined && children.includes(head))
  const below = around?.children.find((each) => typeof each !== 'string' && each.name === 'p')
  const actions = all.filter((each) => ACTIONS.test(each.classes)).flatMap(listLinks)
  const buttons = all.filter(({ href, classes }) => href !== undefined && ACTION.test(classes))
  const links = [...new Set([...actions, ...buttons])].flatMap(({ href = '', ...link }) => {
    const text = textOf(link.children)
    return !isWhole(text) || /^javascript:/i.test(href) ? [] : [{ text, href }]
  })
  const cards = [...records, ...all.flatMap(readCards)]
  const [large, small] = [textOf(head?.children ?? []), below ? textOf([below]) : tagline]
  const promise = !isWhole(large) || large === title ? small || title : large
  if (promise === '' || (links.length === 0 && cards.length === 0)) return undefined
  return { promise, tagline: small, actions: links, cards }
}

function listElements(element: Shown): readonly Shown[] {
  return [element, ...elementsOf(element).flatMap(listElements)]
}

function listLinks(element: Shown): readonly Shown[] {
  return listElements(element).filter(({ href }) => href !== undefined)
}

function elementsOf({ children }: Shown): readonly Shown[] {
  return children.filter((each) => typeof each !== 'string')
}

/** Elements beside each other that have a heading and a text each. */
function readCards(element: Shown): readonly Card[] {
  const cards = elementsOf(element).flatMap((each): readonly Card[] => {
    const [head, ...others] = elementsOf(each)
    const isCard = /^h[2-4]$/.test(head?.name ?? '') && others.every(({ name }) => name === 'p')
    const title = textOf(head?.children ?? [])
    const href = each.href ?? listLinks(each)[0]?.href
    return isCard && others.length > 0 && title !== ''
      ? [{ title, text: textOf(others), href }]
      : []
  })
  return cards.length < 2 ? [] : cards
}

function isWhole(text: string): boolean {
  return text !== '' && !/[{}]/.test(text)
}

function textOf(children: readonly (Shown | string)[]): string {
  const texts = children.map((each): string => {
    if (typeof each === 'string') return each
    if (/^(?:br|p|div)$/.test(normalizeName(each.name))) return ` ${textOf(each.children)} `
    return textOf(each.children)
  })
  return texts.join('').replace(/\s+/g, ' ').trim()
}
