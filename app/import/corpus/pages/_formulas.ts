import { quote } from '../../../contract/problem.ts'
import { renderMath } from '../../../text/content/math.ts'
import { shorten } from '../../../text/source_text/escape.ts'
import { type ParsedMarkdown, parseMarkdown } from '../../../text/source_text/markdown.ts'
import type { Place, ReportLoss } from '../../markdown/conversion.ts'
import type { OutlinedText } from './_outline.ts'

type CheckedBody = { readonly body: string; readonly parsed: ParsedMarkdown }

/** Formulas that cannot be drawn become code, so that every import can be built. */
export function writeBadFormulasAsCode(
  body: string,
  reportLoss: (what: string, fix: string) => void,
): CheckedBody {
  const parsed = parseMarkdown(body)
  if (!body.includes('$')) return { body, parsed }
  const written = replaceBadFormulas(body, parsed, (tex, fault) => {
    const what = `the formula ${quote(shorten(tex, 80))} cannot be drawn and is now code: ${fault}`
    reportLoss(what, 'fix its TeX')
  })
  return written === body ? { body, parsed } : { body: written, parsed: parseMarkdown(written) }
}

export function hasFormulas({ tokens }: ParsedMarkdown): boolean {
  return tokens.some(({ type, children }) => {
    if (type === 'math_block') return true
    return children?.some((child) => child.type === 'math_inline') === true
  })
}

function replaceBadFormulas(
  body: string,
  { tokens }: ParsedMarkdown,
  report: (tex: string, fault: string) => void,
): string {
  const lines = body.split('\n')
  const isBad = (tex: string, isBlock: boolean) => {
    const drawn = renderMath(tex, isBlock)
    if ('fault' in drawn) report(tex, drawn.fault)
    return 'fault' in drawn
  }
  for (const { type, content, children, map } of tokens) {
    const [from, to] = map ?? [0, 0]
    if (type === 'math_block' && isBad(content, true)) {
      const prefix = /^[ \t>]*/.exec(lines[from] ?? '')?.[0] ?? ''
      const rows = ['```tex', ...content.split('\n'), '```'].map((row) => `${prefix}${row.trim()}`)
      // A block of one line becomes three: the lines of other blocks must stay where they are.
      lines.splice(from, to - from, rows.join('\n'), ...Array<string>(to - from - 1).fill(REMOVED))
    }
    for (const { type: kind, content: tex } of children ?? []) {
      if (kind !== 'math_inline' || !isBad(tex, false)) continue
      const at = lines.findIndex((line, row) => row >= from && findFormula(line, tex) !== undefined)
      const written = findFormula(lines[at] ?? '', tex)
      if (written !== undefined) lines[at] = (lines[at] ?? '').replace(written, () => `\`${tex}\``)
    }
  }
  return lines.filter((line) => line !== REMOVED).join('\n')
}

const REMOVED = '\u0000'

function findFormula(line: string, tex: string): string | undefined {
  return [`$\`${tex}\`$`, `$${tex}$`].find((written) => line.includes(written))
}

/** A text with code in place of formulas that nothing can draw. */
export function drawFormulas(text: OutlinedText, top: Place, reportLoss: ReportLoss): OutlinedText {
  const report = (what: string, fix: string) => reportLoss(top, what, fix)
  const { body, parsed } = writeBadFormulasAsCode(text.body, report)
  return { body, outline: () => parsed, parsed: () => parsed }
}
