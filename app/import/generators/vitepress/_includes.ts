import { posix } from 'node:path'
import { makeFence } from '../../../text/source_text/code_marks.ts'
import { mapText } from '../../markdown/line_classes.ts'
import { joinLines, type Lines, type SourceLine } from '../../markdown/source_line.ts'
import {
  createIncludeBudgets,
  cutFrontMatterLines,
  expandIncludes,
  type IncludeCall,
  type IncludeGrammar,
  type Part,
  readLinePart,
} from '../../source/dialects/includes.ts'
import type { SiteReading } from '../../source/generator.ts'

const INCLUDE = /<!--\s*@include:\s*([^\s{}#]+)(?:#([\w.*-]+))?(?:\{(\d*)(?:(,)(\d*))?\})?\s*-->/g
const SNIPPET =
  /^[ \t]*<<<[ \t]*(\S[^\s{#[]*)(?:#([\w.*-]+))?[ \t]*(?:\{([^}]*)\})?[ \t]*(\[.*\])?[ \t]*$/

/**
 * `<!--@include: file-->` everywhere, and then `<<< file`, which shows code, outside code; `root`
 * is what `@` stands for.
 */
export function expandVitepressIncludes(lines: Lines, root: string, reading: SiteReading): Lines {
  const locate = (path: string, { file }: SourceLine) => {
    if (/^[@/]/.test(path)) return [posix.join(root, path.replace(/^@\/?/, ''))]
    return [posix.join(posix.dirname(file), path)]
  }
  const shared = { markers: 'region', keepsBase: false, locate } as const
  const parts: IncludeGrammar = { ...shared, nests: true, keepsIndent: false, find: findIncludes }
  const code: IncludeGrammar = { ...shared, nests: false, keepsIndent: true, find: findSnippet }
  const budgets = createIncludeBudgets()
  const whole = expandIncludes(lines, parts, reading, budgets)
  return mapText(whole, (line) => expandIncludes([line], code, reading, budgets))
}

function findIncludes(text: string): readonly IncludeCall[] {
  if (!text.includes('@include')) return []
  return [...text.matchAll(INCLUDE)].map((found) => {
    const [whole, path = '', name, from, comma, to] = found
    const [start, end] = [found.index, found.index + whole.length]
    return { start, end, path, part: readPart(name, from, comma, to), shape: cutFrontMatterLines }
  })
}

/** Braces are the range of an include: `{3,}`, `{,5}`, `{3,5}`. */
function readPart(name?: string, from?: string, comma?: string, to?: string): Part {
  if (name !== undefined) return { kind: 'named', name }
  return from === undefined
    ? { kind: 'whole' }
    : readLinePart(from, comma === undefined ? from || '1' : to)
}

function findSnippet(text: string): readonly IncludeCall[] {
  const found = SNIPPET.exec(text)
  if (found === null) return []
  const [, path = '', name, braces = '', label] = found
  // Braces are the lines to highlight here, and the language: `{1,3 ts:line-numbers}`.
  const word = /(?:^|\s)([A-Za-z][\w+#-]*)/.exec(braces)?.[1]
  const language = word ?? posix.extname(path).slice(1)
  const part: Part = name === undefined ? { kind: 'whole' } : { kind: 'named', name }
  const shape = (lines: Lines) => fence(lines, language, label)
  const start = text.length - text.trimStart().length
  return [{ start, end: text.length, path, part, shape }]
}

function fence(lines: Lines, language: string, label: string | undefined): Lines {
  const filled = lines.filter(({ text }) => text.trim() !== '')
  const widths = filled.map(({ text }) => text.length - text.trimStart().length)
  const cut = widths.length === 0 ? 0 : Math.min(...widths)
  const rows = lines.map((line) => ({ ...line, text: line.text.slice(cut) }))
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined) return []
  const mark = makeFence(joinLines(rows))
  const opening = `${mark}${language}${label === undefined ? '' : ` ${label}`}`
  return [{ ...first, text: opening }, ...rows, { ...last, text: mark }]
}
