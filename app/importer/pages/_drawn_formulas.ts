import type { Place, ReportLoss } from '../../foreign_markup/conversion.ts'
import { writeBadFormulasAsCode } from './_formulas.ts'
import type { OutlinedText } from './_outline.ts'

/** A text with code in place of formulas that nothing can draw. */
export function drawFormulas(text: OutlinedText, top: Place, reportLoss: ReportLoss): OutlinedText {
  const report = (what: string, fix: string) => reportLoss(top, what, fix)
  const { body, parsed } = writeBadFormulasAsCode(text.body, report)
  return { body, outline: () => parsed, parsed: () => parsed }
}
