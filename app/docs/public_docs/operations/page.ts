import { LIMITS } from '../../../contract/limits.ts'
import type { OperationContent } from '../../../contract/operations/mod.ts'
import type { PageRecord } from '../../../contract/page.ts'
import { decodePercent } from '../../../contract/percent_encoding.ts'
import { normalizeQuery } from '../../../contract/query.ts'
import { err, ok } from '../../../contract/result.ts'
import { listFacts, renderFence, renderHeading, renderRecords, renderText } from './_markdown.ts'
import {
  type ExampleCall,
  type ExampleCorpus,
  type ExamplePage,
  type HttpCall,
  type HttpOutcome,
  type OperationModule,
  type Question,
  readQuery,
  readTextInput,
  type SkillOutcome,
} from './_module.ts'
import { readPages } from './_read_page.ts'
import { formatPage, joinLines } from './_wording.ts'

export const page: OperationModule<'page'> = {
  run: (args, { snapshot }) => readPages(args, snapshot),
  toMarkdown: ({ more = [], note: _, ...first }) => [
    ...renderPage(first),
    ...more.flatMap((each) =>
      'problem' in each
        ? ['', renderHeading(each.id), ...renderText('problem', each.problem)]
        : renderPage(each),
    ),
  ],
  answer: answerPage,
  subject: 'page',
  http: { run: readJson, example: makeExample },
}

type PageText = Omit<OperationContent<'page'>, 'more'>

function renderPage(text: PageText): readonly string[] {
  const { page: record, markdown, truncated, sections, next_section: next, note } = text
  return [
    ...renderRecords([record]),
    listFacts({ truncated }),
    ...renderText('next_section', next),
    ...renderText('note', note),
    ...renderText('sections', sections.join(' ')),
    ...renderFence('markdown', markdown),
  ]
}

/** Ids are opaque: a malformed one and an unknown one get the same refusal (contract 2). */
async function readJson({ snapshot, segment }: HttpCall): Promise<HttpOutcome> {
  const id = decodePercent(segment)
  if (id === undefined) {
    const message = 'Cannot read the page id: it is not percent-encoded UTF-8'
    return err({ reason: 'invalid_parameter', message })
  }
  if (id.length > LIMITS.idCharactersMax) {
    return err({ reason: 'not_found', message: 'Cannot find the page: it does not exist' })
  }
  const answer = await snapshot.page(id)
  if (!answer.ok) return answer
  const { record, markdown } = answer.value
  return ok({ json: JSON.stringify({ ...record, markdown }) })
}

/** The page with the shortest body, since the example holds all of it; the first of several. */
function makeExample({ pages }: ExampleCorpus): ExampleCall {
  const shortest = pages.reduce<ExamplePage | undefined>(
    (least, each) => (least === undefined || each.characters < least.characters ? each : least),
    undefined,
  )
  if (shortest === undefined) return { parameters: {} }
  const { record, markdown } = shortest
  return { parameters: { id: record.id }, answer: { ...record, markdown: markdown() } }
}

/** Characters of a page that an answer holds; the twin at `markdown_url` has all of it. */
const PAGE_CHARACTERS_MAX = 16_000

/** Answers with the text of one page; if none is clearly meant, with candidates. */
async function answerPage(question: Question): Promise<SkillOutcome> {
  const { snapshot } = question
  const query = readQuery(question)
  if (!query.ok) return query
  const record = await findMeantPage(question, query.value)
  if (record === undefined) return suggestPages(question, query.value)
  const found = await snapshot.page(record.id)
  if (!found.ok) return err({ reason: 'unavailable', message: found.error.message })
  const { markdown } = found.value
  const cut = markdown.length > PAGE_CHARACTERS_MAX
  const text = cut ? cutAtParagraph(markdown) : markdown
  const rest = cut ? [`Truncated; full text: ${record.markdown_url}`] : []
  return ok({
    text: joinLines(formatPage(record), '', text, ...rest),
    data: { found: true, page: record, markdown: text, truncated: cut },
    citations: [record],
  })
}

async function findMeantPage(question: Question, text: string): Promise<PageRecord | undefined> {
  const { snapshot } = question
  const id = readTextInput(question, 'id')
  if (id !== undefined) {
    const found = await snapshot.page(id)
    return found.ok ? found.value.record : undefined
  }
  const url = readTextInput(question, 'url')
  return url === undefined
    ? await question.understanding.findPage(text)
    : snapshot.recordAtAddress(url)
}

function suggestPages(question: Question, text: string): SkillOutcome {
  const { snapshot, limits } = question
  const query = readTextInput(question, 'id') ?? readTextInput(question, 'url') ?? text
  const { records } = snapshot.search(normalizeQuery(query), limits.searchLimitDefault)
  const head = 'No page has this id, address or title.'
  const near =
    records.length === 0 ? [] : ['Perhaps one of these pages:', ...records.map(formatPage)]
  return ok({ text: joinLines(head, ...near), data: { found: false, query }, citations: records })
}

function cutAtParagraph(markdown: string): string {
  const head = markdown.slice(0, PAGE_CHARACTERS_MAX)
  const end = head.lastIndexOf('\n\n')
  return (end > 0 ? head.slice(0, end) : head).toWellFormed()
}
