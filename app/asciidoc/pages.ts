import type { SourceLine } from '../foreign_markup/source_line.ts'
import { writeBlocks } from './_blocks.ts'
import { cutEscapes } from './_escapes.ts'
import { findLeftovers } from './_leftovers.ts'
import type { PageContext } from './_page_context.ts'
import { createLineFinder } from './_table_lines.ts'
import type { LoadedDocument } from './documents.ts'
import { type InlineTargets, writeInline, writeMonospaced } from './inline_markdown.ts'
import type { InlinePart } from './inline_nodes.ts'
import type { AbstractBlock } from './library.ts'
import { joinBlocks, joinLines, type LinePlace, writeLine } from './lines.ts'

type PageSource = {
  readonly file: string
  /** Whether a name is that of a file, which another may include. */
  readonly isFile: (name: string) => boolean
  readonly readText: (file: string) => string | undefined
  readonly reportLoss: PageContext['reportLoss']
  readonly targets: (place: LinePlace) => InlineTargets
}

/** A page as Markdown; its first line is blank, at the top of its file. */
export async function writePage(
  { document, nodes, dropped }: LoadedDocument,
  { file, isFile, readText, reportLoss, targets }: PageSource,
): Promise<readonly SourceLine[]> {
  let at: LinePlace = { file, line: 1 }
  let table: LinePlace = at
  let findTableLine = (count: number) => count
  const linesOf = createLineReader(readText)
  const notePlaces = new Map<string, LinePlace>()
  const write = (converted: string, writeParts = writeInline) => {
    const parts = nodes.read(converted)
    for (const { what, fix } of findLeftovers(parts)) reportLoss(at, what, fix)
    for (const index of parts.flatMap(findFootnotes)) {
      notePlaces.set(index, notePlaces.get(index) ?? at)
    }
    return writeParts(parts, targets(at))
  }
  const context: PageContext = {
    nodes,
    targets: {
      resolveReference: (target) => targets(at).resolveReference(target),
      resolvePicture: (target) => targets(at).resolvePicture(target),
    },
    place: (block) => {
      at = placeBlock(block, file, isFile)
      // A cell with blocks is a document of its own.
      const isInTable = block.context === 'table_cell' || block.document !== document
      if (isInTable) {
        at = { ...at, line: Math.max(at.line, findTableLine(at.line - table.line)) }
      } else if (block.context === 'table') {
        table = at
        const isSet = (name: string) => document.hasAttribute(name)
        findTableLine = createLineFinder(linesOf(at.file), at.line, isSet)
      }
      return at
    },
    renderChildren: (block) => writeBlocks(block.blocks, context),
    writeText: (converted) => write(converted),
    writeLabel: (converted) => joinLines(write(converted)),
    writeCodeLabel: (converted) => joinLines(write(converted, writeMonospaced)),
    reportLoss,
  }
  for (const { path, line } of dropped) {
    const what = 'cells of the table that fill no row are left out'
    const fix = 'give each row as many cells as the table has columns'
    reportLoss({ file: isFile(path) ? path : file, line }, what, fix)
  }
  const body = await writeBlocks(document.blocks, context)
  const notes = [...nodes.footnotes].map(([index, text]) => {
    at = notePlaces.get(index) ?? at
    return [writeLine(`[^${index}]: ${context.writeLabel(text)}`, at)]
  })
  const top = { file, line: 1 }
  const id = document.id ? [writeLine(`<a id="${document.id}"></a>`, top)] : []
  const lines = [writeLine('', top), ...joinBlocks([id, body, ...notes])]
  return lines.map((line) => ({ ...line, text: cutEscapes(line.text) }))
}

/** An included text has the name of its own file. */
function placeBlock(
  block: AbstractBlock,
  file: string,
  isFile: (name: string) => boolean,
): LinePlace {
  const path = block.sourceLocation?.path ?? ''
  return { file: isFile(path) ? path : file, line: Math.max(1, block.lineno ?? 1) }
}

/** Lines of files, each of which is read once. */
function createLineReader(
  readText: (file: string) => string | undefined,
): (file: string) => readonly string[] {
  const read = new Map<string, readonly string[]>()
  return (file) => {
    const lines = read.get(file) ?? (readText(file) ?? '').split('\n')
    read.set(file, lines)
    return lines
  }
}

function findFootnotes(part: InlinePart): readonly string[] {
  if (part.kind === 'text') return []
  const inner = part.parts.flatMap(findFootnotes)
  return part.node.kind === 'footnote' ? [part.node.index, ...inner] : inner
}
