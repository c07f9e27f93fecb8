import type { Capability } from '../../../contract/corpus.ts'
import type { Corpus, CorpusPage } from '../../../docs/model/corpus.ts'
import { findSearchablePage } from '../../../docs/model/searchable_page.ts'

/** The first capability with pages: authors put the most typical one first. */
export function sampleCapability(corpus: Corpus): Capability | undefined {
  return corpus.capabilities.find(({ pages }) => pages.length > 0)
}

/** The first page of that capability. */
export function samplePage(corpus: Corpus): CorpusPage | undefined {
  const id = sampleCapability(corpus)?.pages[0]
  return corpus.pages.find(({ record }) => record.id === id)
}

/** A query and a page that it finds, preferably of the first capability. */
export function sampleQuery(
  corpus: Corpus,
): { readonly page: CorpusPage; readonly text: string } | undefined {
  const described = new Set(sampleCapability(corpus)?.pages)
  const first = corpus.pages.filter(({ record }) => described.has(record.id))
  return findSearchablePage(
    [...first, ...corpus.pages].filter(({ search }) => search?.standing !== 'hidden'),
    ({ record }) => record,
  )
}
