import type { SourceLine } from '../source/source_line.ts'

const FENCE = /^(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*(`{3,}(?!.*`)|~{3,})/
const CLOSE = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/

/** Follows fences through lines: whether each line is one of a fenced block, its marks included. */
export function createFenceFollower(): (text: string) => boolean {
  let open = ''
  return (text) => {
    if (open !== '') {
      const mark = CLOSE.exec(text)?.[1] ?? ''
      if (mark.startsWith(open)) open = ''
      return true
    }
    open = FENCE.exec(text)?.[1] ?? ''
    return open !== ''
  }
}

/** Maps the lines outside fenced blocks of code; code stays as it is. */
export function mapProse(
  lines: readonly SourceLine[],
  map: (line: SourceLine) => SourceLine,
): readonly SourceLine[] {
  const isCode = createFenceFollower()
  return lines.map((line) => (isCode(line.text) ? line : map(line)))
}
