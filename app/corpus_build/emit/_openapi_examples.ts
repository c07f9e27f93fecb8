import type { HttpOperation } from '../../contract/operations/mod.ts'
import { parseMarkdown, resolveMarkdown } from '../../source_text/markdown.ts'
import type { Corpus, CorpusPage } from '../model/corpus.ts'
import { trimBody } from '../model/page_text.ts'
import { sampleQuery } from './_samples.ts'
import type { Search } from './build_search.ts'
import { createLinks } from './links.ts'

/** A call with values for its parameters, and the response of the service to it. */
type ExampleCall = {
  readonly parameters: Readonly<Record<string, string | number>>
  /** Absent where it would be too long for the description. */
  readonly answer?: unknown
}
export type CorpusExamples = Readonly<Record<HttpOperation, ExampleCall>>

/** Headings of the sample page that are searched for as examples. */
const HEADINGS_TRIED_MAX = 10

/** Ids and capabilities together; the list of capabilities cannot be shown in part. */
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
  const sample = sampleQuery(corpus)
  if (sample === undefined) return { parameters: {} }
  const { kind, status } = sample.page.record
  const calls = [sample.text, ...headingsOf(sample.page)].map((q) => {
    return { parameters: { q, limit: 1, kind, status }, answer: search(q, 1, { kind, status }) }
  })
  // A result with its section shows every member that a result can have.
  const [first] = calls
  const shown = calls.find(({ answer }) => answer[0]?.section !== undefined) ?? first
  return shown ?? { parameters: {} }
}

function headingsOf({ body }: CorpusPage): readonly string[] {
  return parseMarkdown(body)
    .headings.map(({ text }) => text)
    .slice(0, HEADINGS_TRIED_MAX)
}

/** The list after the first page, so that every parameter has a value that matters. */
function makeListExample(pages: readonly CorpusPage[]): ExampleCall {
  const [first, second] = pages.map(({ record }) => record)
  const page = second ?? first
  if (first === undefined || page === undefined) return { parameters: {} }
  const { kind, status } = page
  const rest = pages
    .slice(second === undefined ? 0 : 1)
    .filter(({ record }) => record.kind === kind && record.status === status)
  const more = rest.length > 1 ? { after: page.id } : {}
  const after = second === undefined ? {} : { after: first.id }
  return {
    parameters: { kind, status, limit: 1, ...after },
    answer: { pages: [page], ...more },
  }
}

function makePageExample(corpus: Corpus): ExampleCall {
  const page = findShortest(corpus.pages)
  if (page === undefined) return { parameters: {} }
  const { record } = page
  const answer = { ...record, markdown: renderMarkdown(page, corpus) }
  return { parameters: { id: record.id }, answer }
}

function makeCapabilitiesExample({ capabilities, pages }: Corpus): ExampleCall {
  if (capabilities.length + pages.length > EXAMPLE_IDS_MAX) return { parameters: {} }
  return { parameters: {}, answer: { capabilities } }
}

/** The page with the shortest body, since the example holds all of it; the first of several. */
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
