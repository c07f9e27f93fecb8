import { createBudget } from '../../text/source_text/budget.ts'
import type { SourceLine } from '../markdown/source_line.ts'
import { type SchemaPages, startPage } from './_schemas.ts'
import type { ApiDescription } from './description.ts'

/**
 * Characters of all pages. A description of ten thousand operations has pages three times its own
 * length; what many operations share is on each of their pages.
 */
const MADE_LEAST = 4_000_000
const MADE_FACTOR = 4

/** Writes one page, whose place is a line of the description. */
export type WritePage = (
  line: number,
  writePage: (pages: SchemaPages) => readonly SourceLine[],
) => readonly SourceLine[]

/** Writes pages within what one page, and all of them, may cost. */
export function createPageWriter(
  shared: Omit<SchemaPages, 'budget'>,
  description: ApiDescription,
  reportLoss: (line: number, what: string, fix: string) => void,
): WritePage {
  const made = createBudget(Math.max(MADE_LEAST, MADE_FACTOR * description.characters))
  return (line, writePage) => {
    if (made.isSpent) return []
    const pages = startPage(shared)
    const lines = writePage(pages)
    const what = 'the schemas of the page repeat each other too often; what exceeds it is left out'
    if (pages.budget.isSpent) reportLoss(line, what, 'nest fewer schemas, or describe them in text')
    if (!made.take(lines.reduce((sum, { text }) => sum + text.length + 1, 0))) {
      const many = 'what operations share fills too many pages; from here on they have no text'
      reportLoss(line, many, 'describe shared schemas and examples in fewer places')
    }
    return lines
  }
}
