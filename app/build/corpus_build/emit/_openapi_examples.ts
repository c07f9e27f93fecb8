import type { Corpus, CorpusPage } from '../../../docs/model/corpus.ts'
import { trimBody } from '../../../docs/model/page_text.ts'
import type { ExampleCorpus } from '../../../docs/public_docs/operations/mod.ts'
import { parseMarkdown, resolveMarkdown } from '../../../text/source_text/markdown.ts'
import { sampleQuery } from './_samples.ts'
import type { Search } from './build_search.ts'
import { createLinks } from './links.ts'

/** A corpus as the examples of operations read it. */
export function readForExamples(corpus: Corpus, generated: string, search: Search): ExampleCorpus {
  const toExamplePage = (page: CorpusPage) => ({
    record: page.record,
    characters: page.body.length,
    headings: () => parseMarkdown(page.body).headings.map(({ text }) => text),
    markdown: () => renderMarkdown(page, corpus),
  })
  return {
    version: corpus.registry.service.version,
    generated,
    capabilities: corpus.capabilities,
    pages: corpus.pages.map(toExamplePage),
    sample: () => {
      const sample = sampleQuery(corpus)
      return sample === undefined ? undefined : { ...sample, page: toExamplePage(sample.page) }
    },
    search,
  }
}

function renderMarkdown(page: CorpusPage, corpus: Corpus): string {
  const body = trimBody(page.body)
  return resolveMarkdown(body, parseMarkdown(body), createLinks(corpus).absolute(page))
}
