import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { type PageContext, reportLoss } from './_page.ts'

/** What docutils says of a text. */
export function reportProblems(
  problems: readonly { readonly line: number; readonly what: string }[],
  lines: readonly SourceLine[],
  context: PageContext,
): void {
  for (const { line, what } of problems) {
    const place = lines[line - 1] ?? lines.at(-1)
    const words = what.replace(/^\S+:\d+: \(\w+\/\d\) /, '').replace(/\.$/, '')
    // What is wrong inside a paragraph is a node there, and reported with it.
    if (words.startsWith('Inline ')) continue
    if (place !== undefined) reportLoss(context, place, `docutils says: ${words}`, 'correct it')
  }
}
