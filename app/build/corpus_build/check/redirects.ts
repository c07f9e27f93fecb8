import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { Field, SourcePage } from '../../../docs/model/source.ts'
import { explainTakenAddress } from './_old_addresses.ts'
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

function explainRival(
  { text, place }: Field,
  taken: ReadonlyMap<string, SourcePage>,
): Problem | undefined {
  const rival = taken.get(text)
  if (rival === undefined) return undefined
  const what = `${quote(`/${text}`)} already leads to the page ${quote(rival.file)}`
  return problemAt(place, what, 'keep it in one place')
}
