import type { HttpOperation } from '../../contract/operations.ts'
import { parseMarkdown, resolveMarkdown } from '../../source_text/markdown.ts'
import type { Corpus, CorpusPage } from '../model/corpus.ts'
import { trimBody } from '../model/page_text.ts'
import { sampleQuery } from './_samples.ts'
import type { Search } from './build_search.ts'
import { createLinks } from './links.ts'

/** A call with values for its parameters, and the answer of the service to this very call. */
export type ExampleCall = {
  readonly parameters: Readonly<Record<string, string | number>>
  /** Absent where it would be longer than the rest of the description. */
  readonly answer?: unknown
}
export type CorpusExamples = Readonly<Record<HttpOperation, ExampleCall>>

/** Ids and capabilities together; all of them stand in the one answer that cannot be cut short. */
const EXAMPLE_IDS_MAX = 200

export function makeExamples(corpus: Corpus, generated: string, search: Search): CorpusExamples {
  const { version } = corpus.registry.service
  const pages = corpus.pages.length
  return {
    search: makeSearchExample(corpus, search),
    status: { parameters: {}, answer: { version, generated, pages } },
    pages: makeListExample(corpus.pages),
    page: makePageExample(corpus),
    capabilities: makeCapabilitiesExample(corpus),
  }
}

function makeSearchExample(corpus: Corpus, search: Search): ExampleCall {
  const asked = sampleQuery(corpus)
  if (asked === undefined) return { parameters: {} }
  const { kind, status } = asked.page.record
  const parameters = { q: asked.text, limit: 1, kind, status }
  return { parameters, answer: search(asked.text, 1, { kind, status }) }
}

/** The list behind the first page, so that every parameter has a value that does something. */
function makeListExample(pages: readonly CorpusPage[]): ExampleCall {
  const [first, second] = pages.map(({ record }) => record)
  const shown = second ?? first
  if (first === undefined || shown === undefined) return { parameters: {} }
  const { kind, status } = shown
  const behind = pages
    .slice(second === undefined ? 0 : 1)
    .filter(({ record }) => record.kind === kind && record.status === status)
  const more = behind.length > 1 ? { after: shown.id } : {}
  const after = second === undefined ? {} : { after: first.id }
  return {
    parameters: { kind, status, limit: 1, ...after },
    answer: { pages: [shown], ...more },
  }
}

function makePageExample(corpus: Corpus): ExampleCall {
  const shown = findShortest(corpus.pages)
  if (shown === undefined) return { parameters: {} }
  const { record } = shown
  const answer = { ...record, markdown: renderMarkdown(shown, corpus) }
  return { parameters: { id: record.id }, answer }
}

function makeCapabilitiesExample({ capabilities, pages }: Corpus): ExampleCall {
  if (capabilities.length + pages.length > EXAMPLE_IDS_MAX) return { parameters: {} }
  return { parameters: {}, answer: { capabilities } }
}

/** The page with the shortest body, which is given whole; of several the first. */
function findShortest(pages: readonly CorpusPage[]): CorpusPage | undefined {
  return pages.reduce<CorpusPage | undefined>(
    (least, page) => (least === undefined || page.body.length < least.body.length ? page : least),
    undefined,
  )
}

function renderMarkdown(page: CorpusPage, corpus: Corpus): string {
  const body = trimBody(page.body)
  return resolveMarkdown(body, parseMarkdown(body), createLinks(corpus).absolute(page))
}
