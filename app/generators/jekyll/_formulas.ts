import { renderMath } from '../../content/math.ts'
import { quote } from '../../contract/problem.ts'
import { mapOutsideCode } from '../../foreign_markup/code_spans.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createCodeFollower } from '../../foreign_source/dialects/code_lines.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

type FormulaContext = { readonly source: SourceFolder; readonly report: Report }

const OPENING = /^([ \t>]*)\$\$(?!.*\$\$)/
const ALONE = /^[ \t>]*\$\$[^$]+\$\$[ \t]*$/
const IN_TEXT = /(?<!\\)\$\$([^$\n]+?)\$\$/g
/** More lines are no formula but two signs that happen to stand there. */
const LINES_MAX = 60

/** Writes `$$x$$` in a sentence as ours; a formula of its own has the same marks here. */
export function writeFormulas(
  lines: readonly SourceLine[],
  context: FormulaContext,
): readonly SourceLine[] {
  if (lines.every(({ text }) => !text.includes('$$'))) return lines
  const isCode = createCodeFollower()
  const out: SourceLine[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined) break
    if (isCode(line.text) || !line.text.includes('$$')) {
      out.push(line)
      continue
    }
    const end = OPENING.test(line.text) ? findEnd(lines, at) : undefined
    if (end !== undefined) {
      out.push(...writeBlock(lines.slice(at, end + 1), context))
      at = end
    } else if (ALONE.test(line.text)) out.push(...writeBlock([line], context))
    else {
      const text = mapOutsideCode(line.text, (part) => {
        return part.replace(IN_TEXT, (_, tex: string) => writeInline(tex.trim(), line, context))
      })
      out.push(replaceText(line, text))
    }
  }
  return out
}

function findEnd(lines: readonly SourceLine[], from: number): number | undefined {
  for (let at = from + 1; at < Math.min(lines.length, from + LINES_MAX); at += 1) {
    const text = lines[at]?.text.trim() ?? ''
    if (text.replace(/^[> \t]+/, '') === '') return undefined
    if (text.includes('$$')) return text.endsWith('$$') ? at : undefined
  }
  return undefined
}

function writeInline(tex: string, line: SourceLine, context: FormulaContext): string {
  const fixed = escapeWords(tex)
  const { fault } = explain(fixed, false)
  if (fault === undefined) return `$\`${fixed}\`$`
  reportFault(tex, fault, line, context)
  return `\`${tex}\``
}

function writeBlock(block: readonly SourceLine[], context: FormulaContext): readonly SourceLine[] {
  const fixed = block.map((line) => replaceText(line, escapeWords(line.text)))
  const tex = fixed.map(({ text }) => text.replace(/^[ \t>]+/, '')).join('\n')
  const inner = tex.trim().replace(/^\$\$|\$\$$/g, '')
  const { fault } = explain(inner, true)
  const [first] = block
  if (fault === undefined || first === undefined) return fixed
  reportFault(inner.trim(), fault, first, context)
  const prefix = /^[ \t>]*/.exec(first.text)?.[0] ?? ''
  const rows = inner.trim().split('\n')
  return ['```tex', ...rows, '```'].map((text, at) => {
    return { ...(block[Math.min(at, block.length - 1)] ?? first), text: `${prefix}${text}` }
  })
}

function explain(tex: string, isBlock: boolean): { readonly fault: string | undefined } {
  const result = renderMath(tex, isBlock)
  return { fault: 'fault' in result ? result.fault : undefined }
}

/** MathJax shows `_` in words as it is; elsewhere it has to be escaped there, too. */
function escapeWords(text: string): string {
  return text.replace(/\\text(?:bf|it|rm|tt)?\{[^{}]*\}/g, (words) => {
    return words.replace(/(?<!\\)_/g, '\\_')
  })
}

function reportFault(
  tex: string,
  fault: string,
  line: SourceLine,
  { source, report }: FormulaContext,
): void {
  const place = { file: source.show(line.file), line: line.line, column: 1 }
  const what = `the formula ${quote(tex.slice(0, 80))} cannot be drawn and is now code: ${fault}`
  report.addLoss(place, what, 'fix its TeX')
}
