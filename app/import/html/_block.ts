import type { Line } from './_inline.ts'
import type { PhraseContext } from './_phrases.ts'
import type { Element, Node } from './tree.ts'

/** A block of Markdown; lists without blank lines between their items are tight. */
export type Block = {
  readonly lines: readonly Line[]
  readonly kind: 'text' | 'tight' | 'other'
}

/** A note of a page that its text refers to. */
export type Footnote = { readonly number: number; readonly nodes: readonly Node[] }

export type BlockContext = PhraseContext & {
  /** Writes nodes as blocks: phrases between blocks are paragraphs. */
  readonly writeBlocks: (nodes: readonly Node[]) => readonly Block[]
  /** Whether the title of the page was written: other headings of its level go below it. */
  /** Whether a heading is the title of the page. */
  readonly isTitle: (heading: Element) => boolean
  /** The footnote that an element defines. */
  readonly footnoteOf: (element: Element) => Footnote | undefined
}

/** The anchors of an element, as a block that joins what follows. */
export function writeAnchors(element: Element, context: BlockContext): readonly Block[] {
  const ids = context.takeIds(element)
  if (ids.length === 0) return []
  const text = ids.map((id) => `<a id="${id}"></a>`).join('')
  return [{ lines: [{ text, line: context.placeOf(element) }], kind: 'text' }]
}

/** Blocks with a blank line between each two. */
export function joinBlocks(blocks: readonly Block[]): readonly Line[] {
  return joinAnchors([], blocks).flatMap(({ lines }, at) => {
    return at === 0 ? lines : [{ text: '', line: lines[0]?.line ?? 1 }, ...lines]
  })
}

const ANCHORS = /^(?:<a id="[^"]*"><\/a>)+$/

/** Anchors stand in the text that follows: a heading has them behind it, a paragraph before it. */
export function joinAnchors(anchors: readonly Block[], blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = []
  for (const block of [...anchors, ...blocks]) {
    const before = joined.at(-1)
    const anchor = before?.lines.map(({ text }) => text).join('') ?? ''
    const [first, ...more] = block.lines
    if (!ANCHORS.test(anchor) || first === undefined || block.kind !== 'text') {
      joined.push(block)
      continue
    }
    joined.pop()
    const ids = [...anchor.matchAll(/id="([^"]*)"/g)].map(([, id = '']) => `#${id}`)
    const isHeading = /^#{1,6} /.test(first.text)
    const own = / \{(#[^{}]*)\}$/.exec(first.text)
    const bare = own === null ? first.text : first.text.slice(0, own.index)
    const all = [...ids, ...(own?.[1] ?? '').split(' ').filter(Boolean)]
    const text = isHeading ? `${bare} {${all.join(' ')}}` : `${anchor}${first.text}`
    joined.push({ ...block, lines: [{ ...first, text }, ...more] })
  }
  return joined
}

export function wrapBlocks(opening: string, blocks: readonly Block[], line: number): Block {
  const inner = joinBlocks(blocks)
  const last = inner.at(-1)?.line ?? line
  return { lines: [{ text: opening, line }, ...inner, { text: ':::', line: last }], kind: 'other' }
}
