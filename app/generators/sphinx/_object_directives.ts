import { quote } from '../../contract/problem.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { formatCodeSpan } from '../../source_text/code_marks.ts'
import { reportTypes, writeAliases } from './_c_directives.ts'
import { followNamespace, isDeclaring, showDeclaration } from './_c_objects.ts'
import type { Directive } from './_directive.ts'
import {
  enclose,
  encloseDeclared,
  isObjectDirective,
  listObjects,
  nameObject,
  nameProgram,
  splitSignatures,
} from './_objects.ts'
import { type PageContext, reportLoss } from './_page.ts'
import { indentLines, joinBlocks, placeText } from './_text.ts'

const AUTOMATIC =
  /^(?:auto[a-z]+|autodoc2-.*|click|argparse|openapi|doxygen\w+|jsonschema|sphinx_argparse_cli)$/

/** Objects of programs, written out or read from code; undefined for all other directives. */
export function writeObjectDirective(
  directive: Directive,
  context: PageContext,
): readonly SourceLine[] | undefined {
  const { name, line } = directive
  const signatures = splitSignatures(directive.argument)
  if (name === 'module' || name === 'py:module' || name === 'automodule') {
    context.scope.module = signatures[0] ?? ''
    context.scope.object = ''
  }
  if (name === 'currentmodule' || name === 'py:currentmodule') {
    context.scope.module = signatures[0] === 'None' ? '' : (signatures[0] ?? '')
    return []
  }
  if (name === 'program') {
    context.scope.program = nameProgram(directive.argument)
    return []
  }
  if (followNamespace(name, directive.argument, context.scope)) return []
  if (AUTOMATIC.test(name)) return writeAutomatic(directive, context)
  if (!isObjectDirective(name)) return writeAliases(directive, context)
  if (/(?:^|:)module$/.test(name)) {
    return joinBlocks([anchorLine(`module-${context.scope.module}`, line), directive.write()])
  }
  const found = signatures.map((signature) => listObjects(name, signature, context.scope))
  for (const signature of signatures) reportTypes(directive, signature, context)
  const fields = writeFields(directive)
  const body = joinBlocks([fields, writeInside(directive, found[0]?.[0]?.name, context)])
  const { type, value } = directive.options
  const shown = value === undefined ? '' : ` = ${value}`
  const more = fields.length > 0 ? '' : type === undefined ? shown : `: ${type}${shown}`
  const heads = signatures.flatMap((signature, at) => {
    const ids = new Set((found[at] ?? []).map(({ anchor }) => anchor))
    const anchors = [...ids].map((anchor) => `<a id="${anchor}"></a>`).join('')
    const plain = signature.replace(/\\(.)/g, '$1')
    const shownName = isDeclaring(name)
      ? showDeclaration(name, plain)
      : nameModule(name, signature, context) + plain
    const code = formatCodeSpan(writePrefix(directive) + shownName + more)
    const text = `- ${anchors}**${code}**`
    return placeText(text, line)
  })
  return body.length === 0
    ? heads
    : [...heads, { ...line, text: '' }, ...indentLines(body, '  ', '  ')]
}

/** What an object holds, whose names count within it. */
function writeInside(
  { name, argument, write }: Directive,
  around: string | undefined,
  { scope }: PageContext,
): readonly SourceLine[] {
  const { object, path } = scope
  scope.object = enclose(name, around ?? '', scope)
  scope.path = encloseDeclared(name, splitSignatures(argument)[0], scope)
  const body = write()
  scope.object = object
  scope.path = path
  return body
}

/** The module that Sphinx shows before a name of Python that is in no class. */
function nameModule(name: string, signature: string, { scope, config }: PageContext): string {
  if (!/^(?:py:)?(?:function|data|class|exception|type)$/.test(name)) return ''
  const isWhole = /^[^\s([=:]*\./.test(signature)
  const isShown = config.namesModules && scope.object === '' && scope.module !== ''
  return isShown && !isWhole ? `${scope.module}.` : ''
}

/** What Sphinx shows before the name of a class, method or property. */
function writePrefix({ name, options }: Directive): string {
  if (isDeclaring(name)) return ''
  const kind = name.replace(/^.*:/, '')
  const isClass = kind === 'class' || kind === 'exception'
  if (!isClass && !/^(?:py:)?(?:function|method|property|(?:class|static)method)$/.test(name))
    return ''
  const isProperty = kind === 'property'
  const has = (each: string) => each in options || each === kind
  const isAbstract = has('abstract') || has('abstractmethod')
  const words = [
    has('final') ? 'final' : '',
    isAbstract ? (isClass || isProperty ? 'abstract' : 'abstractmethod') : '',
    has('async') ? 'async' : '',
    has('classmethod') ? (isProperty ? 'class' : 'classmethod') : '',
    has('staticmethod') ? 'static' : '',
    isClass || isProperty ? kind : '',
  ]
  return words.flatMap((word) => (word === '' ? [] : `${word} `)).join('')
}

/** What Sphinx shows of a setting below its name, in the markup of the page. */
function writeFields({ name, options, line, writeText }: Directive): readonly SourceLine[] {
  if (!/(?:^|:)confval$/.test(name)) return []
  const shown = [
    ['Type', options.type],
    ['Default', options.default],
  ] as const
  return shown.flatMap(([title, text]) => {
    if (text === undefined || text.trim() === '') return []
    return placeText(`- **${title}**: ${writeText(text.replace(/\s+/g, ' '), line)}`, line)
  })
}

function anchorLine(id: string, line: SourceLine): readonly SourceLine[] {
  return placeText(`<a id="${id}"></a>`, line)
}

/** Documentation that is read from code is not there without running it: the name stays. */
function writeAutomatic(directive: Directive, context: PageContext): readonly SourceLine[] {
  const { name, line } = directive
  const subject = directive.argument.split('\n')[0]?.trim() ?? ''
  const from = subject === '' ? 'code' : quote(subject)
  const what = `the documentation that ${quote(name)} reads from ${from} is left out`
  reportLoss(context, line, what, 'write it on the page')
  const full = nameObject(name, subject, context.scope)
  const isModule = name === 'automodule'
  const anchor = isModule ? `module-${subject}` : full
  const head = placeText(`- <a id="${anchor}"></a>**${formatCodeSpan(subject)}**`, line)
  const before = context.scope.object
  if (name === 'autoclass' || name === 'autoexception')
    context.scope.object = enclose('class', full, context.scope)
  const body = directive.write()
  context.scope.object = before
  if (subject === '') return body
  return body.length === 0
    ? head
    : [...head, { ...line, text: '' }, ...indentLines(body, '  ', '  ')]
}
