import { posix } from 'node:path'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import { dedent, widthOf } from '../../foreign_markup/line_classes.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'
import {
  expandIncludes,
  type IncludeCall,
  type IncludeGrammar,
  type LineRange,
  type Part,
} from '../../foreign_source/dialects/includes.ts'
import { inlineDefinitions } from '../../foreign_source/dialects/local_definitions.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { makeFence } from '../../source_text/code_marks.ts'

const INCLUDE =
  /\[!include[ \t]*\[((?:\\.|[^\]\\]){0,300})\]\(\s*([^)\s]{1,500})[^)]{0,200}\)[ \t]*\]/gi
const CODE =
  /\[!code(?:-([\w+#.-]+))?[ \t]*\[[^\]]{0,300}\]\(\s*([^)\s]{1,500})[^)]{0,200}\)[ \t]*\]/gi
const COLONS = /:{3}[ \t]*code[ \t]+([^\n]{1,1000}?):{3}/gi

/** Hides what looks like an include in code from the grammar, which sees lines alone. */
const HIDDEN = '\u0001'

/**
 * Puts in what `[!INCLUDE]`, `[!code]` and `:::code` name. What stands in code shows the syntax
 * itself and stays.
 */
export function includeFiles(
  lines: readonly SourceLine[],
  root: string,
  context: { readonly source: SourceFolder; readonly report: Report },
): readonly SourceLine[] {
  const grammar: IncludeGrammar = {
    find: (text) => findCalls(text),
    locate: (path, from) => {
      const name = decodePercentLeniently(path)
      if (name.startsWith('~/')) return [posix.join(root, name.slice(2))]
      return [posix.join(posix.dirname(from.base ?? from.file), name)]
    },
    markers: 'element',
    nests: true,
    keepsIndent: false,
    keepsBase: true,
  }
  const isAny = lines.some(({ text }) => /\[!(?:include|code)|:{3}[ \t]*code/i.test(text))
  if (!isAny) return lines
  return expandIncludes(hideCode(lines), grammar, context).map((line) =>
    replaceText(line, nameMissing(line.text).replaceAll(HIDDEN, '')),
  )
}

/** What finds no file, which is reported, shows the name of the file. */
function nameMissing(text: string): string {
  if (!/\[!(?:include|code)|:{3}[ \t]*code/i.test(text)) return text
  return text
    .replace(INCLUDE, (_, title: string, path: string) => title || `\`${path}\``)
    .replace(CODE, (_, __, path: string) => `\`${path}\``)
    .replace(COLONS, (_, attributes: string) => `\`${readAttributes(attributes).source ?? ''}\``)
}

function hideCode(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isCode = createFenceFollower()
  const hide = (text: string) =>
    text.replace(/\[!|:{3}(?=[ \t]*code)/gi, (each) => {
      return each.charAt(0) + HIDDEN + each.slice(1)
    })
  return lines.map((line) => {
    if (isCode(line.text)) return replaceText(line, hide(line.text))
    if (!line.text.includes('`')) return line
    return replaceText(line, line.text.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, hide))
  })
}

function findCalls(text: string): readonly IncludeCall[] {
  if (!text.includes('[!') && !text.includes(':::')) return []
  const prefix = (/^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/.exec(text)?.[0] ?? '').replace(
    /[^\s>]/g,
    ' ',
  )
  const texts = [...text.matchAll(INCLUDE)].map((found): IncludeCall => {
    const shape = (lines: readonly SourceLine[]) => shapeText(lines, prefix)
    return { ...spanOf(found), path: found[2] ?? '', part: { kind: 'whole' }, shape }
  })
  const codes = [...text.matchAll(CODE)].map((found) => {
    const [path = '', options, part] = splitAddress(found[2] ?? '')
    return makeCodeCall(spanOf(found), path, found[1] ?? '', options, part, prefix)
  })
  const colons = [...text.matchAll(COLONS)].map((found) => {
    const read = readAttributes(found[1] ?? '')
    const [path = '', , part] = splitAddress(read.source ?? '')
    return makeCodeCall(spanOf(found), path, read.language ?? '', read, part, prefix)
  })
  return [...texts, ...codes, ...colons].sort((a, b) => a.start - b.start)
}

type Span = { readonly start: number; readonly end: number }

function spanOf(found: RegExpExecArray): Span {
  return { start: found.index, end: found.index + found[0].length }
}

type Options = Readonly<Record<string, string>>

export function readAttributes(text: string): Options {
  const found = text.matchAll(/([\w-]+)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)')/g)
  return Object.fromEntries(
    [...found].map(([, name = '', double, single]) => [name.toLowerCase(), double ?? single ?? '']),
  )
}

/** `file?name=a&range=1-3#part`, as the parts of an address. */
function splitAddress(href: string): readonly [string, Options, string | undefined] {
  const [before = '', part] = href.split('#')
  const [path = '', query = ''] = before.split('?')
  return [path, Object.fromEntries(new URLSearchParams(query)), part]
}

function makeCodeCall(
  span: Span,
  path: string,
  language: string,
  options: Options,
  part: string | undefined,
  prefix: string,
): IncludeCall {
  const marked = options.highlight === undefined ? '' : ` {${options.highlight.replace(/\s/g, '')}}`
  const isRange = /^ \{[\d,-]+\}$/.test(marked)
  const info = (language || languageOf(path)).toLowerCase() + (isRange ? marked : '')
  const width = options.dedent === undefined ? undefined : Number(options.dedent)
  return {
    ...span,
    path,
    part: readPart(options, part),
    shape: (lines) => shapeCode(lines, info, width, prefix),
  }
}

function languageOf(path: string): string {
  const name = /\.(\w+)$/.exec(path)?.[1] ?? ''
  return name === 'cs' ? 'csharp' : name
}

function readPart(options: Options, anchor: string | undefined): Part {
  const lines = /^L(\d+)(?:-L?(\d+))?$/i.exec(anchor ?? '')
  if (lines !== null) {
    const from = Number(lines[1])
    return { kind: 'lines', ranges: [{ from, to: Number(lines[2] ?? from) }] }
  }
  const name = options.name ?? options.id ?? anchor
  if (name !== undefined && name !== '') return { kind: 'named', name }
  const { start, end } = options
  const range =
    options.range ?? (start === undefined && end === undefined ? '' : `${start ?? 1}-${end ?? ''}`)
  const ranges = range.split(',').flatMap((each): LineRange[] => {
    const found = /^\s*(\d+)\s*(-)?\s*(\d+)?\s*$/.exec(each)
    if (found === null) return []
    const from = Number(found[1])
    if (found[2] === undefined) return [{ from, to: from }]
    return [found[3] === undefined ? { from } : { from, to: Number(found[3]) }]
  })
  return ranges.length === 0 ? { kind: 'whole' } : { kind: 'lines', ranges }
}

/** The text of a file below its front matter, in the list or quote that includes it. */
function shapeText(lines: readonly SourceLine[], prefix: string): readonly SourceLine[] {
  const end =
    lines[0]?.text.trim() === '---'
      ? lines.findIndex(({ text }, at) => at > 0 && /^(?:---|\.\.\.)\s*$/.test(text))
      : -1
  const body = [...hideCode(inlineDefinitions(lines.slice(end + 1)))]
  while (body[0]?.text.trim() === '') body.shift()
  while (body.at(-1)?.text.trim() === '') body.pop()
  return body.map((line, at) => indent(line, at, prefix))
}

function indent(line: SourceLine, at: number, prefix: string): SourceLine {
  if (at === 0) return line
  return replaceText(line, line.text === '' ? prefix.trimEnd() : prefix + line.text)
}

function shapeCode(
  lines: readonly SourceLine[],
  info: string,
  width: number | undefined,
  prefix: string,
): readonly SourceLine[] {
  const [first] = lines
  if (first === undefined) return lines
  const widths = lines
    .filter(({ text }) => text.trim() !== '')
    .map(({ text }) => {
      return widthOf(/^[ \t]*/.exec(text)?.[0] ?? '')
    })
  const cut = width ?? widths.reduce((a, b) => Math.min(a, b), 1000)
  const code = lines.map((line) => replaceText(line, dedent(line.text, cut)))
  const mark = makeFence(code.map(({ text }) => text).join('\n'))
  const fenced = [
    { ...first, text: `${mark}${info}` },
    ...hideFence(code),
    { ...(code.at(-1) ?? first), text: mark },
  ]
  return fenced.map((line, at) => indent(line, at, prefix))
}

/** What a file of code says is no include. */
function hideFence(lines: readonly SourceLine[]): readonly SourceLine[] {
  return lines.map((line) =>
    replaceText(
      line,
      line.text.replace(/\[!|:{3}(?=[ \t]*code)/gi, (each) => {
        return each.charAt(0) + HIDDEN + each.slice(1)
      }),
    ),
  )
}
