import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { trimDoctest } from './_doctest.ts'
import { writeFormula } from './_formula.ts'
import { isLooseTab, isTabGroup } from './_layout_directives.ts'
import { writePicture } from './_media_directives.ts'
import type { PageContext } from './_page.ts'
import { writeDirectiveNode } from './_rst_directives.ts'
import { pictureOptions, writeInlineNodes } from './_rst_inline.ts'
import { writeDefinitions, writeFields, writeList, writeOptions } from './_rst_lists.ts'
import { listAttribute, nodesOf, plainTextOf, type RstNode, textAttribute } from './_rst_nodes.ts'
import { writeRstTable } from './_rst_tables.ts'
import type { RstWriter } from './_rst_writer.ts'
import { indentLines, joinBlocks, placeText, trimLines, writeBlock, writeFence } from './_text.ts'

/** A tree of reStructuredText as Markdown; `lines` are what was read. */
export function writeRst(
  tree: RstNode,
  lines: readonly SourceLine[],
  context: PageContext,
): readonly SourceLine[] {
  let last = lines[0] ?? { text: '', file: context.page.file, line: 1 }
  const lineAt = (line: number) => lines[line - 1]
  const lineOf = (node: RstNode) => {
    last = lineAt(node.line) ?? last
    return last
  }
  let level = 0
  const writer: RstWriter = {
    context,
    lineOf,
    blocks: (nodes, parent = '') => writeSiblings(nodes, parent, write),
    inline: (node) => writeInlineNodes(node.children, lineOf(node), context),
    place: (text, node) => {
      const first = lineOf(node)
      return text.split('\n').map((each, at) => {
        const line = (node.line > 0 ? lineAt(node.line + at) : undefined) ?? first
        return { ...line, text: each }
      })
    },
  }
  const write = (node: RstNode): readonly SourceLine[] => {
    if (node.tag !== 'section') return writeNode(node, writer)
    level += 1
    const written = writeSection(node, level, writer)
    level -= 1
    return written
  }
  return trimLines(writer.blocks(nodesOf(tree)))
}

/** Blocks beside each other; tabs without a group around them become one. */
function writeSiblings(
  nodes: readonly RstNode[],
  parent: string,
  write: (node: RstNode) => readonly SourceLine[],
): readonly SourceLine[] {
  const blocks: (readonly SourceLine[])[] = []
  let tabs: SourceLine[] = []
  const endTabs = () => {
    const [first] = tabs
    if (first !== undefined) blocks.push(writeBlock(first, 'tabs', '', tabs))
    tabs = []
  }
  for (const node of nodes) {
    const isDirective = node.tag === 'directive'
    if (isDirective && isLooseTab(textAttribute(node, 'name')) && !isTabGroup(parent)) {
      tabs.push(...write(node))
    } else {
      endTabs()
      blocks.push(write(node))
    }
  }
  endTabs()
  return joinBlocks(blocks)
}

function writeSection(node: RstNode, level: number, writer: RstWriter): readonly SourceLine[] {
  const [title, ...rest] = nodesOf(node)
  if (title === undefined) return []
  const words = writer.inline(title).replace(/\s+/g, ' ')
  const ids = listAttribute(node, 'ids')
  const attributes = ids.length === 0 ? '' : ` {${ids.map((id) => `#${id}`).join(' ')}}`
  const mark = '#'.repeat(Math.min(level, 6))
  return joinBlocks([
    placeText(`${mark} ${words}${attributes}`, writer.lineOf(title)),
    writer.blocks(rest),
  ])
}

const ADMONITIONS: Readonly<Record<string, string>> = {
  attention: 'important Attention',
  caution: 'caution',
  danger: 'caution Danger',
  error: 'caution Error',
  hint: 'tip Hint',
  important: 'important',
  note: 'note',
  tip: 'tip',
  warning: 'warning',
}

/** Nodes that show nothing. */
const SILENT = new Set(
  'comment meta pending decoration system_message substitution_definition generated label'.split(
    ' ',
  ),
)

function writeNode(node: RstNode, writer: RstWriter): readonly SourceLine[] {
  if (SILENT.has(node.tag)) return []
  const written = writeKnown(node, writer)
  const isNote = /^(?:footnote|citation)$/.test(node.tag)
  const ids = isNote || isLink(node) ? [] : listAttribute(node, 'ids')
  if (ids.length === 0 || written.length === 0) return written
  const anchors = ids.map((id) => `<a id="${id}"></a>`).join('')
  return [...placeText(`${anchors}\n`, writer.lineOf(node)), ...written]
}

/** `.. _name: address` names an address, and is no place on the page. */
function isLink({ tag, attributes }: RstNode): boolean {
  return tag === 'target' && attributes.refuri !== undefined
}

function writeKnown(node: RstNode, writer: RstWriter): readonly SourceLine[] {
  const line = writer.lineOf(node)
  switch (node.tag) {
    case 'paragraph':
    case 'attribution':
      return writer.place(writer.inline(node), node)
    case 'bullet_list':
    case 'enumerated_list':
      return writeList(node, writer)
    case 'definition_list':
      return writeDefinitions(node, writer, false)
    case 'field_list':
    case 'docinfo':
      return writeFields(node, writer)
    case 'option_list':
      return writeOptions(node, writer)
    case 'line_block':
      return placeText(listLines(node, writer).join('\\\n'), line)
    case 'block_quote':
      return indentLines(writer.blocks(nodesOf(node)), '> ', '> ')
    case 'literal_block':
    case 'doctest_block':
      return writeLiteral(node, writer)
    case 'math_block':
      return writeFormula(plainTextOf(node), line, writer.context)
    case 'table':
      return writeRstTable(node, writer)
    case 'transition':
      return placeText('---', line)
    case 'target':
      return isLink(node) || listAttribute(node, 'ids').length === 0 ? [] : placeText('', line)
    case 'directive':
      return writeDirectiveNode(node, writer)
    default:
      return writeFramed(node, writer)
  }
}

/** Admonitions, pictures, notes at the foot, and what only groups others. */
function writeFramed(node: RstNode, writer: RstWriter): readonly SourceLine[] {
  const line = writer.lineOf(node)
  const kind = ADMONITIONS[node.tag]
  if (kind !== undefined) return writeBlock(line, kind, '', writer.blocks(nodesOf(node)))
  switch (node.tag) {
    case 'admonition':
      return writeTitled(node, writer)
    case 'topic':
    case 'sidebar':
      return writer.blocks(nodesOf(node))
    case 'title':
    case 'subtitle':
    case 'rubric':
      return placeText(`**${writer.inline(node).replace(/\s+/g, ' ')}**`, line)
    case 'image':
      return placeText(writeImage(node, line, writer.context), line)
    case 'reference':
      return placeText(writeInlineNodes([node], line, writer.context), line)
    case 'caption':
      return writer.place(writer.inline(node), node)
    case 'footnote':
      return writeFootnote(node, writer)
    case 'citation':
      return writeCitation(node, writer)
    default: {
      const isText = node.children.some((child) => typeof child === 'string')
      return isText ? writer.place(writer.inline(node), node) : writer.blocks(nodesOf(node))
    }
  }
}

function writeImage(node: RstNode, line: SourceLine, context: PageContext): string {
  return writePicture(textAttribute(node, 'uri'), pictureOptions(node), line, context)
}

function writeTitled(node: RstNode, writer: RstWriter): readonly SourceLine[] {
  const [title, ...rest] = nodesOf(node)
  const line = writer.lineOf(node)
  if (title === undefined) return []
  const classes = listAttribute(node, 'classes')
  const own = classes.map((each) => ADMONITIONS[each]).find((each) => each !== undefined)
  const kind = classes.includes('dropdown') || classes.includes('toggle') ? 'details' : 'note'
  const name = kind === 'details' ? kind : (own?.split(' ')[0] ?? kind)
  return writeBlock(line, name, writer.inline(title), writer.blocks(rest))
}

function writeFootnote(node: RstNode, writer: RstWriter): readonly SourceLine[] {
  const [id = ''] = listAttribute(node, 'ids')
  const body = writer.blocks(nodesOf(node).filter(({ tag }) => tag !== 'label'))
  return indentLines(body, `[^${id}]: `, '    ')
}

function writeCitation(node: RstNode, writer: RstWriter): readonly SourceLine[] {
  const [label, ...rest] = nodesOf(node)
  const [id = ''] = listAttribute(node, 'ids')
  const body = writer.blocks(rest)
  const head = `<a id="${id}"></a>**\\[${label === undefined ? '' : writer.inline(label)}\\]** `
  return body.map((each, at) => (at === 0 ? replaceText(each, head + each.text) : each))
}

function listLines(node: RstNode, writer: RstWriter, depth = 0): readonly string[] {
  return nodesOf(node).flatMap((child) => {
    if (child.tag === 'line_block') return listLines(child, writer, depth + 1)
    return [`${'\u00a0'.repeat(depth * 4)}${writer.inline(child).replace(/\n/g, ' ')}`]
  })
}

function writeLiteral(node: RstNode, { context, lineOf }: RstWriter): readonly SourceLine[] {
  const code = placeText(plainTextOf(node), lineOf(node))
  // What is parsed, and not code as it is, has no language.
  if (node.children.some((child) => typeof child !== 'string')) {
    return writeFence(lineOf(node), '', code)
  }
  const language = node.tag === 'doctest_block' ? 'pycon' : context.language
  return writeFence(lineOf(node), language, trimDoctest(code, language, context.config))
}
