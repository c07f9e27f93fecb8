import { mapCode } from '../../foreign_markup/code_spans.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createCodeFollower } from '../../foreign_source/dialects/code_lines.ts'

const RULE = /^[-:=+| \t]+$/
const BLOCK_MARK =
  /^(?: {4}|\t| {0,3}(?:[>|<]|(?:[-*+:]|#{1,6}|\d{1,9}[.)])[ \t]|\{[%:]|\[[^\][]+\]:))/
const CALLOUT = /^[ \t]*:::/
const CODE_OVER_LINES = /(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)/

/**
 * Bars around the rows of a table that has neither bars nor a rule: for kramdown a paragraph is a
 * table when each of its lines has a bar. A single line stays text, as its writer meant it.
 */
export function addOuterBars(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isCode = createCodeFollower()
  const out: SourceLine[] = []
  let paragraph: SourceLine[] = []
  let hasOnlyRows = true
  const flush = () => {
    out.push(...(hasOnlyRows && isTable(paragraph) ? paragraph.map(addBars) : paragraph))
    paragraph = []
    hasOnlyRows = true
  }
  for (const line of lines) {
    const canBeRow = !isCode(line.text) && isRow(line.text)
    if (line.text.trim() === '' || CALLOUT.test(line.text)) {
      flush()
      out.push(line)
    } else {
      paragraph.push(line)
      hasOnlyRows &&= canBeRow
    }
  }
  flush()
  return out
}

function isRow(text: string): boolean {
  return outsideCode(text).includes('|') && !RULE.test(text) && !BLOCK_MARK.test(text)
}

function isTable(rows: readonly SourceLine[]): boolean {
  const outside = rows.map(({ text }) => outsideCode(text)).join('\n')
  return rows.length > 1 && !CODE_OVER_LINES.test(outside)
}

function outsideCode(text: string): string {
  return mapCode(text, () => '').replaceAll('\\|', '')
}

/** The indentation keeps a table in its item of a list. */
function addBars(line: SourceLine): SourceLine {
  const [, indent = '', row = ''] = /^(\s*)(.*)$/.exec(line.text.trimEnd()) ?? []
  return replaceText(line, `${indent}| ${row.replace(/(?<!\\)\|$/, '').trimEnd()} |`)
}
