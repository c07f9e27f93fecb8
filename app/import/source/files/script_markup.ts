import { parse } from 'acorn'
import {
  type FrontCard,
  type FrontElement,
  type FrontMarkup,
  isWhole,
  NO_ELEMENT,
  readFront,
  type SiteWords,
  textOf,
} from '../../markdown/front_markup.ts'

/** What programs in JSX show, the page first and then the components that it imports. */
export function readJsxFront(texts: readonly string[], words: SiteWords): FrontMarkup | undefined {
  const programs = texts.flatMap((text) => {
    return text.length > PROGRAM_CHARACTERS_MAX ? [] : (parseJsx(text) ?? [])
  })
  const shown = programs.map((program) => {
    return { ...NO_ELEMENT, children: readValue(program, words, 0) }
  })
  return readFront(
    shown,
    programs.flatMap((program) => readRecords(program, words)),
    words,
  )
}

/** More than the program of any front page, and deeper than its parts. */
const PROGRAM_CHARACTERS_MAX = 100_000
const DEPTH_MAX = 500

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
function readValue(
  node: unknown,
  words: SiteWords,
  depth: number,
): readonly (FrontElement | string)[] {
  const next = (inner: unknown) => readValue(inner, words, depth + 1)
  if (Array.isArray(node)) return node.flatMap(next)
  if (!(node instanceof Object) || depth > DEPTH_MAX) return []
  const own = readText(node, words)
  if (own !== undefined) return [own]
  if (at(node, 'type') === 'CallExpression' && at(at(node, 'callee'), 'name') === JSX) {
    return [readElement(node, next)]
  }
  // Names of what is imported or assigned are no text that is shown.
  const inner = Object.entries(node).filter(([, value]) => value instanceof Object)
  return inner.flatMap(([, value]) => next(value)).filter((each) => typeof each !== 'string')
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

type ReadNode = (inner: unknown) => readonly (FrontElement | string)[]

function readElement(call: object, next: ReadNode): FrontElement {
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
          const shown = next(child)
          return shown.length === 0 ? [COMPUTED] : shown
        }),
  }
}

/** Words in an attribute, also those of a call or of a style: `styles.buttons`. */
function listWords(node: unknown, depth = 0): readonly string[] {
  const next = (inner: unknown) => listWords(inner, depth + 1)
  if (Array.isArray(node)) return node.flatMap(next)
  if (!(node instanceof Object) || depth > DEPTH_MAX) return []
  const [type, value] = [at(node, 'type'), at(node, 'value')]
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type === 'MemberExpression') return [String(at(at(node, 'property'), 'name') ?? '')]
  return Object.values(node).flatMap(next)
}

/** Lists of objects with titles and texts, which a program makes cards of. */
function readRecords(node: unknown, words: SiteWords, depth = 0): readonly FrontCard[] {
  const next = (inner: unknown) => readRecords(inner, words, depth + 1)
  if (Array.isArray(node)) return node.flatMap(next)
  if (!(node instanceof Object) || depth > DEPTH_MAX) return []
  if (at(node, 'type') !== 'ArrayExpression') return Object.values(node).flatMap(next)
  return listOf(node, 'elements').flatMap((each): readonly FrontCard[] => {
    const entries = listOf(each, 'properties').map((property) => {
      return [String(at(at(property, 'key'), 'name')), at(property, 'value')] as const
    })
    const of = (...keys: readonly string[]) => {
      const value = entries.find(([key]) => keys.includes(key))?.[1]
      return value === undefined ? '' : textOf(readValue([value], words, 0))
    }
    const card = {
      title: of('title', 'name'),
      text: of('description', 'content', 'text', 'details'),
    }
    const href = of('link', 'href', 'to', 'url') || undefined
    return isWhole(card.title) && isWhole(card.text) ? [{ ...card, href }] : []
  })
}
