import { widthOf } from '../../foreign_markup/fences.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'

const OPENING = /^([ \t>]*)(`{3,}|~{3,})[^`\n]*$/

/**
 * Fences as pymdownx reads them: one closes at the column where it opened, and one that nothing
 * closes there is text. CommonMark sees the same then.
 */
export function levelFences(lines: readonly SourceLine[]): readonly SourceLine[] {
  const out = [...lines]
  for (let at = 0; at < out.length; at += 1) {
    const line = out[at]
    const [, before = '', fence = ''] = OPENING.exec(line?.text ?? '') ?? []
    if (line === undefined || fence === '') continue
    const close = findClose(out, at, before, fence)
    const last = close === undefined ? undefined : out[close]
    if (close === undefined || last === undefined) {
      out[at] = replaceText(line, `${before}\\${line.text.slice(before.length)}`)
      continue
    }
    const longer = lengthen(fence, out.slice(at + 1, close))
    if (longer !== fence) {
      out[at] = replaceText(line, before + longer + line.text.slice(before.length + fence.length))
      out[close] = replaceText(last, last.text.replace(/[`~]+/, longer))
    }
    at = close
  }
  return out
}

function findClose(
  lines: readonly SourceLine[],
  from: number,
  before: string,
  fence: string,
): number | undefined {
  const [width, quotes] = [widthOf(before), countQuotes(before)]
  for (let at = from + 1; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? ''
    const indent = /^[ \t>]*/.exec(text)?.[0] ?? ''
    const rest = text.slice(indent.length).trimEnd()
    if (rest === '' && [0, quotes].includes(countQuotes(indent))) continue
    if (widthOf(indent) < width) return undefined
    if (rest === fence && widthOf(indent) === width) return at
  }
  return undefined
}

function countQuotes(indent: string): number {
  return indent.split('>').length - 1
}

/** A fence that no line of the code can close, whatever its indentation. */
function lengthen(fence: string, code: readonly SourceLine[]): string {
  const mark = fence.charAt(0)
  const longest = code.reduce((most, { text }) => {
    const run = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.exec(text)?.[1] ?? ''
    return run.startsWith(mark) ? Math.max(most, run.length) : most
  }, 0)
  return longest < fence.length ? fence : mark.repeat(longest + 1)
}
