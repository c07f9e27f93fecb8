import { type Problem, problemAt, quote } from '../../contract/problem.ts'
import { RESERVED_SEGMENTS } from '../../contract/reserved_names.ts'
import type { Field, SourcePage } from '../model/source.ts'
import type { SiteIndex } from './links.ts'

/** Checks that each old address is free, and leads to one page. */
export function checkRedirects(pages: readonly SourcePage[], site: SiteIndex): readonly Problem[] {
  const taken = new Map<string, SourcePage>()
  return pages.flatMap((page) =>
    page.redirectFrom.flatMap((address) => {
      const wrong = explainTakenAddress(address, site) ?? explainRival(address, taken)
      taken.set(address.text, taken.get(address.text) ?? page)
      return wrong ?? []
    }),
  )
}

/** Whatever is at an address is shown there, so a redirect would never be seen. */
function explainTakenAddress({ text, place }: Field, site: SiteIndex): Problem | undefined {
  const [first = ''] = text.split('/')
  const shown = quote(`/${text}`)
  if (RESERVED_SEGMENTS.has(first)) {
    const what = `addresses that start with ${quote(`/${first}`)} are reserved for the service`
    return problemAt(place, what, 'remove it, or redirect it in front of the service')
  }
  const page = site.byPath.get(text)
  if (page !== undefined) {
    const what = `${shown} is the address of the page ${quote(page.file)}`
    return problemAt(place, what, 'remove it, or move that page')
  }
  if (!site.generated.has(text) && !site.generated.has(`${text}/`)) return undefined
  return problemAt(place, `${shown} is the address of something that the build writes`, 'remove it')
}

function explainRival(
  { text, place }: Field,
  taken: ReadonlyMap<string, SourcePage>,
): Problem | undefined {
  const rival = taken.get(text)
  if (rival === undefined) return undefined
  const what = `${quote(`/${text}`)} already leads to the page ${quote(rival.file)}`
  return problemAt(place, what, 'keep it in one place')
}
