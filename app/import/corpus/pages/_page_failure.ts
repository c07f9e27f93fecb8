import { quote } from '../../../contract/problem.ts'
import { shorten } from '../../../text/source_text/escape.ts'
import { cleanLine } from '../../source/files/front_matter.ts'
import type { Report } from '../../source/report/report.ts'

/**
 * Does something for one page. What nobody foresaw there, such as a nesting that is too deep for
 * the runtime, is a loss of that page, and the other pages are imported.
 */
export function runForPage<Made>(
  { shown, top }: { readonly shown: string; readonly top: { readonly line: number } },
  { report }: { readonly report: Report },
  make: () => Made,
): Made | undefined {
  try {
    return make()
  } catch (error) {
    const why = quote(shorten(cleanLine(String(error)), 120))
    const fix = 'nest its blocks less deep, or split the page'
    const place = { file: shown, line: top.line, column: 1 }
    report.addLoss(place, `the page cannot be converted, and is left out: ${why}`, fix)
    return undefined
  }
}
