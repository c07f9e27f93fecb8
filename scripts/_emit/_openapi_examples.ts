import type { HttpOperation } from '../../app/contract/operations.ts'
import type { Corpus, CorpusPage } from '../_corpus.ts'
import { absoluteMarkdown, parseMarkdown } from '../_read/markdown.ts'
import { corpusLinks } from './links.ts'
import { bodyText } from './twin.ts'

/** Values that the service really gives: records of the corpus, never made up. */
export type CorpusExamples = {
  readonly answers: Readonly<Partial<Record<HttpOperation, unknown>>>
  /** Values of parameters by name, with which those answers are asked for. */
  readonly parameters: Readonly<Record<string, string>>
}

/** A capability with more pages than this would fill the description with ids. */
const EXAMPLE_PAGES_MAX = 20

export function corpusExamples(corpus: Corpus, generated: string): CorpusExamples {
  const { pages, registry } = corpus
  const [first] = pages
  const shown = shortest(pages)
  if (first === undefined || shown === undefined) return { answers: {}, parameters: {} }
  const { record } = shown
  const more = pages.length > 1 ? { after: first.record.id } : {}
  const [capability] = corpus.capabilities
    .filter((each) => each.pages.length > 0 && each.pages.length <= EXAMPLE_PAGES_MAX)
    .toSorted((one, other) => one.pages.length - other.pages.length)
  return {
    answers: {
      search: [record],
      status: { version: registry.service.version, generated, pages: pages.length },
      pages: { pages: [first.record], ...more },
      page: { ...record, markdown: markdownOf(shown, corpus) },
      ...(capability === undefined ? {} : { capabilities: { capabilities: [capability] } }),
    },
    parameters: {
      q: record.title,
      kind: record.kind,
      status: record.status,
      id: record.id,
      after: first.record.id,
    },
  }
}

/** The page with the shortest body, which is given whole; of several the first. */
function shortest(pages: readonly CorpusPage[]): CorpusPage | undefined {
  return pages.reduce<CorpusPage | undefined>(
    (least, page) => (least === undefined || page.body.length < least.body.length ? page : least),
    undefined,
  )
}

function markdownOf(page: CorpusPage, corpus: Corpus): string {
  const body = bodyText(page.body)
  return absoluteMarkdown(body, parseMarkdown(body), corpusLinks(corpus).absolute(page))
}
