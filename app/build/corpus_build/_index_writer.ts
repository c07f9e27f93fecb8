import type { Corpus, CorpusPage } from '../../docs/model/corpus.ts'
import { readSearchDocument } from '../../docs/model/page_text.ts'
import { type SearchDocument, type SearchMeans, writeSearchData } from '../../docs/search/mod.ts'
import { createLinks } from './emit/links.ts'

export type IndexRequest = {
  readonly language: string
  readonly means: SearchMeans
  /** Files of all pages, in their order. */
  readonly order: readonly string[]
  /** The pages that are new or different. */
  readonly changed: readonly CorpusPage[]
  readonly site: LinkedSite
}

/** What links lead to beside pages. */
type LinkedSite = Pick<Corpus, 'baseUrl' | 'assets'>

/** Writes an index again and again, and reads only pages that changed, or whose links may have. */
export function createIndexWriter(): (request: IndexRequest) => Uint8Array<ArrayBuffer> {
  const pages = new Map<string, CorpusPage>()
  const documents = new Map<CorpusPage, SearchDocument>()
  let known = ''
  return ({ language, means, order, changed, site }) => {
    for (const page of changed) {
      documents.delete(pages.get(page.file) ?? page)
      pages.set(page.file, page)
    }
    const listed = order.flatMap((file) => pages.get(file) ?? [])
    const links = createLinks({ ...site, pages: listed })
    const addresses = listAddresses(site, listed)
    if (addresses !== known) documents.clear()
    known = addresses
    const read = (page: CorpusPage): SearchDocument => {
      const document = documents.get(page) ?? readSearchDocument(page, links.absolute(page))
      documents.set(page, document)
      return document
    }
    return writeSearchData(listed.map(read), language, means)
  }
}

/** What the links of all pages depend on. */
function listAddresses({ baseUrl, assets }: LinkedSite, pages: readonly CorpusPage[]): string {
  const files = assets.map(({ file, published }) => [file, published])
  return JSON.stringify([baseUrl, files, pages.map(({ file, record }) => [file, record.url])])
}
