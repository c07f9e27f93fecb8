import { quote } from '../../contract/problem.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import { cleanLine } from '../../foreign_source/source/front_matter.ts'
import { shorten } from '../../source_text/escape.ts'

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
