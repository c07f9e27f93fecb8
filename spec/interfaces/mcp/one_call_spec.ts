import { afterAll, beforeAll, expect } from 'bun:test'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { SearchRecord } from '../../../app/contract/page.ts'
import { normalizeQuery } from '../../../app/contract/query.ts'
import { CUT_LINE } from '../../../app/contract/text_pieces.ts'
import { toBusinessCard } from '../../../app/interfaces/mcp/_business_cards.ts'
import { listTools } from '../../../app/interfaces/mcp/_tool.ts'
import { verifies } from '../../requirements/verifies.ts'
import { CORPUS } from '../../support/repository.ts'
import { call, callTool, MODERN } from './calls.ts'
import { changeDocs, type OpenDocs, openOurDocs } from './docs.ts'
import { type Endpoint, openEndpoint, readContent, readToolError } from './endpoint.ts'

let open: OpenDocs
let endpoint: Endpoint

beforeAll(async () => {
  open = await openOurDocs()
  endpoint = openEndpoint(open.docs)
})
afterAll(async () => await open.close())

const current = () => open.docs.current()
const tokensOf = (value: unknown) => countTokens(JSON.stringify(value))

async function ask(tool: string, args: unknown) {
  return readContent(await endpoint.send(callTool(MODERN, tool, args)))
}

// For each tool, so that a further one brings its own share.
const CARD_TOKENS = 90
const WHOLE_CARD_TOKENS = 220
const PRIVATE_CARD_TOKENS = 206

verifies('mcp.list_budget', 'the lists of tools have few tokens', async () => {
  const { tools } = (await endpoint.send(call(MODERN, 'tools/list'))).result
  const cards = tools as readonly { readonly outputSchema: object }[]
  expect(tokensOf({ tools: cards.map(({ outputSchema: _, ...card }) => card) })).toBeWithin(
    1,
    CARD_TOKENS * cards.length + 1,
  )
  expect(tokensOf({ tools: cards })).toBeWithin(1, WHOLE_CARD_TOKENS * cards.length + 1)
  const { business } = current()
  const own = (business?.tools ?? []).map(toBusinessCard)
  expect(own.length).toBeGreaterThan(10)
  expect(tokensOf({ tools: [...listTools(current()).tools, ...own] })).toBeWithin(
    1,
    WHOLE_CARD_TOKENS * cards.length + PRIVATE_CARD_TOKENS * own.length + 1,
  )
})

/** What people ask, and a word that the first answer must have. */
const QUESTIONS = [
  ['how many calls a minute are allowed over MCP', '120'],
  ['redirect a page that moved', 'redirect_from'],
  ['how are tokens revoked', 'token'],
  ['which port does the service listen on', 'PORT'],
  ['idempotency key for a write', 'lectern/idempotencyKey'],
  ['docker compose with postgres', 'compose'],
  ['rate limit', '120'],
] as const

/** Tokens of the text of an answer, as a host hands it to a model. */
async function countText(query: string, limit?: number): Promise<number> {
  const search = () => current().search(normalizeQuery(query), limit ?? 10)
  const docs = limit === undefined ? open.docs : changeDocs(open.docs, { search })
  const asked = openEndpoint(docs, { resultText: 'markdown' })
  const { result } = await asked.send(callTool(MODERN, 'search_public_docs', { query }))
  const [block] = result.content as readonly { readonly text: string }[]
  return countTokens(block?.text ?? '')
}

verifies('mcp.one_call', 'a search has 900 tokens in the mean, and ten results 1,500', async () => {
  for (const [query, word] of QUESTIONS) {
    const content = await ask('search_public_docs', { query })
    expect([query, current().search(normalizeQuery(query), 10).records.length]).toEqual([query, 10])
    expect([query, (await countText(query, 10)) <= 1500]).toEqual([query, true])
    const results = content.results as readonly SearchRecord[]
    const passages = results.flatMap(({ passage }, rank) => (passage === undefined ? [] : [rank]))
    expect([query, passages.length > 0 && Math.max(...passages) <= 2]).toEqual([query, true])
    const text = results.map(({ passage }) => passage ?? '').join('\n')
    expect([query, text.includes(word)]).toEqual([query, true])
  }
  const files = ['eval/questions.yaml', 'eval/queries.yaml'].map((file) => join(CORPUS, file))
  const judged = await Promise.all(files.map((file) => Bun.file(file).text()))
  const counts: number[] = []
  for (const [, query = ''] of judged.join('\n').matchAll(/^- query: "(.+)"$/gm)) {
    counts.push(await countText(query))
  }
  expect(counts.length).toBeGreaterThan(50)
  expect(counts.reduce((sum, count) => sum + count, 0) / counts.length).toBeLessThanOrEqual(900)
})

verifies(
  'search.close_results',
  'where nobody names a number, pages far behind the best are left out or are records alone',
  () => {
    let [left, alone] = [0, 0]
    for (const [query] of QUESTIONS) {
      const ten = current().search(normalizeQuery(query), 10).records
      const { records, json } = current().search(normalizeQuery(query), { atMost: 10 })
      expect([query, records.length >= 3]).toEqual([query, true])
      expect(JSON.parse(json)).toEqual([...records])
      const urls = new Set(records.map(({ url }) => url))
      const same = ten.filter(({ url }) => urls.has(url))
      for (const [rank, { section, passage, ...record }] of same.entries()) {
        const given = records[rank]
        const hadMore = section !== undefined || passage !== undefined
        const isAlone = given?.section === undefined && given?.passage === undefined && hadMore
        expect(given).toEqual(isAlone ? record : same[rank])
        if (isAlone) alone += 1
      }
      left += ten.length - records.length
    }
    expect([left > 0, alone > 0]).toEqual([true, true])
    const short = current().search(normalizeQuery('rate limit'), { atMost: 10 }).records
    expect(short).toEqual(current().search(normalizeQuery('rate limit'), 10).records)
  },
)

/** What opens or closes a fence, behind the marks of a quote or an item. */
const FENCE = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)*(?:`{3,}|~{3,})/

verifies(
  'mcp.one_call',
  'a passage is of its twin, to the character, and closes fences',
  async () => {
    const listed = current().pages(100)
    const titles = listed.ok ? listed.value.records.map(({ title }) => title) : []
    const found = [...titles, ...makeQueries()].flatMap(
      (query) => current().search(normalizeQuery(query), 3).records,
    )
    const bodies = new Map<string, string>()
    for (const { id, passage = '' } of found) {
      const page = bodies.has(id) ? undefined : await current().page(id)
      if (page?.ok === true) bodies.set(id, page.value.markdown)
      const ranges = passage
        .split(new RegExp(`\n${CUT_LINE}(?:\n|$)`))
        .filter((part) => part !== '')
      expect([id, ranges.filter((part) => !bodies.get(id)?.includes(part))]).toEqual([id, []])
      const fences = passage.split('\n').filter((line) => FENCE.test(line))
      expect([id, passage, fences.length % 2]).toEqual([id, passage, 0])
    }
    expect(found.length).toBeGreaterThan(500)
  },
)

/** Words of headings and snippets, in groups that no page was written for. */
function makeQueries(): readonly string[] {
  const words = QUESTIONS.flatMap(([query]) => query.split(' '))
  return Array.from({ length: 100 }, (_, at) =>
    [at, at * 3 + 1, at * 7 + 2].map((each) => words[each % words.length]).join(' '),
  )
}

verifies('mcp.one_call', 'a result is the same however many are asked for', () => {
  const many = current().search(normalizeQuery('build'), 20).records
  expect(current().search(normalizeQuery('build'), 2).records).toEqual(many.slice(0, 2))
  expect(JSON.parse(current().search(normalizeQuery('build'), 20).json)).toEqual([...many])
})

verifies('mcp.loose_arguments', 'arguments are understood as models send them', async () => {
  const search = await ask('search_public_docs', { query: 'rate limit' })
  for (const name of ['q', 'question', 'text']) {
    expect(await ask('search_public_docs', { [name]: 'rate limit' })).toEqual(search)
    expect(await ask('search_public_docs', { [name]: null, query: 'rate limit' })).toEqual(search)
  }
  const page = await ask('read_page', { id: 'p1', max_tokens: 200 })
  const { url, title } = page.page as SearchRecord
  const same = [
    { page_id: 'p1', max_tokens: '200' },
    { url, max_tokens: ' 200 ' },
    { id: title, max_tokens: 200, section: null, more_ids: null },
    { id: title.toUpperCase(), max_tokens: 200 },
    { id: ['p1'], max_tokens: 200, more_ids: [] },
    { id: 'p1', page_id: 'p1', tokens: 200 },
  ]
  for (const args of same) expect([args, await ask('read_page', args)]).toEqual([args, page])
  const pages = await ask('list_pages', { limit: 25 })
  expect(await ask('list_pages', { limit: 'null', kind: null })).toEqual(pages)
  const wrong = await endpoint.send(callTool(MODERN, 'read_page', { id: 'p1', url: 'x' }))
  expect(readToolError(wrong)).toContain('arguments "id" and "url" mean the same and differ')
  const unknown = await endpoint.send(callTool(MODERN, 'search_public_docs', { wanted: 'x' }))
  expect(readToolError(unknown)).toContain('it takes query')
})

verifies('mcp.changes_limit', 'the newest changes, and how many there are', async () => {
  const { changes, total } = await ask('list_changes', {})
  const all = changes as readonly unknown[]
  expect(all.length).toBe(25)
  expect(total).toBeGreaterThan(25)
  const newest = await ask('list_changes', { limit: '3' })
  expect(newest).toMatchObject({ changes: all.slice(0, 3), total })
  expect((await ask('list_changes', { limit: null })).changes).toEqual(all)
  expect((await ask('list_changes', { limit: 26 })).changes).toHaveLength(26)
})

verifies(
  ['mcp.page_tool_input', 'mcp.loose_arguments'],
  'several pages share a budget',
  async () => {
    const listed = await ask('list_pages', { limit: 3 })
    const [one, two, three] = (listed.pages as readonly SearchRecord[]).map(({ id }) => id)
    const content = await ask('read_page', {
      id: one,
      more_ids: [two, 'p0', three],
      max_tokens: 900,
    })
    expect(content.page).toMatchObject({ id: one })
    const more = content.more as readonly { page?: SearchRecord; markdown?: string; id?: string }[]
    expect(more.map(({ page, id }) => page?.id ?? id)).toEqual([two, 'p0', three])
    expect(more[1]).toMatchObject({ problem: expect.stringContaining('does not exist') })
    const texts = [content.markdown, ...more.map(({ markdown = '' }) => markdown)]
    expect(Buffer.byteLength(texts.join(''))).toBeLessThanOrEqual(900 * 4)
    for (const args of [
      { id: [one, two, 'p0', three] },
      { ids: [one, two, 'p0', three] },
      { id: one, more_ids: `${two}, p0,${three}` },
    ]) {
      expect(await ask('read_page', { ...args, max_tokens: 900 })).toEqual(content)
    }
  },
)

verifies('mcp.page_tool_input', 'an address with an anchor is a section', async () => {
  const { page, sections } = await ask('read_page', { id: 'Limits' })
  const { id, url } = page as SearchRecord
  const [, section] = sections as readonly string[]
  const whole = await ask('read_page', { id, section })
  expect(await ask('read_page', { url: `${url}#${section}` })).toEqual(whole)
  expect((await ask('read_page', { url: `${url}#gone` })).truncated).toBe(false)
})

verifies(
  'mcp.old_tool_names',
  'a renamed tool answers under its old name for two releases',
  async () => {
    const { registry } = current()
    const at = (version: string) => {
      const tools = registry.tools.map((tool) =>
        tool.operation === 'pages'
          ? { ...tool, name: 'pages', old_names: [{ name: 'list_pages', renamed_in: '1.4.0' }] }
          : tool,
      )
      const renamed = { ...registry, tools, service: { ...registry.service, version } }
      return openEndpoint(changeDocs(open.docs, { registry: renamed }))
    }
    const send = (where: Endpoint, args: object = {}) =>
      where.send(callTool(MODERN, 'list_pages', args))
    for (const version of ['1.4.0', '1.4.7', '1.5.2', '2.0.0']) {
      const { note, ...content } = readContent(await send(at(version)))
      expect(note).toBe(
        'The tool "list_pages" is called "pages" now; the old name stops working soon.',
      )
      expect(content).toEqual(await ask('list_pages', {}))
      expect(readToolError(await send(at(version), { limit: 0 }))).toContain(
        'is called "pages" now',
      )
      const { tools } = (await at(version).send(call(MODERN, 'tools/list'))).result
      expect((tools as { name: string }[]).map(({ name }) => name)).not.toContain('list_pages')
    }
    for (const version of ['1.6.0', '2.1.0', '3.0.0']) {
      expect([version, (await send(at(version))).error.code]).toEqual([version, -32602])
    }
  },
)
