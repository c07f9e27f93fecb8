import type { Attribute } from './_tags.ts'
import type { Fence, Token } from './_token.ts'

/** A node of a source: an element with its children, or a leaf. */
export type Node =
  | { readonly kind: 'text' | 'code' | 'indented'; readonly start: number; readonly text: string }
  | { readonly kind: 'fence'; readonly start: number; readonly fence: Fence }
  | { readonly kind: 'expression'; readonly start: number; readonly text: string }
  /** A comment, a statement or a heading id: it produces no output. */
  | { readonly kind: 'nothing'; readonly start: number }
  | Element

export type Element = {
  readonly kind: 'element'
  readonly name: string
  readonly attributes: readonly Attribute[]
  readonly children: readonly Node[]
  readonly start: number
  readonly selfClosing: boolean
}

/** A tag without a matching one. */
export type Stray = {
  readonly start: number
  readonly name: string
  readonly kind: 'open' | 'close'
}

type Tree = { readonly nodes: readonly Node[]; readonly strays: readonly Stray[] }

const VOID = new Set('br hr img input source track wbr col'.split(' '))

/** Elements whose closing tag is optional in HTML, and the tags that end them. */
const IMPLIED_END: Readonly<Record<string, readonly string[]>> = {
  p: ['p'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  tr: ['td', 'th', 'tr'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tbody: ['td', 'th', 'tr', 'thead', 'tbody'],
}
const OPTIONAL_CLOSE = new Set([...Object.keys(IMPLIED_END), 'thead', 'tfoot'])

/** Deeper than any document; elements below this keep their text and lose their tags. */
const DEPTH_MAX = 100

type Open = {
  readonly name: string
  readonly attributes: readonly Attribute[]
  readonly start: number
  readonly children: Node[]
}

/** Nests tokens. A tag without a match is reported, and its content kept. */
export function nest(source: string, tokens: readonly Token[]): Tree {
  const root: Open = { name: '', attributes: [], start: 0, children: [] }
  const stack: Open[] = [root]
  const strays: Stray[] = []
  const top = () => stack[stack.length - 1] ?? root
  const pop = (closed: boolean) => {
    const { children, ...element } = stack.pop() ?? root
    if (closed || OPTIONAL_CLOSE.has(element.name)) {
      top().children.push({ kind: 'element', ...element, children, selfClosing: false })
    } else {
      strays.push({ start: element.start, name: element.name, kind: 'open' })
      for (const child of children) top().children.push(child)
    }
  }
  for (const token of tokens) {
    if (token.kind === 'open') {
      const { name, attributes, start } = token
      while (IMPLIED_END[name]?.includes(top().name) === true) pop(true)
      if (token.selfClosing || VOID.has(name.toLowerCase())) {
        const element = { name, attributes, start, children: [], selfClosing: true }
        top().children.push({ kind: 'element', ...element })
      } else if (stack.length <= DEPTH_MAX) stack.push({ name, attributes, start, children: [] })
      else strays.push({ start, name, kind: 'open' })
    } else if (token.kind === 'close') {
      const opener = stack.findLastIndex((open, at) => at > 0 && isClosedBy(open.name, token.name))
      if (opener === -1) strays.push({ start: token.start, name: token.name, kind: 'close' })
      while (opener !== -1 && stack.length > opener) pop(stack.length === opener + 1)
    } else top().children.push(toLeaf(source, token))
  }
  while (stack.length > 1) pop(false)
  return { nodes: root.children, strays: strays.sort((a, b) => a.start - b.start) }
}

function isClosedBy(open: string, close: string): boolean {
  return close === ':::' ? open.startsWith(':::') : open === close
}

function toLeaf(source: string, token: Exclude<Token, { kind: 'open' | 'close' }>): Node {
  const text = source.slice(token.start, token.end)
  switch (token.kind) {
    case 'text':
    case 'code':
    case 'indented':
    case 'expression':
      return { kind: token.kind, start: token.start, text }
    case 'fence':
      return { kind: 'fence', start: token.start, fence: token.fence }
    case 'comment':
    case 'module':
    case 'anchor':
      return { kind: 'nothing', start: token.start }
  }
}
