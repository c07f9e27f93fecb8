import type { RedirectRules } from '../../../contract/redirects.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { writeRedirects } from '../../../docs/model/redirect.ts'
import { listInReadingOrder, navigationSourceOf } from '../theme/navigation.ts'

/** Where old paths lead: those that pages name, those of the list, and `/` without a page. */
export function listRedirects(corpus: Corpus): RedirectRules {
  const moved = corpus.pages.flatMap(({ path, redirectFrom = [] }) =>
    redirectFrom.map((old) => [old, path] as const),
  )
  return writeRedirects([...redirectFront(corpus), ...moved], corpus.redirects)
}

/** The base address is what people type, and what registries link to (decisions/navigation.md). */
function redirectFront(corpus: Corpus): readonly (readonly [from: string, to: string])[] {
  const front = frontPathOf(corpus)
  return front === '' ? [] : [['', front]]
}

/** Path of the page that readers see first: empty for an `index.md` at the top. */
export function frontPathOf(corpus: Corpus): string {
  return listInReadingOrder(navigationSourceOf(corpus))[0]?.path ?? ''
}
