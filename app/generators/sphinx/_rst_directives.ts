import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { writeDirective } from './_directives.ts'
import { ALONE, writeMyst } from './_myst.ts'
import type { PageContext } from './_page.ts'
import { writeDefinitions } from './_rst_lists.ts'
import { nodesOf, optionsOf, type RstNode, textAttribute } from './_rst_nodes.ts'
import type { RstWriter } from './_rst_writer.ts'
import { joinBlocks } from './_text.ts'

/** A directive that docutils does not know, as Markdown. */
export function writeDirectiveNode(node: RstNode, writer: RstWriter): readonly SourceLine[] {
  const { context } = writer
  const [name, argument] = [textAttribute(node, 'name'), textAttribute(node, 'argument')]
  const line = writer.lineOf(node)
  const content = textAttribute(node, 'content')
  const offset = Math.max(0, Number(node.attributes.contentline ?? node.line) - node.line)
  const raw =
    content === ''
      ? []
      : content.split('\n').map((text, at) => ({ ...line, text, line: line.line + offset + at }))
  const [first, ...rest] = nodesOf(node)
  const hasArgument = first?.tag === 'argument'
  const body = hasArgument ? rest : nodesOf(node)
  if (name === 'glossary') return writeGlossary(node, writer)
  return writeDirective(
    {
      ...{ name, argument, options: optionsOf(node), line, raw },
      write: () => writer.blocks(body, name),
      writeArgument: () => (hasArgument ? writer.inline(first) : ''),
      writeText: (text, at) => writeLooseText(text, at, context),
    },
    context,
  )
}

function writeGlossary(node: RstNode, writer: RstWriter): readonly SourceLine[] {
  return joinBlocks(
    nodesOf(node).map((child) => {
      return child.tag === 'definition_list'
        ? writeDefinitions(child, writer, true)
        : writer.blocks([child])
    }),
  )
}

const ROLE = /:([\w:.+-]+):`([^`]+)`/g

/** Text of a cell or link that docutils did not read: roles and code of reStructuredText. */
function writeLooseText(text: string, line: SourceLine, context: PageContext): string {
  const myst = text.replace(ROLE, '{$1}`$2`').replace(/`([^`<]+?)\s*<([^<>`]+)>`__?/g, '[$1]($2)')
  return writeMyst([{ ...line, text: myst }], context, ALONE)
    .map((each) => each.text)
    .join(' ')
}
