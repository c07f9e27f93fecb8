import { quote } from '../../contract/problem.ts'
import { type SourceLine, splitLines } from '../../foreign_markup/source_line.ts'
import { writeDiagram } from './_diagrams.ts'
import type { Directive } from './_directive.ts'
import { trimDoctest, trimDoctestDirective } from './_doctest.ts'
import { writeGrammar } from './_grammar.ts'
import { locateFile, type PageContext, reportLoss } from './_page.ts'
import { readParsedLine } from './_parsed_literal.ts'
import { countIndent, dedentLines, trimLines, writeFence } from './_text.ts'

const LANGUAGES: Readonly<Record<string, string>> = {
  none: 'text',
  default: 'python',
  ipython: 'python',
  ipython3: 'python',
  'c++': 'cpp',
  'shell-session': 'console',
}

/** The name of a language as other programs have it. */
function nameLanguage(name: string): string {
  const low = name.trim().toLowerCase()
  return LANGUAGES[low] ?? low
}

/** Directives whose content is code; undefined for all others. */
export function writeCodeDirective(
  directive: Directive,
  context: PageContext,
): readonly SourceLine[] | undefined {
  const { name, argument, options, line, raw } = directive
  const style = { title: options.caption, marked: options['emphasize-lines'] }
  switch (name) {
    case 'code-block':
    case 'sourcecode':
    case 'code':
    case 'code-cell':
    case 'code-tab': {
      const [word = ''] = argument.split(/\s+/)
      const language = nameLanguage(word) || (name === 'code-cell' ? 'python' : context.language)
      const start = options.dedent === undefined ? raw : dedentLines(raw)
      const code = trimDoctest(trimLines(start), language, context.config)
      return writeFence(line, language, code, style)
    }
    case 'highlight':
      context.language = nameLanguage(argument)
      return []
    case 'literalinclude':
      return writeFile(directive, context)
    case 'doctest':
      if (options.hide !== undefined) return []
      return writeFence(line, 'pycon', trimDoctestDirective(trimLines(raw), options))
    case 'testcode':
      return options.hide === undefined ? writeFence(line, 'python', trimLines(raw)) : []
    case 'productionlist':
      return writeGrammar(directive)
    case 'testoutput':
      return options.hide === undefined ? writeFence(line, 'text', trimLines(raw)) : []
    case 'program-output':
    case 'command-output':
      return writeFence(line, 'text', trimLines(raw))
    case 'parsed-literal':
      return writeParsedLiteral(directive, context)
    case 'prompt':
      return writeFence(line, nameLanguage(argument.split(/\s+/)[0] ?? ''), trimLines(raw))
    case 'ipython':
      return writeFence(line, 'python', trimLines(raw))
    default:
      return writeDiagram(directive, context)
  }
}

/** Code whose markup is read: words stay, and code has no links. */
function writeParsedLiteral({ line, raw }: Directive, context: PageContext): readonly SourceLine[] {
  const code = trimLines(raw).map((each) => {
    const plain = readParsedLine(each, context)
    if (plain !== each.text) {
      reportLoss(context, each, 'links and marks inside code are left out', 'put them below it')
    }
    return { ...each, text: plain }
  })
  return writeFence(line, 'text', code)
}

function writeFile(
  { argument, options, line }: Directive,
  context: PageContext,
): readonly SourceLine[] {
  const lose = (what: string, fix: string) => {
    reportLoss(context, line, `the file ${quote(argument)} ${what}`, fix)
    return writeFence(line, 'text', [{ ...line, text: argument }])
  }
  const file = locateFile(argument, line.base ?? line.file, context.root)
  if (file.startsWith('../')) {
    return lose('leads out of the imported folder', 'import the folder that holds both')
  }
  const text = context.source.read(file)
  if (text === undefined) return lose('is not in the folder', 'correct its path, or add the file')
  const chosen = selectLines(splitLines(file, text.replace(/\n$/, '')), options)
  if (chosen === undefined || chosen.length === 0) {
    return lose('does not have the part that the page shows', 'correct the name or the lines')
  }
  const shown = [
    ...(options.prepend === undefined ? [] : [{ ...line, text: options.prepend }]),
    ...dedentBy(chosen, options.dedent),
    ...(options.append === undefined ? [] : [{ ...line, text: options.append }]),
  ]
  const named = options.language ?? (options.diff === undefined ? guessLanguage(file) : 'diff')
  const title = options.caption === '' ? argument : options.caption
  const language = nameLanguage(named) || context.language
  return writeFence(line, language, trimDoctest(shown, language, context.config), {
    title,
    marked: options['emphasize-lines'],
  })
}

function guessLanguage(file: string): string {
  return /\.(\w+)$/.exec(file)?.[1] ?? ''
}

/** The lines that the options of `literalinclude` leave, in the order of Sphinx. */
export function selectLines(
  all: readonly SourceLine[],
  options: Readonly<Record<string, string>>,
): readonly SourceLine[] | undefined {
  const object = options.pyobject
  let lines = object === undefined ? all : selectObject(all, object)
  if (lines === undefined) return undefined
  if (options.lines !== undefined) lines = selectRanges(lines, options.lines)
  const from = options['start-at'] ?? options['start-after']
  if (from !== undefined) {
    const at = lines.findIndex(({ text }) => text.includes(from))
    if (at === -1) return undefined
    lines = lines.slice(options['start-at'] === undefined ? at + 1 : at)
  }
  const to = options['end-at'] ?? options['end-before']
  if (to !== undefined) {
    const at = lines.findIndex(({ text }) => text.includes(to))
    if (at === -1) return undefined
    lines = lines.slice(0, options['end-at'] === undefined ? at : at + 1)
  }
  return lines
}

function selectRanges(lines: readonly SourceLine[], ranges: string): readonly SourceLine[] {
  return ranges.split(',').flatMap((part) => {
    const [, first = '', dash, last = ''] = /^\s*(\d*)\s*(-?)\s*(\d*)\s*$/.exec(part) ?? []
    const from = first === '' ? 1 : Number(first)
    const to = last === '' ? (dash === '-' ? lines.length : from) : Number(last)
    return lines.slice(Math.max(from, 1) - 1, to)
  })
}

/** The lines of a function or class of Python, with those of its decorators. */
function selectObject(
  lines: readonly SourceLine[],
  path: string,
): readonly SourceLine[] | undefined {
  let [from, to] = [0, lines.length]
  for (const name of path.split('.')) {
    const head = new RegExp(`^\\s*(?:async\\s+)?(?:def|class)\\s+${name.replace(/\W/g, '')}\\b`)
    const at = lines.findIndex(({ text }, index) => index >= from && index < to && head.test(text))
    if (at === -1) return undefined
    const width = countIndent(lines[at]?.text ?? '')
    let end = at + 1
    for (let next = at + 1; next < to; next += 1) {
      const text = lines[next]?.text ?? ''
      if (text.trim() === '') continue
      if (countIndent(text) <= width && !/^\s*[)\]}]/.test(text)) break
      end = next + 1
    }
    let start = at
    while (start > from && /^\s*@/.test(lines[start - 1]?.text ?? '')) start -= 1
    ;[from, to] = [start, end]
  }
  return lines.slice(from, to)
}

function dedentBy(lines: readonly SourceLine[], width: string | undefined): readonly SourceLine[] {
  if (width === undefined) return lines
  if (!/^\d+$/.test(width)) return dedentLines(lines)
  return lines.map((line) => ({ ...line, text: line.text.slice(Number(width)) }))
}
