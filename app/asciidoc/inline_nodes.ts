import { type Inline, readAttribute } from './library.ts'

/** What stands in a line: text with its entities, or a node of AsciiDoc around other text. */
export type InlinePart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'node'
      readonly node: InlineNode
      /** The address of a link; address, description and link of a picture. */
      readonly data: readonly string[]
      readonly parts: readonly InlinePart[]
    }

export type InlineNode =
  | { readonly kind: 'quoted'; readonly type: string; readonly roles: string }
  | { readonly kind: 'link' }
  | { readonly kind: 'xref'; readonly isBare: boolean }
  | { readonly kind: 'anchor'; readonly id: string }
  | { readonly kind: 'picture' }
  | { readonly kind: 'footnote'; readonly index: string }
  | { readonly kind: 'bold' }
  | { readonly kind: 'code' }
  | { readonly kind: 'break' }
  | { readonly kind: 'nothing' }

/** The nodes of one page: what its text refers to by number. */
export type InlineNodes = {
  /** Converts as the reader of AsciiDoc asks: text with marks around what is no text. */
  readonly convert: (node: Inline, transform?: string) => Promise<string>
  /** Takes a converted text apart. */
  read(text: string): readonly InlinePart[]
  /** Converted texts of footnotes by their number. */
  readonly footnotes: ReadonlyMap<string, string>
}

/** Like tags, so that patterns that look at what stands around them see the end of a word. */
const MARK = /<\ue000([oc])(\d+)>/g

/** Addresses stand in the text, where their own substitutions reach them. */
const DATA = '\ue002'

function writeData(...data: readonly string[]): string {
  return `${data.join(DATA)}${DATA}${DATA}`
}

export function createInlineNodes(): InlineNodes {
  const nodes: InlineNode[] = []
  const footnotes = new Map<string, string>()
  const wrap = (node: InlineNode, text: string) => {
    const number = nodes.push(node) - 1
    return `<\ue000o${number}>${text}<\ue000c${number}>`
  }
  return {
    convert: async (node, transform) => {
      const name = transform ?? node.nodeName
      if (!name.startsWith('inline_')) return ''
      const text = node.text ?? ''
      if (name === 'inline_footnote') {
        const index = readAttribute(node, 'index')
        if (index !== '' && node.type !== 'xref') footnotes.set(index, text)
        return index === '' ? `[${text}]` : wrap({ kind: 'footnote', index }, '')
      }
      if (name === 'inline_anchor') return await convertAnchor(node, text, wrap)
      const [read, inner] = readNode(node, name, text)
      // `[#id]*words*` is a place, too.
      const id = name === 'inline_quoted' ? (node.id ?? '') : ''
      return (id === '' ? '' : wrap({ kind: 'anchor', id }, '')) + wrap(read, inner)
    },
    read: (text) => readParts(text, nodes),
    footnotes,
  }
}

/** What an address begins with that is a reference: AsciiDoc takes `link:xref:` for a link. */
export const REFERENCE = 'xref:'

type Wrap = (node: InlineNode, text: string) => string

async function convertAnchor(node: Inline, text: string, wrap: Wrap): Promise<string> {
  const id = node.id ?? ''
  switch (node.type) {
    case 'ref':
      return wrap({ kind: 'anchor', id }, '')
    case 'bibref':
      return `${wrap({ kind: 'anchor', id }, '')}[${node.getReftext() ?? id}]`
    case 'xref': {
      const path = readAttribute(node, 'path')
      const fragment = readAttribute(node, 'fragment')
      const target = path === '' ? (node.target ?? '') : `${path}${fragment && `#${fragment}`}`
      const isBare = text === ''
      const words = isBare && path === '' ? await findReference(node) : text
      return wrap({ kind: 'xref', isBare }, writeData(target) + words)
    }
    default: {
      const target = node.target ?? ''
      if (!target.startsWith(REFERENCE)) return wrap({ kind: 'link' }, writeData(target) + text)
      // A link without words has its target, or what `hide-uri-scheme` leaves of it.
      const isBare = node.getRoles().includes('bare')
      const page = writeData(target.slice(REFERENCE.length))
      return wrap({ kind: 'xref', isBare }, page + (isBare ? '' : text))
    }
  }
}

/** The words of a reference without any: the title of what it leads to. */
async function findReference(node: Inline): Promise<string> {
  const id = readAttribute(node, 'refid')
  const found: unknown = Reflect.get(node.document.catalog.refs, id)
  const isKnown = typeof found === 'object' && found !== null && 'xreftext' in found
  if (!isKnown || typeof found.xreftext !== 'function') return `[${id}]`
  const text: unknown = await found.xreftext(readAttribute(node, 'xrefstyle') || null)
  return typeof text === 'string' && text !== '' ? text : `[${id}]`
}

function readNode(node: Inline, name: string, text: string): readonly [InlineNode, string] {
  switch (name) {
    case 'inline_quoted': {
      const roles = node.getRoles().join(' ')
      return [{ kind: 'quoted', type: node.type ?? '', roles }, text]
    }
    case 'inline_image':
      return node.type === 'icon'
        ? [{ kind: 'nothing' }, nameIcon(node)]
        : [{ kind: 'picture' }, readPicture(node)]
    case 'inline_break':
      return [{ kind: 'break' }, text]
    case 'inline_kbd': {
      const keys: unknown = node.getAttribute('keys')
      return [{ kind: 'code' }, Array.isArray(keys) ? keys.join('+') : text]
    }
    case 'inline_menu': {
      const inner: unknown = node.getAttribute('submenus')
      const words = [
        readAttribute(node, 'menu'),
        ...(Array.isArray(inner) ? inner : []),
        readAttribute(node, 'menuitem'),
      ]
      return [{ kind: 'bold' }, words.filter((word) => word !== '').join(' › ')]
    }
    case 'inline_button':
      return [{ kind: 'bold' }, text]
    case 'inline_indexterm':
      return [{ kind: 'nothing' }, node.type === 'visible' ? text : '']
    default:
      return [{ kind: 'nothing' }, text]
  }
}

/** An icon decorates the words beside it, except for those that say yes or no. */
function nameIcon(node: Inline): string {
  const name = node.target ?? ''
  if (/^(?:check|circle-check|yes)/.test(name)) return '✓'
  return /^(?:times|close|xmark|circle-xmark|no$)/.test(name) ? '✗' : readAttribute(node, 'title')
}

function readPicture(node: Inline): string {
  return writeData(node.target ?? '', readDescription(node), readAttribute(node, 'link'))
}

/** The description that an author wrote; the one that AsciiDoc makes of the name says nothing. */
export function readDescription(node: { getAttribute(name: string): unknown }): string {
  const alt = readAttribute(node, 'alt')
  return alt === readAttribute(node, 'default-alt') ? '' : alt
}

type Open = { readonly number: number; readonly parts: InlinePart[] }

function readParts(text: string, nodes: readonly InlineNode[]): readonly InlinePart[] {
  const root: InlinePart[] = []
  const stack: Open[] = []
  const add = (part: InlinePart) => (stack.at(-1)?.parts ?? root).push(part)
  const close = ({ number, parts }: Open) => {
    add({ kind: 'node', node: nodes[number] ?? { kind: 'nothing' }, ...cutData(parts) })
  }
  let from = 0
  for (const found of text.matchAll(MARK)) {
    const [mark, sign, digits] = found
    if (found.index > from) add({ kind: 'text', text: text.slice(from, found.index) })
    from = found.index + mark.length
    const number = Number(digits)
    if (sign === 'o') stack.push({ number, parts: [] })
    else if (stack.some((open) => open.number === number)) {
      // Marks cross where quotes do; the inner one then ends with the outer.
      for (let open = stack.pop(); open !== undefined; open = stack.pop()) {
        close(open)
        if (open.number === number) break
      }
    }
  }
  if (from < text.length) add({ kind: 'text', text: text.slice(from) })
  for (let open = stack.pop(); open !== undefined; open = stack.pop()) close(open)
  return root
}

function cutData(parts: readonly InlinePart[]): {
  readonly data: readonly string[]
  readonly parts: readonly InlinePart[]
} {
  const [first, ...others] = parts
  const end = first?.kind === 'text' ? first.text.indexOf(DATA + DATA) : -1
  if (first?.kind !== 'text' || end === -1) return { data: [], parts }
  const text = first.text.slice(end + 2)
  const rest: readonly InlinePart[] = text === '' ? others : [{ kind: 'text', text }, ...others]
  return { data: first.text.slice(0, end).split(DATA), parts: rest }
}
