import { LIST_RECORDS_MAX } from '../contract/limits.ts'
import { noteSearch } from '../contract/notice.ts'
import type { PageRecord } from '../contract/page.ts'
import { err, ok } from '../contract/result.ts'
import { describeMatch } from '../contract/search_match.ts'
import { readStatus } from '../contract/statuses.ts'
import { readQuestionWords } from '../public_docs/mod.ts'
import { findNamedPage } from './_mentions.ts'
import { refuseParams } from './_refusal.ts'
import { readRequest, topicOf } from './_request.ts'
import {
  type Question,
  readCountInput,
  readQuery,
  readTextInput,
  type SkillOutcome,
} from './_skill.ts'
import { formatPage, formatStatus, joinLines } from './_wording.ts'

/** Answers with ranked pages; the same records in the same order as every other interface. */
export function search(question: Question): SkillOutcome {
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
  snapshot.countSearch?.({ query, rating: answer.rate() })
  const { records, degraded } = answer
  const notes = noteSearch(records.length, degraded)
  const found = records.map((record, at) => {
    const line = `${at + 1}. ${formatPage(record)}`
    return record.passage === undefined ? line : joinLines(line, record.passage)
  })
  const head = records.length === 0 ? [] : ['Pages for this question, best first:']
  return ok({
    text: joinLines(...head, ...found, ...notes),
    data: {
      query,
      outcome: records.length === 0 ? 'nothing_found' : 'found',
      degraded,
      ...describeMatch(answer),
    },
    citations: records,
  })
}

/** Characters of a page that an answer holds; the twin at `markdown_url` has all of it. */
const PAGE_CHARACTERS_MAX = 16_000

/** Answers with the text of one page; if none is clearly meant, with candidates. */
export async function readPage(question: Question): Promise<SkillOutcome> {
  const { snapshot } = question
  const query = readQuery(question)
  if (!query.ok) return query
  const record = await findPageMeant(question, query.value)
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

async function findPageMeant(question: Question, text: string): Promise<PageRecord | undefined> {
  const { snapshot } = question
  const id = readTextInput(question, 'id')
  if (id !== undefined) {
    const found = await snapshot.page(id)
    return found.ok ? found.value.record : undefined
  }
  const url = readTextInput(question, 'url')
  if (url !== undefined) return snapshot.recordAtAddress(url)
  const named = question.page ?? (await findNamedPage(text, snapshot))
  const request = readRequest(text, named, snapshot)
  if (request.page !== undefined) {
    return request.page.kind === 'record' ? request.page.record : undefined
  }
  const asked = readQuestionWords(text)
  const topic = topicOf(asked, snapshot)
  // If every word asks for something, these words are all that can name the page.
  const about = topic.length > 0 ? topic : asked.filter((word) => !word.isFunction)
  return snapshot.search(about.map((word) => word.text).join(' '), 1).records[0]
}

function suggestPages(question: Question, text: string): SkillOutcome {
  const { snapshot, limits } = question
  const query = readTextInput(question, 'id') ?? readTextInput(question, 'url') ?? text
  const { records } = snapshot.search(query, limits.searchLimitDefault)
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

/** Lists pages in corpus order, filtered by kind or status if the input asks for it. */
export function listPages(question: Question): SkillOutcome {
  const kind = readTextInput(question, 'kind')
  const status = readStatus(question.input.status)
  const limit = readCountInput(question, 'limit') ?? LIST_RECORDS_MAX
  const found = question.snapshot.pages(limit, { kind, status }, readTextInput(question, 'after'))
  if (!found.ok) {
    return refuseParams([{ field: 'input.after', description: 'is not the id of a page' }])
  }
  const { records, after } = found.value
  const more = after === undefined ? [] : [`There are more: ask again with "after": "${after}".`]
  const listed = records.map(({ title, status, updated, url }) => {
    return `${title}: ${formatStatus(status)}, updated ${updated}. ${url}`
  })
  const head = records.length === 0 ? 'No page matches.' : 'Pages of the documentation:'
  return ok({
    text: joinLines(head, ...listed, ...more),
    data: { count: records.length, ...(after === undefined ? {} : { after }) },
    citations: records,
  })
}
