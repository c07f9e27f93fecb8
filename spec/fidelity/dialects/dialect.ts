import type { Row } from '../facts.ts'
import type { SourceFiles } from '../source_files.ts'

/** An include that a page makes, and whether its text was found. */
export type Include = { readonly path: string; readonly row: Row; readonly isFound: boolean }

export type Context = {
  readonly source: SourceFiles
  /** Path of the page below the source folder. */
  readonly file: string
  readonly noteInclude: (include: Include) => void
}

/** What a generator does before Markdown, read anew here: nothing of the importer is used. */
export type Dialect = {
  readonly names: readonly string[]
  readonly isPage: (file: string, source: SourceFiles) => boolean
  /** Languages and versions that a file is of, as the generator names them. */
  readonly variants?: (file: string, source: SourceFiles) => readonly string[]
  readonly prepare: (rows: readonly Row[], context: Context) => readonly Row[]
  readonly slug: (heading: string) => string
  /** Whether the rule of a table may have other columns than its header. */
  readonly hasLooseTables?: boolean
  /**
   * Which definition of a name counts on the whole page, included texts as well. Without it, an
   * included text has its own.
   */
  readonly definition?: 'first' | 'last'
}

/** Replaces in every row, and says on which. */
export function mapRows(
  rows: readonly Row[],
  change: (text: string, row: Row) => string,
): readonly Row[] {
  return rows.map((row) => {
    const text = change(row.text, row)
    return text === row.text ? row : { ...row, text }
  })
}

/** Tells of each row in turn whether it is of a fence. */
export function createFences(): (text: string) => boolean {
  let mark = ''
  let isHtml = false
  return (text) => {
    if (isHtml || (mark === '' && /^\s*<pre\b/.test(text))) {
      isHtml = !text.includes('</pre>')
      return true
    }
    const found = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)*(`{3,}(?!.*`)|~{3,})(.*)$/.exec(text)
    const own = found?.[1] ?? ''
    if (mark === '') {
      mark = own
      return own !== ''
    }
    if (own.startsWith(mark) && found?.[2]?.trim() === '') mark = ''
    return true
  }
}

/** Text in which code has no sign of markup, as long as before. */
export function maskSpans(text: string): string {
  return text.replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, (whole) => '\0'.repeat(whole.length))
}

/** Cuts the lines between the marks of front matter. */
export function cutHead(rows: readonly Row[]): readonly Row[] {
  if (rows[0]?.text.trimEnd() !== '---') return rows
  const end = rows.findIndex(({ text }, at) => at > 0 && text.trimEnd() === '---')
  return rows.slice(end + 1)
}

const DEPTH_MAX = 10

type Call = {
  /** An include; its groups are for `find`. */
  readonly pattern: RegExp
  /** Text of the include, undefined where there is none. */
  readonly find: (match: RegExpExecArray, row: Row) => readonly Row[] | undefined
}

/** Puts included rows in the place of their calls, with the indentation of the call. */
export function expandRows(
  rows: readonly Row[],
  call: Call,
  context: Context,
  depth = 0,
): readonly Row[] {
  return rows.flatMap((row) => {
    const found = new RegExp(call.pattern).exec(row.text)
    if (found === null) return [row]
    const [whole] = found
    const part = depth < DEPTH_MAX ? call.find(found, row) : undefined
    context.noteInclude({ path: whole, row, isFound: part !== undefined })
    if (part === undefined) return [row]
    const inner = expandRows(part, call, context, depth + 1)
    const before = row.text.slice(0, found.index)
    const after = row.text.slice(found.index + whole.length)
    if (inner.length === 0 || before.trim() !== '' || after.trim() !== '') {
      const [first, ...more] = inner
      const shown: Row = { ...row, text: before + (first?.text ?? '') + after }
      const rest = after.trim() === '' ? more : []
      return [...expandRows([shown], call, context, depth + 1), ...rest]
    }
    return inner.map((each) => ({ ...each, text: before + each.text }))
  })
}

/** Rows `from` to `to`, counted from 1. */
export function cutRows(rows: readonly Row[], from: number, to: number): readonly Row[] {
  return rows.slice(Math.max(0, from - 1), to)
}

/** Rows between two marks, which may repeat; rows with marks of other parts go. */
export function cutPart(
  rows: readonly Row[],
  opening: RegExp,
  closing: RegExp,
  anyMark: RegExp,
): readonly Row[] | undefined {
  if (!rows.some(({ text }) => opening.test(text))) return undefined
  let isInside = false
  return rows.filter(({ text }) => {
    if (opening.test(text)) isInside = true
    if (closing.test(text)) isInside = false
    return isInside && !anyMark.test(text)
  })
}

export function quotePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
