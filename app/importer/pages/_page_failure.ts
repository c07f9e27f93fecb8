import { quote } from '../../contract/problem.ts'
import type { Place, ReportLoss } from '../../foreign_markup/conversion.ts'
import { cleanLine } from '../../foreign_source/source/front_matter.ts'
import { shorten } from '../../source_text/escape.ts'

/**
 * Does something for one page. What nobody foresaw there, such as a nesting that is too deep for
 * the runtime, is a loss of that page, and the other pages are imported.
 */
export function runForPage<Made>(
  place: Place,
  reportLoss: ReportLoss,
  make: () => Made,
): Made | undefined {
  try {
    return make()
  } catch (error) {
    const why = quote(shorten(cleanLine(String(error)), 120))
    const fix = 'nest its blocks less deep, or split the page'
    reportLoss(place, `the page cannot be converted, and is left out: ${why}`, fix)
    return undefined
  }
}
