import { escapeHidden } from './hidden_characters.ts'

/**
 * Something wrong in the source, told so that its author can fix it. `file` is as the author
 * typed or sees it (relative to the working folder); `line` and `column` count from 1.
 * Printed as `file:line:column: what: fix`.
 */
export type Problem = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly what: string
  readonly fix: string
}

/** A place in a source file; line and column count from 1. */
export type Place = { readonly file: string; readonly line: number; readonly column: number }

/** The first place of a file, for problems of the whole file. */
export function startOfFile(file: string): Place {
  return { file, line: 1, column: 1 }
}

export function problemAt(place: Place, what: string, fix: string): Problem {
  return { file: place.file, line: place.line, column: place.column, what, fix }
}

/** One line for people and editors: `file:line:column: what: how to fix it`. */
export function formatProblem(problem: Problem): string {
  const { file, line, column, what, fix } = problem
  return `${escapeHidden(file)}:${line}:${column}: ${oneLine(what)}: ${oneLine(fix)}`
}

/** A problem as GitHub Actions marks it in a change, by the rules of its workflow commands. */
export function formatAnnotation(problem: Problem, level: 'error' | 'warning'): string {
  const { file, line, column, what, fix } = problem
  const place = `file=${escapeProperty(file)},line=${line},col=${column}`
  return `::${level} ${place}::${escapeData(`${oneLine(what)}: ${oneLine(fix)}`)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** Problems in the order in which an author walks through the files. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort(
    (a, b) =>
      compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.what, b.what),
  )
}

/** Order by code units: the same on every machine, whatever its locale. */
export function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** A value of the source in a message: quoted, on one line, of bounded length. */
export function quote(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text
  return `"${oneLine(short)}"`
}

/** Some of many names for a message. */
export function listNames(names: readonly string[], most = 12): string {
  if (names.length <= most) return names.join(', ')
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`
}

/** A count with its noun: `1 page`, `2 pages`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats rows as lines for a terminal: the first columns to the left, the others to the right. */
export function formatRows(rows: readonly (readonly string[])[], left = 1): readonly string[] {
  const columns = rows[0] ?? []
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) =>
        at < left ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

/** What went wrong, in the words of whoever threw. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// A message is one line of a log or a terminal: hidden characters of the source must not steer it.
function oneLine(text: string): string {
  return escapeHidden(text.replace(/\s+/g, ' '))
}
