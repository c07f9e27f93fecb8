import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createCodeFollower } from '../../foreign_source/dialects/code_lines.ts'

const DEFINITION = /^( {0,3}):[ \t]+(?=\S)/

/** Terms and their definitions as bold lines with text below them. */
export function writeDefinitions(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isCode = createCodeFollower()
  const out: SourceLine[] = []
  /** Columns of the text of the current definition; 0 outside. */
  let column = 0
  for (const line of lines) {
    const code = isCode(line.text)
    const found = code ? null : DEFINITION.exec(line.text)
    const indent = /^ */.exec(line.text)?.[0].length ?? 0
    if (found !== null && (column > 0 || markTerms(out))) {
      column = found[0].length
      if (out.at(-1)?.text.trim() !== '') out.push({ ...line, text: '' })
      out.push({ ...line, text: line.text.slice(column) })
    } else if (column > 0 && line.text.trim() !== '') {
      const isInside = indent >= Math.min(column, 2)
      if (isInside)
        out.push({ ...line, text: line.text.slice(Math.min(indent, Math.max(column, 4))) })
      else {
        if (out.at(-1)?.text.trim() === '' || code) column = 0
        out.push(line)
      }
    } else out.push(line)
  }
  return out
}

/** Makes the lines above a definition bold, if they are terms. */
function markTerms(out: SourceLine[]): boolean {
  let end = out.length - 1
  if (out[end]?.text.trim() === '') end -= 1
  let from = end + 1
  while (from > 0 && isTerm(out[from - 1]?.text ?? '')) from -= 1
  // What is not all terms is a paragraph.
  if (from > end || (from > 0 && out[from - 1]?.text.trim() !== '')) return false
  const terms = out.slice(from, end + 1).flatMap((line, at): readonly SourceLine[] => {
    const bold = replaceText(line, `**${line.text.trim()}**`)
    return at === 0 ? [bold] : [{ ...line, text: '' }, bold]
  })
  out.splice(from, out.length - from, ...terms)
  return true
}

function isTerm(text: string): boolean {
  return (
    /^ {0,3}[^\s>|#:`~=-]/.test(text) && !/^ {0,3}(?:[*+][ \t]|\d+[.)][ \t]|\*\*.*\*\*$)/.test(text)
  )
}
