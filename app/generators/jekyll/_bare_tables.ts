import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'
import { mapCode } from './_spans.ts'

const RULE = /^[-:=+| \t]+$/
const BLOCK_MARK = /^(?: {4}|\t| {0,3}(?:[-*+#>|<]|\d{1,9}[.)][ \t]|\{[%:]))/

/**
 * Bars around the rows of a table that has neither bars nor a rule: for kramdown a paragraph is a
 * table when each of its lines has a bar. A single line stays text, as its writer meant it.
 */
export function addOuterBars(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isCode = createFenceFollower()
  const out: SourceLine[] = []
  let paragraph: SourceLine[] = []
  const flush = () => {
    out.push(...(isTable(paragraph) ? paragraph.map(addBars) : paragraph))
    paragraph = []
  }
  for (const line of lines) {
    const isPlain = !isCode(line.text) && line.text.trim() !== ''
    if (isPlain) paragraph.push(line)
    else {
      flush()
      out.push(line)
    }
  }
  flush()
  return out
}

function isTable(paragraph: readonly SourceLine[]): boolean {
  return paragraph.length > 1 && paragraph.every(({ text }) => isRow(text))
}

function isRow(text: string): boolean {
  const outside = mapCode(text, () => '').replaceAll('\\|', '')
  return outside.includes('|') && !RULE.test(text) && !BLOCK_MARK.test(text)
}

function addBars(line: SourceLine): SourceLine {
  const inner = line.text.trim().replace(/(?<!\\)\|$/, '')
  return replaceText(line, `| ${inner.trimEnd()} |`)
}
