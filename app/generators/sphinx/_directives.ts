import { quote } from '../../contract/problem.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { writeCodeDirective } from './_code_directives.ts'
import type { Directive } from './_directive.ts'
import { writeEquationAnchors, writeFormula } from './_formula.ts'
import { writeLayoutDirective } from './_layout_directives.ts'
import { writeMediaDirective } from './_media_directives.ts'
import { writeObjectDirective } from './_object_directives.ts'
import { type PageContext, reportLoss, reportNote } from './_page.ts'
import { writeTableDirective } from './_table_directives.ts'
import { joinBlocks, makeId, placeText, writeBlock } from './_text.ts'
import { writeTree } from './_toctrees.ts'

const ADMONITIONS: Readonly<Record<string, readonly [kind: string, title: string]>> = {
  admonition: ['note', ''],
  attention: ['important', 'Attention'],
  caution: ['caution', ''],
  danger: ['caution', 'Danger'],
  error: ['caution', 'Error'],
  hint: ['tip', 'Hint'],
  important: ['important', ''],
  note: ['note', ''],
  seealso: ['note', 'See also'],
  tip: ['tip', ''],
  todo: ['note', 'Todo'],
  warning: ['warning', ''],
}

const VERSIONS: Readonly<Record<string, string>> = {
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
  versionremoved: 'Removed in version',
  'version-added': 'Added in version',
  'version-changed': 'Changed in version',
  'version-deprecated': 'Deprecated since version',
  'version-removed': 'Removed in version',
}

/** Directives that show nothing on a page, or only decorate it. */
const SILENT = new Set(
  `contents sectnum section-numbering index meta tabularcolumns default-domain default-role role
  class rst-class cssclass testsetup testcleanup sectionauthor codeauthor moduleauthor
  title header footer todolist comment tags highlightlang`.split(/\s+/),
)

/** A directive as Markdown; one that nobody knows becomes its content, and is reported. */
export function writeDirective(directive: Directive, context: PageContext): readonly SourceLine[] {
  const anchored = writeKnown(directive, context)
  const { name: kind, argument, options } = directive
  const label = kind === 'math' ? (options.label ?? options.name) : undefined
  const name = label ?? options.name ?? (kind === 'figure-md' ? argument : undefined)
  if (name === undefined || name === '' || anchored.length === 0) return anchored
  if (name === label) return [...writeEquationAnchors(name, directive.line), ...anchored]
  const id = makeId(name)
  return id === '' ? anchored : [...placeText(`<a id="${id}"></a>\n`, directive.line), ...anchored]
}

function writeKnown(directive: Directive, context: PageContext): readonly SourceLine[] {
  const { name, line, raw, argument } = directive
  if (name === 'todo' && context.config.hidesTodos) return hideTodo(directive, context)
  if (name === 'todolist' && !context.config.hidesTodos) {
    reportLoss(context, line, 'the list of all todos is left out', 'write it on the page')
  }
  if (Object.hasOwn(ADMONITIONS, name)) return writeAdmonition(directive)
  if (Object.hasOwn(VERSIONS, name)) return writeVersion(directive)
  if (name === 'toctree') return writeTree(directive, context)
  if (name === 'math' || name === 'amsmath') {
    return writeFormula([argument, ...raw.map(({ text }) => text)].join('\n'), line, context)
  }
  if (name === 'only' || name === 'ifconfig') return writeOnly(directive, context)
  if (name === 'raw') return writeRaw(directive, context)
  if (name === 'target-notes') {
    const what = 'the list of the addresses of links is left out'
    reportLoss(context, line, what, 'leave it: each link has its address')
    return []
  }
  return (
    writeCodeDirective(directive, context) ??
    writeTableDirective(directive, context) ??
    writeMediaDirective(directive, context) ??
    writeLayoutDirective(directive) ??
    writeObjectDirective(directive, context) ??
    (SILENT.has(name) ? [] : writeUnknown(directive, context))
  )
}

function writeAdmonition(directive: Directive): readonly SourceLine[] {
  const { name, options, line } = directive
  const [kind, title] = ADMONITIONS[name] ?? ['note', '']
  const classes = (options.class ?? '').split(/[\s,]+/)
  const named = classes.find((each) => Object.hasOwn(ADMONITIONS, each))
  const words = directive.writeArgument()
  const body = directive.write()
  if (classes.includes('dropdown') || classes.includes('toggle')) {
    return writeBlock(line, 'details', words || title || capitalize(name), body)
  }
  const isTitled = name === 'admonition'
  if (isTitled) {
    const own = ADMONITIONS[named ?? '']?.[0] ?? kind
    return writeBlock(line, own, words || title, body)
  }
  const first = words === '' ? [] : placeText(words, line)
  return writeBlock(line, kind, title, joinBlocks([first, body]))
}

/** A note to the authors, which readers of the documentation do not see either. */
function hideTodo({ line }: Directive, context: PageContext): readonly SourceLine[] {
  const what = 'the todo is left out: by "todo_include_todos", readers do not see it'
  reportNote(context, line, what, 'write a note if readers shall see it')
  return []
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** `.. versionadded:: 2.0 Words`: the version is the first word. */
function writeVersion(directive: Directive): readonly SourceLine[] {
  const { line, name } = directive
  const words = directive.writeArgument()
  const [, version = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(words.trim()) ?? []
  const body = directive.write()
  const [first, ...others] = body
  const isText = first !== undefined && /^(?![-*+>|#]|\d+[.)] |`{3}|:{3}|<a id)\S/.test(first.text)
  const head = `*${VERSIONS[name]} ${version}${rest !== '' || isText ? ':*' : '.*'}`
  if (rest !== '') return joinBlocks([placeText(`${head} ${rest}`, line), body])
  if (first === undefined || !isText) return joinBlocks([placeText(head, line), body])
  return [{ ...first, text: `${head} ${first.text}` }, ...others]
}

/** What pages of HTML show: other builds have words of their own. */
function writeOnly(directive: Directive, context: PageContext): readonly SourceLine[] {
  const { name, argument, line } = directive
  const words = argument.split(/[^\w.]+/).filter((word) => !/^(?:|and|or|not)$/.test(word))
  const isForHtml = words.length === 0 || words.some((word) => /^(?:html|builder_html)$/.test(word))
  const isSimple = name === 'only' && !/\bnot\b/.test(argument)
  if (isSimple && isForHtml) return directive.write()
  if (isSimple && words.every((word) => /^(?:latex|man|text|epub|texinfo|pdf)$/.test(word))) {
    return []
  }
  const what = `the condition ${quote(argument)} is not evaluated; its content stays`
  reportLoss(context, line, what, 'remove what readers need not see')
  return directive.write()
}

function writeRaw({ argument, line, raw }: Directive, context: PageContext): readonly SourceLine[] {
  const formats = argument.toLowerCase().split(/\s+/)
  if (!formats.includes('html')) return []
  if (raw.length === 0) {
    reportLoss(context, line, 'a file of HTML is left out', 'write what it shows as Markdown')
  }
  return raw
}

function writeUnknown(directive: Directive, context: PageContext): readonly SourceLine[] {
  const { name, line } = directive
  const content = joinBlocks([
    directive.argument === '' ? [] : placeText(directive.writeArgument(), line),
    directive.write(),
  ])
  const stays = content.length === 0 ? 'it is left out' : 'its content stays'
  const what = `the directive ${quote(name)} is unknown; ${stays}`
  reportLoss(context, line, what, 'write what it shows as Markdown')
  return content
}
