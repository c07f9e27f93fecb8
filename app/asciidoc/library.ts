import type { AbstractBlock, Block, Document, Inline, List, ListItem } from '@asciidoctor/core'
import { cutEscapes } from './_escapes.ts'

export type { AbstractBlock, Block, Document, Inline, List, ListItem }

/** What the library has for a cell, and for its table; its own types say `any`. */
export type Cell = AbstractBlock & {
  readonly text: string | null
  readonly style: string | null
  readonly colspan: number | null
  readonly rowspan: number | null
  readonly innerDocument: AbstractBlock | null
}

type Rows = readonly (readonly Cell[])[]

export type Table = AbstractBlock & {
  readonly rows: { readonly head: Rows; readonly body: Rows; readonly foot: Rows }
}

/** Its class decides over the context of a node; what it has tells the class. */
export function isTable(block: AbstractBlock): block is Table {
  return block.context === 'table' && 'rows' in block
}

export function isList(block: AbstractBlock): block is List & AbstractBlock {
  return /^(?:[uo]|co)list$/.test(block.context) && 'getItems' in block
}

export function isBlock(block: AbstractBlock): block is Block {
  return 'lines' in block
}

/** Substitutes in a text as a block would. The library adds this to nodes beside their classes. */
export async function substitute(
  block: AbstractBlock,
  text: string,
  subs: readonly string[],
): Promise<string> {
  if (!('applySubs' in block) || typeof block.applySubs !== 'function') return text
  const done: unknown = await block.applySubs(text, [...subs])
  return typeof done === 'string' ? done : text
}

/** The reader of AsciiDoc. It is large, so that only an import that needs it loads it. */
export type Core = typeof import('@asciidoctor/core')

export async function loadCore(): Promise<Core> {
  return await import('@asciidoctor/core')
}

/** An attribute of a node as text; '' where it is absent or no text. */
export function readAttribute(node: { getAttribute(name: string): unknown }, name: string): string {
  const value = node.getAttribute(name)
  if (typeof value === 'string') return cutEscapes(value)
  return typeof value === 'number' ? String(value) : ''
}

/** The title of a block behind its number, where its site numbers them. */
export function readCaption(block: AbstractBlock): string {
  return block.hasTitle() ? `${block.caption ?? ''}${block.title ?? ''}` : ''
}
