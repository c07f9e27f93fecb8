import type { SourceLine } from '../foreign_markup/source_line.ts'
import { writeCode, writeFormula } from './_code_blocks.ts'
import { writeDefinitions, writeList, writeTabs } from './_lists.ts'
import type { PageContext } from './_page_context.ts'
import { writeTable } from './_tables.ts'
import { protectLines, writePictureLink } from './inline_markdown.ts'
import { type InlinePart, readDescription } from './inline_nodes.ts'
import {
  type AbstractBlock,
  isBlock,
  isList,
  isTable,
  readAttribute,
  readCaption,
} from './library.ts'
import { indentLines, joinBlocks, writeLine, writeLines } from './lines.ts'

/** Markdown of blocks, in order. */
export async function writeBlocks(
  children: readonly AbstractBlock[],
  context: PageContext,
): Promise<readonly SourceLine[]> {
  const blocks: (readonly SourceLine[])[] = []
  for (const block of children) {
    // Attributes that the text sets hold from there on.
    block.document.playbackAttributes(block.attributes)
    blocks.push(await writeBlock(block, context))
  }
  return joinBlocks(blocks)
}

async function writeBlock(
  block: AbstractBlock,
  context: PageContext,
): Promise<readonly SourceLine[]> {
  const place = context.place(block)
  if (block.context === 'section') {
    return joinBlocks([[writeHeading(block, context)], await context.renderChildren(block)])
  }
  if (block.context === 'floating_title') return [writeHeading(block, context)]
  const anchor = block.id ? [writeLine(`<a id="${block.id}"></a>`, place)] : []
  const title = block.hasTitle() && !hasOwnTitle(block) ? [writeTitle(block, context)] : []
  return joinBlocks([anchor, title, await writeContent(block, context)])
}

/** Blocks that write their title themselves. */
function hasOwnTitle({ context }: AbstractBlock): boolean {
  return context === 'admonition' || context === 'listing' || context === 'literal'
}

function writeTitle(block: AbstractBlock, context: PageContext): SourceLine {
  return writeLine(`**${context.writeLabel(readCaption(block))}**`, context.place(block))
}

function writeHeading(block: AbstractBlock, context: PageContext): SourceLine {
  const marks = '#'.repeat(Math.min(6, Math.max(2, (block.level ?? 1) + 1)))
  const parts = context.nodes.read(block.title ?? '')
  const ids = [block.id ?? '', ...parts.flatMap(findAnchor)].filter((id) => id !== '')
  const words = context.writeLabel(block.title ?? '').replace(/<a id="[^"]*"><\/a>/g, '')
  const anchors = ids.length === 0 ? '' : ` {${ids.map((id) => `#${id}`).join(' ')}}`
  return writeLine(`${marks} ${words.trim()}${anchors}`, context.place(block))
}

function findAnchor(part: InlinePart): readonly string[] {
  return part.kind === 'node' && part.node.kind === 'anchor' ? [part.node.id] : []
}

async function writeContent(
  block: AbstractBlock,
  context: PageContext,
): Promise<readonly SourceLine[]> {
  const place = context.place(block)
  switch (block.context) {
    case 'paragraph':
      return await writeText(block, context)
    case 'listing':
    case 'literal':
      return isBlock(block) ? await writeCode(block, context) : []
    case 'stem':
      return isBlock(block) ? writeFormula(block, context) : []
    case 'ulist':
    case 'olist':
    case 'colist':
      return isList(block) ? await writeList(block, context) : []
    case 'dlist':
      return await writeDefinitions(block, context)
    case 'table':
      return isTable(block) ? await writeTable(block, context) : []
    case 'admonition':
      return await writeAdmonition(block, context)
    case 'image':
      return [writePicture(block, context)]
    case 'video':
    case 'audio':
      return [writeMedia(block, context)]
    case 'thematic_break':
      return [writeLine('***', place)]
    case 'toc':
    case 'page_break':
      return []
    case 'pass':
      return writeLines((await readContent(block)).split('\n'), place)
    case 'verse':
    case 'quote':
      return await writeQuote(block, context)
    default:
      return await writeOther(block, context)
  }
}

async function writeOther(
  block: AbstractBlock,
  context: PageContext,
): Promise<readonly SourceLine[]> {
  const [inner, ...others] = block.blocks
  const isTabs = block.context === 'example' && (block.style === 'tabs' || block.hasRole('tabs'))
  if (isTabs && inner?.context === 'dlist') {
    // What stands below the last panel is shown below them all.
    return joinBlocks([await writeTabs(inner, context), await writeBlocks(others, context)])
  }
  const lines = await writeText(block, context)
  return block.context === 'sidebar' ? indentLines(lines, '> ') : lines
}

/** Text of a block that has no others inside, or those others. */
async function writeText(
  block: AbstractBlock,
  context: PageContext,
): Promise<readonly SourceLine[]> {
  if (block.blocks.length > 0) return await context.renderChildren(block)
  const text = await readContent(block)
  if (text.trim() === '') return []
  return writeLines(protectLines(context.writeText(text)), context.place(block))
}

async function readContent(block: AbstractBlock): Promise<string> {
  const text: unknown = block.contentModel === 'empty' ? '' : await block.content()
  return typeof text === 'string' ? text : ''
}

const KINDS = new Set(['note', 'tip', 'important', 'warning', 'caution'])

async function writeAdmonition(
  block: AbstractBlock,
  context: PageContext,
): Promise<readonly SourceLine[]> {
  const place = context.place(block)
  const name = readAttribute(block, 'name')
  const kind = KINDS.has(name) ? name : 'note'
  const title = block.hasTitle() ? ` ${context.writeLabel(block.title ?? '')}` : ''
  const inner = await writeText(block, context)
  return [writeLine(`:::${kind}${title}`, place), ...inner, writeLine(':::', place)]
}

function writePicture(block: AbstractBlock, context: PageContext): SourceLine {
  const target = context.targets.resolvePicture(readAttribute(block, 'target'))
  const alt = context.writeLabel(readDescription(block))
  const picture = `![${alt}](${target})`
  const link = readAttribute(block, 'link')
  const isAlone = link === '' || link === 'self'
  const text = isAlone ? picture : writePictureLink(picture, link, context.targets)
  return writeLine(text, context.place(block))
}

const HOSTS: Readonly<Record<string, string>> = {
  youtube: 'https://www.youtube.com/watch?v=',
  vimeo: 'https://vimeo.com/',
}

function writeMedia(block: AbstractBlock, context: PageContext): SourceLine {
  const target = readAttribute(block, 'target')
  const host = HOSTS[readAttribute(block, 'poster')]
  const href = host === undefined ? context.targets.resolvePicture(target) : host + target
  const words = block.hasTitle() ? context.writeLabel(block.title ?? '') : target
  return writeLine(`[${words}](${href})`, context.place(block))
}

async function writeQuote(
  block: AbstractBlock,
  context: PageContext,
): Promise<readonly SourceLine[]> {
  const place = context.place(block)
  const lines = await writeText(block, context)
  const isVerse = block.context === 'verse'
  const broken = lines.map((line, at) => {
    const isInside = at < lines.length - 1 && line.text !== ''
    return isVerse && isInside ? { ...line, text: `${line.text}\\` } : line
  })
  const from = ['attribution', 'citetitle'].map((name) => readAttribute(block, name))
  const source = from.filter((word) => word !== '').map((word) => context.writeLabel(word))
  const author = source.length === 0 ? [] : [writeLine(`— ${source.join(', ')}`, place)]
  return indentLines(joinBlocks([broken, author]), '> ')
}
