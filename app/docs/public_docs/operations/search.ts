import { writeMatchHeaders } from '../../../contract/match_headers.ts'
import { noteSearch } from '../../../contract/notice.ts'
import { normalizeQuery } from '../../../contract/query.ts'
import { ok } from '../../../contract/result.ts'
import { describeMatch } from '../../../contract/search_match.ts'
import { listFacts, renderRecords, renderText } from './_markdown.ts'
import {
  type ExampleCall,
  type ExampleCorpus,
  type HttpCall,
  type HttpOutcome,
  type OperationModule,
  type Question,
  readCountInput,
  readFilter,
  readInteger,
  readQuery,
  refuseParams,
  type SkillOutcome,
  takeQuery,
} from './_module.ts'
import { formatPage, joinLines } from './_wording.ts'

export const search: OperationModule<'search'> = {
  run: ({ query }, { snapshot, searchLimit }) => {
    const found = snapshot.search(query, { atMost: searchLimit })
    const { outcome, degraded, rating } = found
    snapshot.countSearch?.({ query, rating })
    const notes = noteSearch(outcome, degraded)
    return ok({
      outcome,
      degraded,
      results: found.records,
      ...describeMatch(found),
      ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
    })
  },
  toMarkdown: ({ outcome, degraded, results, apart = [], unmatched = [], corrected = {} }) => [
    listFacts({ outcome, degraded }),
    ...renderText('apart', apart.map(quote).join(', ')),
    ...renderText('unmatched', unmatched.map(quote).join(', ')),
    ...renderText('corrected', Object.entries(corrected).map(quotePair).join(', ')),
    ...renderRecords(results),
  ],
  answer: answerSearch,
  subject: 'anything',
  http: { run: runSearch, isKept: true, example: makeExample },
}

function quote(text: string): string {
  return JSON.stringify(text)
}

function quotePair([typed, meant]: readonly [string, string]): string {
  return `${quote(typed)} as ${quote(meant)}`
}

function runSearch({ snapshot, limits, values }: HttpCall): HttpOutcome {
  const limit = readInteger(values, 'limit') ?? { atMost: limits.searchLimitDefault }
  const query = takeQuery(values.get('q')) ?? normalizeQuery('')
  const filter = readFilter(values)
  const answer = snapshot.search(query, limit, filter)
  // What a filter leaves out says nothing about the words of the query.
  const isWhole = filter.kind === undefined && filter.status === undefined
  const asked =
    isWhole && snapshot.countSearch !== undefined ? { query, rating: answer.rating } : undefined
  const { json, degraded } = answer
  const outcome = json === '[]' ? 'nothing' : degraded ? 'degraded' : 'found'
  return ok({ json, headers: writeMatchHeaders(answer), asked, outcome })
}

/** Headings of the sample page that are searched for as examples. */
const HEADINGS_TRIED_MAX = 10

function makeExample({ sample: findSample, search: find }: ExampleCorpus): ExampleCall {
  const sample = findSample()
  if (sample === undefined) return { parameters: {} }
  const { kind, status } = sample.page.record
  const queries = [sample.text, ...sample.page.headings().slice(0, HEADINGS_TRIED_MAX)]
  const calls = queries.map((q) => {
    return { parameters: { q, limit: 1, kind, status }, answer: find(q, 1, { kind, status }) }
  })
  // A result with its section shows every member that a result can have.
  const [first] = calls
  const shown = calls.find(({ answer }) => answer[0]?.section !== undefined) ?? first
  return shown ?? { parameters: {} }
}

/** Answers with ranked pages; the same records in the same order as every other interface. */
function answerSearch(question: Question): SkillOutcome {
  const { snapshot, limits } = question
  const read = readQuery(question)
  if (!read.ok) return read
  const query = read.value
  const limit = readCountInput(question, 'limit')
  if (limit !== undefined && limit > limits.searchLimitMax) {
    const description = `is more than ${limits.searchLimitMax}`
    return refuseParams([{ field: 'input.limit', description }])
  }
  const answer = snapshot.search(query, limit ?? { atMost: limits.searchLimitDefault })
  snapshot.countSearch?.({ query, rating: answer.rating })
  const { records, outcome, degraded } = answer
  const notes = noteSearch(outcome, degraded)
  const found = records.map((record, at) => {
    const line = `${at + 1}. ${formatPage(record)}`
    return record.passage === undefined ? line : joinLines(line, record.passage)
  })
  const head = records.length === 0 ? [] : ['Pages for this question, best first:']
  return ok({
    text: joinLines(...head, ...found, ...notes),
    data: {
      query,
      outcome,
      degraded,
      ...describeMatch(answer),
    },
    citations: records,
  })
}
