import { posix } from 'node:path'
import { mapText } from '../../foreign_markup/line_classes.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import {
  createIncludeBudgets,
  expandIncludes,
  type IncludeCall,
  type IncludeGrammar,
  type Part,
} from '../../foreign_source/dialects/includes.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

const INCLUDE = /<!--\s*@include:\s*([^\s{}#]+)(?:#([\w.*-]+))?(?:\{(\d*)(?:(,)(\d*))?\})?\s*-->/g
const SNIPPET =
  /^[ \t]*<<<[ \t]*(\S[^\s{#[]*)(?:#([\w.*-]+))?[ \t]*(?:\{([^}]*)\})?[ \t]*(\[.*\])?[ \t]*$/

type Context = {
  readonly source: SourceFolder
  readonly report: Report
  /** What `@` stands for. */
  readonly root: string
}

/** `<!--@include: file-->` everywhere, and then `<<< file`, which shows code, outside code. */
export function expandVitepressIncludes(
  lines: readonly SourceLine[],
  { root, ...context }: Context,
): readonly SourceLine[] {
  const shared = { markers: 'region', nests: true, keepsIndent: false, keepsBase: false } as const
  const locate = (path: string, { file }: SourceLine) => {
    if (path.startsWith('@')) return [posix.join(root, path.replace(/^@\/?/, ''))]
    if (path.startsWith('/')) return [posix.join(root, path)]
    return [posix.join(posix.dirname(file), path)]
  }
  const parts: IncludeGrammar = { ...shared, locate, find: findIncludes }
  const budgets = createIncludeBudgets()
  const whole = expandIncludes(lines, parts, context, budgets)
  const code: IncludeGrammar = {
    ...shared,
    locate,
    nests: false,
    keepsIndent: true,
    find: findSnippet,
  }
  return mapText(whole, (line) => expandIncludes([line], code, context, budgets))
}

function findIncludes(text: string): readonly IncludeCall[] {
  if (!text.includes('@include')) return []
  return [...text.matchAll(INCLUDE)].map((found) => {
    const [whole, path = '', name, from, comma, to] = found
    const [start, end] = [found.index, found.index + whole.length]
    return { start, end, path, part: readPart(name, from, comma, to), shape: cutFrontMatter }
  })
}

/** Braces are the range of an include: `{3,}`, `{,5}`, `{3,5}`. */
function readPart(name?: string, from?: string, comma?: string, to?: string): Part {
  if (name !== undefined) return { kind: 'named', name }
  if (from === undefined) return { kind: 'whole' }
  const first = from === '' ? 1 : Number(from)
  if (comma === undefined) return { kind: 'lines', ranges: [{ from: first, to: first }] }
  const range = to === undefined || to === '' ? { from: first } : { from: first, to: Number(to) }
  return { kind: 'lines', ranges: [range] }
}

function cutFrontMatter(lines: readonly SourceLine[]): readonly SourceLine[] {
  if (lines[0]?.text !== '---') return lines
  const close = lines.findIndex(({ text }, at) => at > 0 && text.trimEnd() === '---')
  return close === -1 ? lines : lines.slice(close + 1)
}

function findSnippet(text: string): readonly IncludeCall[] {
  const found = SNIPPET.exec(text)
  if (found === null) return []
  const [, path = '', name, braces = '', label] = found
  // Braces are the lines to highlight here, and the language: `{1,3 ts:line-numbers}`.
  const word = /(?:^|\s)([A-Za-z][\w+#-]*)/.exec(braces)?.[1]
  const language = word ?? posix.extname(path).slice(1)
  const part: Part = name === undefined ? { kind: 'whole' } : { kind: 'named', name }
  const shape = (lines: readonly SourceLine[]) => fence(lines, language, label)
  const start = text.length - text.trimStart().length
  return [{ start, end: text.length, path, part, shape }]
}

function fence(
  lines: readonly SourceLine[],
  language: string,
  label: string | undefined,
): readonly SourceLine[] {
  const shared = Math.min(
    ...lines
      .filter(({ text }) => text.trim() !== '')
      .map(({ text }) => text.length - text.trimStart().length),
  )
  const cut = Number.isFinite(shared) ? shared : 0
  const rows = lines.map((line) => ({ ...line, text: line.text.slice(cut) }))
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined) return []
  const longest = Math.max(2, ...rows.flatMap(({ text }) => /`{3,}/.exec(text)?.[0].length ?? []))
  const mark = '`'.repeat(longest + 1)
  const opening = `${mark}${language}${label === undefined ? '' : ` ${label}`}`
  return [{ ...first, text: opening }, ...rows, { ...last, text: mark }]
}
