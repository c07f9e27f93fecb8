import { quote } from '../../contract/problem.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { formatCodeSpan } from '../../source_text/code_marks.ts'
import { writeInlineFormula } from './_formula.ts'
import { writePicture } from './_media_directives.ts'
import { type PageContext, reportLoss } from './_page.ts'
import { writeRole } from './_roles.ts'
import { listAttribute, plainTextOf, type RstNode, textAttribute } from './_rst_nodes.ts'
import { escapeText, writeLink, writeMarked } from './_text.ts'

/** Nodes inside a paragraph as Markdown. */
export function writeInlineNodes(
  nodes: RstNode['children'],
  line: SourceLine,
  context: PageContext,
): string {
  const joined = nodes.map((node, at) => {
    if (typeof node !== 'string') return writeNode(node, line, context)
    // Marks touch the text beside them: `__init__` must not become bold.
    const text = escapeText(node)
    return at === 0 ? text : text.replace(/^(?=\w)/, '')
  })
  return joined.join('')
}

function writeNode(node: RstNode, line: SourceLine, context: PageContext): string {
  const inner = () => writeInlineNodes(node.children, line, context)
  switch (node.tag) {
    case 'emphasis':
    case 'title_reference':
      return writeMarked(inner(), '*')
    case 'strong':
      return writeMarked(inner(), '**')
    case 'literal':
      return formatCodeSpan(plainTextOf(node))
    case 'math':
      return writeInlineFormula(plainTextOf(node), line, context)
    case 'superscript':
      return `<sup>${inner()}</sup>`
    case 'subscript':
      return `<sub>${inner()}</sub>`
    case 'reference':
      return writeReference(node, inner(), context)
    case 'target':
      if (node.attributes.refuri !== undefined) return inner()
      return (
        listAttribute(node, 'ids')
          .map((id) => `<a id="${id}"></a>`)
          .join('') + inner()
      )
    case 'footnote_reference':
      return `[^${textAttribute(node, 'refid') || plainTextOf(node)}]`
    case 'citation_reference':
      return `[\\[${inner()}\\]](#${textAttribute(node, 'refid')})`
    case 'image':
      return writePicture(textAttribute(node, 'uri'), pictureOptions(node), line, context)
    case 'role':
      return writeRole(textAttribute(node, 'name'), plainTextOf(node), line, context)
    case 'problematic':
      return writeProblem(node, line, context)
    default:
      return inner()
  }
}

export function pictureOptions(node: RstNode): Readonly<Record<string, string>> {
  const [alt, target] = [textAttribute(node, 'alt'), textAttribute(node, 'refuri')]
  return { ...(alt === '' ? {} : { alt }), ...(target === '' ? {} : { target }) }
}

function writeReference(node: RstNode, words: string, { page }: PageContext): string {
  const address = textAttribute(node, 'refuri')
  const id = textAttribute(node, 'refid')
  if (address === '' && id === '') return words
  if (address === '') return writeLink(words, `/${page.name}.md#${id}`)
  // An address that shows itself.
  return plainTextOf(node) === address && /^[a-z]+:\/\//.test(address)
    ? `<${address}>`
    : writeLink(words, address)
}

/** What docutils could not read stays as it is written. */
function writeProblem(node: RstNode, line: SourceLine, context: PageContext): string {
  const text = plainTextOf(node)
  const what = `${quote(text)} names nothing that is defined, and stays as text`
  reportLoss(context, line, what, 'correct it')
  return escapeText(text)
}
