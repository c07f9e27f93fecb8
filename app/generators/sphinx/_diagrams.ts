import { quote } from '../../contract/problem.ts'
import { type SourceLine, splitLines } from '../../foreign_markup/source_line.ts'
import type { Directive } from './_directive.ts'
import { locateFile, type PageContext, reportLoss } from './_page.ts'
import { joinBlocks, placeText, trimLines, writeFence } from './_text.ts'

const LANGUAGES: Readonly<Record<string, string>> = {
  graphviz: 'dot',
  digraph: 'dot',
  graph: 'dot',
  uml: 'text',
  plantuml: 'text',
  mermaid: 'mermaid',
}

/** A diagram as code, with its caption below it; undefined for all other directives. */
export function writeDiagram(
  directive: Directive,
  context: PageContext,
): readonly SourceLine[] | undefined {
  const { name, options, line, writeText } = directive
  const language = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined
  if (language === undefined) return undefined
  const code = readCode(directive, context)
  if (name !== 'mermaid' && code !== undefined) {
    const what = `the diagram of ${quote(name)} is not drawn; its source stays as code`
    reportLoss(context, line, what, 'draw it, and show the picture')
  }
  const { caption = '' } = options
  return joinBlocks([
    code === undefined ? [] : writeFence(line, language, code),
    caption === '' ? [] : placeText(writeText(caption.replace(/\s+/g, ' '), line), line),
  ])
}

/** The source of a diagram: its content, or that of the file that it names instead. */
function readCode(
  { name, argument, line, raw }: Directive,
  context: PageContext,
): readonly SourceLine[] | undefined {
  const body = trimLines(raw)
  if (name === 'digraph' || name === 'graph') {
    return [{ ...line, text: `${name} ${argument} {` }, ...body, { ...line, text: '}' }]
  }
  if (body.length > 0 || argument === '') return body
  const file = locateFile(argument, line.base ?? line.file, context.root)
  const text = context.source.read(file)
  if (text !== undefined) return splitLines(file, text.trimEnd())
  const what = `the file ${quote(argument)} of a diagram is not in the folder; it is left out`
  reportLoss(context, line, what, 'correct its path, or add the file')
  return undefined
}
