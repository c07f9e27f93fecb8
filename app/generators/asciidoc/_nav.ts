import type { LoadedDocument } from '../../asciidoc/documents.ts'
import { readPlain, writePlain } from '../../asciidoc/inline_markdown.ts'
import type { InlineNode, InlineNodes } from '../../asciidoc/inline_nodes.ts'
import type { AbstractBlock } from '../../asciidoc/library.ts'
import type { MenuEntry } from '../../foreign_source/generator.ts'

type NavTargets = {
  /** The page that a reference means; undefined where it is not imported. */
  findPage(target: string): string | undefined
  /** The title of a page in menus. */
  titleOf(file: string): string | undefined
  reportMissing(target: string, line: number): void
}

/** The lists of a navigation file: nested items, under the titles of their lists. */
export function readNav(
  { document, nodes }: LoadedDocument,
  targets: NavTargets,
): readonly MenuEntry[] {
  const lists = document.findBy({ context: 'ulist' }).filter((list) => {
    return list.parent !== undefined && list.parent.context !== 'list_item'
  })
  return lists.flatMap((list): readonly MenuEntry[] => {
    const entries = list.blocks.flatMap((item) => readItem(item, nodes, targets))
    const written = list.title ?? ''
    if (written === '') return entries
    const title = readPlain(writePlain(nodes.read(written))).trim()
    const file = findTarget(written, nodes, targets)?.file
    return [{ kind: 'group', title, entries, ...(file === undefined ? {} : { file }) }]
  })
}

type LinkTarget = { readonly file?: string; readonly href?: string; readonly title: string }

function readItem(
  item: AbstractBlock,
  nodes: InlineNodes,
  targets: NavTargets,
): readonly MenuEntry[] {
  const written = 'text' in item && typeof item.text === 'string' ? item.text : ''
  const inner = item.blocks.flatMap((list) => list.blocks ?? [])
  const entries = inner.flatMap((each) => readItem(each, nodes, targets))
  const linked = findTarget(written, nodes, targets)
  const title = linked?.title ?? readPlain(writePlain(nodes.read(written))).trim()
  const file = linked?.file
  if (linked !== undefined && file === undefined && linked.href === undefined) {
    targets.reportMissing(linked.title, item.lineno ?? 1)
    return entries
  }
  if (entries.length > 0) {
    return [{ kind: 'group', title, entries, ...(file === undefined ? {} : { file }) }]
  }
  if (file !== undefined) return [{ kind: 'page', file, title }]
  return linked?.href === undefined ? [] : [{ kind: 'link', title, href: linked.href }]
}

function findTarget(
  written: string,
  nodes: InlineNodes,
  targets: NavTargets,
): LinkTarget | undefined {
  for (const part of nodes.read(written)) {
    if (part.kind === 'text') continue
    const words = readPlain(writePlain(part.parts)).trim()
    const target = isReference(part.node) ? part.data[0] : undefined
    if (target === undefined) continue
    if (part.node.kind === 'link') return { href: target, title: words || target }
    const file = targets.findPage(target)
    if (file === undefined) return { title: words || target }
    return { file, title: words || (targets.titleOf(file) ?? target) }
  }
  return undefined
}

function isReference({ kind }: InlineNode): boolean {
  return kind === 'link' || kind === 'xref'
}
