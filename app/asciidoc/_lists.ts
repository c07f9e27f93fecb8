import type { SourceLine } from '../foreign_markup/source_line.ts'
import type { PageContext } from './_page_context.ts'
import { protectLines } from './inline_markdown.ts'
import { type AbstractBlock, type List, type ListItem, readAttribute } from './library.ts'
import { indentLines, joinBlocks, writeLine, writeLines } from './lines.ts'

/** A list with dashes, numbers or the numbers of callouts. */
export async function writeList(list: List, context: PageContext): Promise<readonly SourceLine[]> {
  const isNumbered = list.context !== 'ulist'
  const start = Number(readAttribute(list, 'start') || 1) || 1
  const items: (readonly SourceLine[])[] = []
  for (const [at, item] of list.getItems().entries()) {
    const marker = isNumbered ? `${start + at}. ` : '- '
    const lines = await writeItem(item, context)
    const filled = lines.length === 0 ? [writeLine('', context.place(item))] : lines
    items.push(indentLines(filled, ' '.repeat(marker.length), marker))
  }
  return items.flat()
}

async function writeItem(item: ListItem, context: PageContext): Promise<readonly SourceLine[]> {
  const place = context.place(item)
  const box = readBox(item)
  const text = item.text ?? ''
  const own = text === '' ? [] : protectLines(box + context.writeText(text))
  const inner = await context.renderChildren(item)
  // A list directly below belongs to the line above it.
  const isTight = item.blocks.every(({ context: kind }) => /^[uo]list$/.test(kind))
  const lines = writeLines(own, place)
  return isTight ? [...lines, ...inner] : joinBlocks([lines, inner])
}

function readBox(item: ListItem): string {
  if (!item.hasAttribute('checkbox')) return ''
  return item.hasAttribute('checked') ? '[x] ' : '[ ] '
}

type Definition = readonly [terms: readonly ListItem[], meaning: ListItem | undefined]

/** Definitions as a list: terms in bold, what they mean below them. */
export async function writeDefinitions(
  list: AbstractBlock,
  context: PageContext,
): Promise<readonly SourceLine[]> {
  const items: (readonly SourceLine[])[] = []
  for (const [terms, meaning] of readDefinitions(list)) {
    const [first] = terms
    if (first === undefined) continue
    const names = terms.map((term) => `**${context.writeLabel(term.text ?? '')}**`)
    const term = [writeLine(names.join(', '), context.place(first))]
    const inner = meaning === undefined ? [] : await writeItem(meaning, context)
    items.push(indentLines(joinBlocks([term, inner]), '  ', '- '))
  }
  return joinBlocks(items)
}

/** The panels of `[tabs]`: a list of definitions whose terms are the names. */
export async function writeTabs(
  list: AbstractBlock,
  context: PageContext,
): Promise<readonly SourceLine[]> {
  const place = context.place(list)
  const panels: SourceLine[] = []
  for (const [terms, meaning] of readDefinitions(list)) {
    const [term] = terms
    if (term === undefined) continue
    const at = context.place(term)
    const inner = meaning === undefined ? [] : await writeItem(meaning, context)
    const name = context.writeLabel(term.text ?? '')
    panels.push(writeLine(`:::tab ${name}`, at), ...inner, writeLine(':::', at))
  }
  return [writeLine(':::tabs', place), ...panels, writeLine(':::', place)]
}

function readDefinitions(list: AbstractBlock): readonly Definition[] {
  // The types of the library say blocks; a list of definitions has pairs, as its reader writes it.
  return list.blocks as unknown as readonly Definition[]
}
