import { countSpaces, replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { indentLines, writeFence } from './_text.ts'

/** What can hold text to its right: an item of a list, a meaning of a term, a note at the foot. */
const HOLDER = /^[ \t]*(?:(?:[-*+:~]|\d{1,9}[.)])([ \t]+)(?=\S)|\[\^[^\]]+\]:|:[^:]+:)/

/** What holds nothing, although a rule may look like the mark of an item. */
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/

type IndentedCode = {
  /** The code in a fence that cannot be taken for a directive. */
  readonly lines: readonly SourceLine[]
  /** Index behind the code. */
  readonly next: number
}

/**
 * Reads code whose first line looks like a fence, and is code because it stands four columns to
 * the right of the text around it; undefined for a fence.
 */
export function readIndentedCode(
  lines: readonly SourceLine[],
  at: number,
): IndentedCode | undefined {
  const [first, before] = [lines[at], lines[at - 1]]
  const indent = countSpaces(first?.text ?? '')
  const above = before?.text.trim() ?? ''
  const isApart = above === '' || HEADING.test(before?.text ?? '') || RULE.test(above)
  if (first === undefined || indent < 4 || !isApart) return undefined
  const margin = findMargin(lines, at, indent)
  if (margin === undefined || indent - margin < 4) return undefined
  let next = at + 1
  for (let index = next; index < lines.length; index += 1) {
    const { text = '' } = lines[index] ?? {}
    if (text.trim() === '') continue
    if (countSpaces(text) - margin < 4) break
    next = index + 1
  }
  const code = lines.slice(at, next).map((line) => replaceText(line, line.text.slice(margin + 4)))
  const space = ' '.repeat(margin)
  return { lines: indentLines(writeFence(first, '', code), space, space), next }
}

/** Lines that are searched for the text around code. */
const LINES_MAX = 500

/** The column where the text begins that a line is in; undefined where that is not sure. */
function findMargin(lines: readonly SourceLine[], at: number, indent: number): number | undefined {
  const last = Math.max(0, at - LINES_MAX)
  for (let before = at - 1; before >= last; before -= 1) {
    const { text = '' } = lines[before] ?? {}
    if (text.trim() === '') continue
    const [head, spaces] = RULE.test(text) ? [] : (HOLDER.exec(text) ?? [])
    if (head !== undefined && spaces === undefined) return undefined
    // Five spaces behind a mark: the text is code, and its margin is one space behind the mark.
    const gap = spaces?.length ?? 0
    const width = (head?.length ?? 0) - (gap > 4 ? gap - 1 : 0)
    if (head !== undefined && width <= indent) return width
    if (head === undefined && countSpaces(text) === 0) return 0
  }
  return last === 0 ? 0 : undefined
}
