import { join, posix } from 'node:path'
import { quote } from '../../../contract/problem.ts'
import { type Budget, createBudget } from '../../../text/source_text/budget.ts'
import { LINE_CHARACTERS_MAX } from '../../../text/source_text/line_length.ts'
import { SOURCE_BYTES_MAX } from '../../../text/source_text/source_file.ts'
import { type Lines, type SourceLine, splitLines } from '../../markdown/source_line.ts'
import type { SourceFolder } from '../files/source_files.ts'
import { PAGE_LINES_MAX } from '../files/text_limits.ts'
import { OUTSIDE, type Report } from '../report/report.ts'
import { type MarkerStyle, removeMarkers, selectRegion } from './region_markers.ts'

/** Lines to take, from 1; without `to` up to the end. Negative numbers count from the end. */
export type LineRange = { readonly from: number; readonly to?: number }

/** What an include asks for. */
export type Part =
  | { readonly kind: 'whole' }
  | { readonly kind: 'lines'; readonly ranges: readonly LineRange[] }
  | { readonly kind: 'named'; readonly name: string }

/** An include in a line: the columns of its text, and what it asks for. */
export type IncludeCall = {
  readonly start: number
  readonly end: number
  readonly path: string
  readonly part: Part
  /** Changes the lines that come in, such as a fence around code. */
  readonly shape?: (lines: Lines) => Lines
}

/** How a generator writes includes, and where it looks for files. */
export type IncludeGrammar = {
  find(text: string): readonly IncludeCall[]
  /** Paths below the imported folder where the file may be, best first. */
  locate(path: string, from: SourceLine): readonly string[]
  readonly markers: MarkerStyle
  /** Whether included text can include more. */
  readonly nests: boolean
  /** Whether the spaces before an include stand before each of its lines. */
  readonly keepsIndent: boolean
  /** Whether relative addresses in an included text count from its own file. */
  readonly keepsBase: boolean
}

/** Lines between two numbers as texts; '' is the first or the last line. */
export function readLinePart(from: string, to = ''): Part {
  const first = from === '' ? 1 : Number(from)
  const range = to === '' ? { from: first } : { from: first, to: Number(to) }
  return { kind: 'lines', ranges: [range] }
}

/** The text of an included page without its front matter. */
export function cutFrontMatterLines(lines: Lines): Lines {
  const isOpen = lines[0]?.text.trim() === '---'
  const end = isOpen ? lines.findIndex(({ text }, at) => at > 0 && text.trim() === '---') : -1
  return lines.slice(end + 1)
}

type IncludeContext = { readonly source: SourceFolder; readonly report: Report }

const DEPTH_MAX = 10

/** Characters that a page includes; more is a file that includes itself in many ways. */
const CHARACTERS_MAX = SOURCE_BYTES_MAX / 2
/** Characters in which parts are looked for; a page can take many parts of one large file. */
const SEARCHED_MAX = 16 * SOURCE_BYTES_MAX

/**
 * Replaces includes with what they name, within the imported folder alone. What cannot be
 * included stays as it is written, and is reported.
 */
export function expandIncludes(
  lines: Lines,
  grammar: IncludeGrammar,
  context: IncludeContext,
  budgets = createIncludeBudgets(),
): Lines {
  return expand(lines, { ...context, grammar, stack: [], budgets })
}

type Expansion = IncludeContext & {
  readonly grammar: IncludeGrammar
  /** Files that include each other, the outermost first. */
  readonly stack: readonly string[]
  readonly budgets: Budgets
}

/** What the includes of one page may cost. */
type Budgets = {
  readonly lines: Budget
  readonly characters: Budget
  readonly searched: Budget
}

/** The budgets of a page, for one whose includes are expanded in several steps. */
export function createIncludeBudgets(): Budgets {
  return {
    lines: createBudget(PAGE_LINES_MAX),
    characters: createBudget(CHARACTERS_MAX),
    searched: createBudget(SEARCHED_MAX),
  }
}

function expand(lines: Lines, expansion: Expansion): Lines {
  return lines.flatMap((line) => {
    const calls = expansion.grammar.find(line.text)
    return calls.length === 0 ? [line] : expandLine(line, calls, expansion)
  })
}

function expandLine(line: SourceLine, calls: readonly IncludeCall[], expansion: Expansion): Lines {
  const { grammar } = expansion
  const done: SourceLine[] = []
  let before = ''
  let from = 0
  let place = line
  for (const call of calls) {
    before += line.text.slice(from, call.start)
    from = call.end
    const found = resolveCall(line, call, expansion)
    if (found === undefined || found.length === 0) {
      if (found === undefined) before += line.text.slice(call.start, call.end)
      continue
    }
    const indent = grammar.keepsIndent ? (/^[ \t]*/.exec(line.text)?.[0] ?? '') : ''
    const placed = found.map((each, at) => {
      const prefix = at === 0 ? before : each.text === '' ? '' : indent
      return { ...each, text: prefix + each.text }
    })
    done.push(...placed.slice(0, -1))
    place = placed.at(-1) ?? line
    before = place.text
  }
  return [...done, { ...place, text: before + line.text.slice(from) }]
}

function resolveCall(line: SourceLine, call: IncludeCall, expansion: Expansion): Lines | undefined {
  const { source, report, grammar, stack, budgets } = expansion
  const refuse = (what: string, fix: string): undefined => {
    const place = { ...line, column: call.start + 1 }
    report.lose(place, `the include of ${quote(call.path)} ${what}; it stays as written`, fix)
  }
  const candidates = grammar.locate(call.path, line).map((path) => posix.normalize(path))
  const file = candidates.find((path) => source.has(path))
  if (file === undefined) {
    const isOutside = candidates.every((path) => path.startsWith('../') || path.startsWith('/'))
    return isOutside
      ? refuse(OUTSIDE, `import ${nameFolderOf(candidates, source)}, which holds both`)
      : refuse('finds no file', 'correct its path, or add the file')
  }
  if (stack.includes(file)) return refuse('includes itself', 'remove one of the includes')
  if (stack.length >= DEPTH_MAX) {
    return refuse(`is more than ${DEPTH_MAX} levels deep`, 'include the text itself')
  }
  const text = source.read(file)
  if (text === undefined) return refuse('names a file that cannot be read', 'make it readable')
  const tooMuch = () => refuse('makes the page too long', 'include less')
  const isSpent = Object.values(budgets).some((budget) => budget.isSpent)
  if (isSpent || !budgets.searched.take(text.length)) return tooMuch()
  const all = splitLines(file, text.replace(/\n$/, ''))
  const base = grammar.keepsBase ? file : (line.base ?? line.file)
  const selected = selectPart(all, call.part, grammar.markers)
  if (selected === undefined) {
    return refuse('names a part that the file does not have', 'correct its name or its lines')
  }
  if (selected.some(({ text }) => text.length > LINE_CHARACTERS_MAX)) {
    const what = `has a line of more than ${LINE_CHARACTERS_MAX} characters`
    return refuse(what, 'break the line')
  }
  const length = selected.reduce((sum, line) => sum + line.text.length + 1, 0)
  if (!budgets.lines.take(selected.length) || !budgets.characters.take(length)) return tooMuch()
  const based = selected.map((each) => ({ ...each, base }))
  const shaped = call.shape === undefined ? based : call.shape(based)
  return grammar.nests ? expand(shaped, { ...expansion, stack: [...stack, file] }) : shaped
}

/** The nearest folder above the imported one that holds a file. */
function nameFolderOf(candidates: readonly string[], { root }: SourceFolder): string {
  const paths = candidates.map((path) => (posix.isAbsolute(path) ? posix.dirname(path) : path))
  const [up = '..'] = paths.map((path) => /^(?:\.\.\/)*/.exec(path)?.[0] ?? '').sort()
  return up === '' ? (paths[0] ?? root) : join(root, up).replace(/(.)\/$/, '$1')
}

/** The lines that an include asks for, without the markers of named parts. */
function selectPart(lines: Lines, part: Part, markers: MarkerStyle): Lines | undefined {
  switch (part.kind) {
    case 'whole':
      return removeMarkers(lines, markers)
    case 'named':
      return selectRegion(lines, part.name, markers)
    case 'lines': {
      const selected = part.ranges.flatMap(({ from, to }) => {
        const first = from < 0 ? lines.length + from : Math.max(from, 1) - 1
        const last = to === undefined ? lines.length : to < 0 ? lines.length + to + 1 : to
        return lines.slice(Math.max(first, 0), Math.max(last, 0))
      })
      return selected.length === 0 ? undefined : removeMarkers(selected, markers)
    }
  }
}
