import type { Corpus, CorpusPage } from '../../docs/model/corpus.ts'
import { readSearchDocument } from '../../docs/model/page_text.ts'
import type { SearchDocument } from '../../docs/public_docs/mod.ts'

/** A page as search indexes it, in the order of the corpus. */
export type Document = SearchDocument & {
  readonly id: string
  /** Name in `queries.yaml`: the page file below `pages/` without its extension. */
  readonly name: string
}

export function documentsOf(corpus: Corpus): readonly Document[] {
  return corpus.pages.map((page) => ({ ...namePage(page), ...readSearchDocument(page) }))
}

/** How explanations name the pages of a corpus; reading their texts would take a while. */
export function namePages(corpus: Corpus): readonly Pick<Document, 'id' | 'name' | 'title'>[] {
  return corpus.pages.map((page) => ({ ...namePage(page), title: page.record.title }))
}

function namePage({ record, file }: CorpusPage): Pick<Document, 'id' | 'name'> {
  return { id: record.id, name: file.replace(/^pages\//, '').replace(/\.md$/, '') }
}

/**
 * The pages that queries are made from, in the same order. Search puts a low page last and finds no
 * hidden one, on purpose, so their words ask for nothing.
 */
export function blankUnsearched(documents: readonly Document[]): readonly Document[] {
  return documents.map((document) => {
    if ((document.standing ?? 'normal') === 'normal') return document
    return { ...document, title: '', description: '', body: '', sections: [] }
  })
}
