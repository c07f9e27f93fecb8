import { quote } from '../contract/problem.ts'
import type { SourceLine } from '../foreign_markup/source_line.ts'
import { writeBlocks } from './_blocks.ts'
import type { PageContext } from './_page_context.ts'
import type { LoadedDocument } from './documents.ts'
import {
  findMacros,
  type InlineTargets,
  readPlain,
  writeInline,
  writeMonospaced,
} from './inline_markdown.ts'
import type { InlinePart } from './inline_nodes.ts'
import type { AbstractBlock } from './library.ts'
import { joinBlocks, joinLines, type LinePlace, writeLine } from './lines.ts'

type PageSource = {
  readonly file: string
  /** Whether a name is that of a file, which another may include. */
  readonly isFile: (name: string) => boolean
  readonly reportLoss: PageContext['reportLoss']
  readonly targets: (place: LinePlace) => InlineTargets
}

/** A page as Markdown; its first line is blank, at the top of its file. */
export async function writePage(
  { document, nodes }: LoadedDocument,
  { file, isFile, reportLoss, targets }: PageSource,
): Promise<readonly SourceLine[]> {
  let at: LinePlace = { file, line: 1 }
  const write = (converted: string, writeParts = writeInline) => {
    const parts = nodes.read(converted)
    for (const name of parts.flatMap(findAttributes)) {
      const what = `the attribute ${quote(`{${name}}`)} has no value; it stays as written`
      reportLoss(at, what, 'set it in the page, or in the configuration')
    }
    for (const macro of parts.flatMap(findExtensions)) {
      const what = `the macro ${quote(macro)} is one of an extension; its words are kept`
      reportLoss(at, what, 'write it as a link')
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
      return at
    },
    renderChildren: (block) => writeBlocks(block.blocks, context),
    writeText: (converted) => write(converted),
    writeLabel: (converted) => joinLines(write(converted)),
    writeCodeLabel: (converted) => joinLines(write(converted, writeMonospaced)),
    reportLoss,
  }
  const body = await writeBlocks(document.blocks, context)
  const notes = [...nodes.footnotes].map(([index, text]) => {
    return [writeLine(`[^${index}]: ${context.writeLabel(text)}`, at)]
  })
  const top = { file, line: 1 }
  const id = document.id ? [writeLine(`<a id="${document.id}"></a>`, top)] : []
  return [writeLine('', top), ...joinBlocks([id, body, ...notes])]
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

/** Names in braces that are left in text; in code they are what the author shows. */
function findAttributes(part: InlinePart): readonly string[] {
  if (part.kind === 'text') {
    return [...part.text.matchAll(/(?<![$\\{])\{([a-z0-9][\w-]*)\}/g)].map(([, name = '']) => name)
  }
  const isCode = part.node.kind === 'quoted' && /mono|math/.test(part.node.type)
  return isCode ? [] : part.parts.flatMap(findAttributes)
}

function findExtensions(part: InlinePart): readonly string[] {
  if (part.kind === 'text') return findMacros(readPlain(part.text))
  const isCode = part.node.kind === 'quoted' && /mono|math/.test(part.node.type)
  return isCode ? [] : part.parts.flatMap(findExtensions)
}
