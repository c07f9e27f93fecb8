import { quote } from '../../contract/problem.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { type PageContext, reportLoss } from './_page.ts'

const ATTRIBUTION =
  /^([ \t>]*)\{[^{}\n]*\battribution=(?:"([^"{}\n]+)"|([^\s"{}]+))[^{}\n]*\}[ \t]*$/
const ATTRIBUTES = /^[ \t>]*\{[^{}\n]+\}[ \t]*$/
const MARKS = /^[ \t>]*/
/** What ends a paragraph of a quote although it has no `>` before it. */
const BLOCK =
  /^[ \t]*(?:#{1,6}(?:[ \t]|$)|[-+*][ \t]|\d{1,9}[.)][ \t]|([-*_])(?:[ \t]*\1){2,}[ \t]*$)/

type Quote = {
  /** The marks of its first line. */
  readonly prefix: string
  /** Index of its last line. */
  readonly last: number
}

/** Who said what a quote says stands below it. Attributes belong to the block below them alone. */
export function writeAttributions(
  lines: readonly SourceLine[],
  context: PageContext,
): readonly SourceLine[] {
  const written = new Map<number, readonly SourceLine[]>()
  for (const [at, line] of lines.entries()) {
    const [, marks = '', quoted, bare] = ATTRIBUTION.exec(line.text) ?? []
    const words = quoted ?? bare
    if (words === undefined) continue
    const found = findQuote(lines, at + 1, marks)
    const last = found === undefined ? undefined : lines[found.last]
    if (found === undefined || last === undefined) {
      const what = `the attribution to ${quote(words)} has no quote below it and is left out`
      reportLoss(context, line, what, 'write who said it as text')
      continue
    }
    const { prefix } = found
    const isOpen = (lines[found.last + 1]?.text.replace(/[ \t>]/g, '') ?? '') !== ''
    const added = [prefix, `${prefix} \u2014 ${words}`, ...(isOpen ? [marks] : [])]
    written.set(
      found.last,
      added.map((text) => ({ ...last, text })),
    )
  }
  return lines.flatMap((line, at) => [line, ...(written.get(at) ?? [])])
}

/** The quote that begins in a line, or below further attributes there. */
function findQuote(lines: readonly SourceLine[], from: number, marks: string): Quote | undefined {
  let first = from
  while (ATTRIBUTES.test(lines[first]?.text ?? '')) first += 1
  const outer = countMarks(marks)
  const [before = ''] = MARKS.exec(lines[first]?.text ?? '') ?? []
  if (countMarks(before) <= outer) return undefined
  const prefix = before
    .split('>')
    .slice(0, outer + 1)
    .join('>')
  let last = first
  while (isContinued(lines, last, outer)) last += 1
  return { prefix: `${prefix}>`, last }
}

/** Whether the quote around a line holds the next line as well. */
function isContinued(lines: readonly SourceLine[], at: number, outer: number): boolean {
  const next = lines[at + 1]?.text
  if (next === undefined) return false
  const [marks = ''] = MARKS.exec(next) ?? []
  if (countMarks(marks) > outer) return true
  const words = next.slice(marks.length)
  const isParagraph = (lines[at]?.text.replace(/^[ \t>]*/, '') ?? '') !== ''
  return isParagraph && words !== '' && !BLOCK.test(words) && !ATTRIBUTES.test(next)
}

function countMarks(prefix: string): number {
  return prefix.replace(/[^>]/g, '').length
}
