import { afterAll, beforeAll, expect } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import type { Capability, Manifest } from '../../../app/contract/corpus.ts'
import { HTTP_API_PREFIX, httpRoute } from '../../../app/contract/operations/mod.ts'
import {
  type PageRecord,
  type SearchRecord,
  SearchSectionSchema,
} from '../../../app/contract/page.ts'
import { CAPABILITY_STATUSES } from '../../../app/contract/statuses.ts'
import { verifies } from '../../requirements/verifies.ts'
import { type Running, startRunning } from '../../support/running.ts'

const RECORD_FIELDS = [
  'id',
  'kind',
  'url',
  'title',
  'description',
  'status',
  'updated',
  'markdown_url',
]
const FIVE = ['/search?q=corpus', '/status', '/pages', '/pages/p1', '/capabilities']

let running: Running

beforeAll(async () => {
  running = await startRunning({ env: { PUBLIC_CALLS_PER_MINUTE: '1000000' } })
})

afterAll(async () => {
  await running.stop()
})

function get(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${running.url}${HTTP_API_PREFIX}${path}`, init)
}

async function records(path: string): Promise<readonly SearchRecord[]> {
  const body: readonly SearchRecord[] = await (await get(path)).json()
  return body
}

async function listPages(path: string): Promise<{ pages: readonly PageRecord[]; after?: string }> {
  const body: { pages: readonly PageRecord[]; after?: string } = await (await get(path)).json()
  return body
}

/** All records, part by part. */
async function listAllPages(limit: number): Promise<readonly PageRecord[]> {
  const seen: PageRecord[] = []
  let after: string | undefined
  do {
    const part = await listPages(
      `/pages?limit=${limit}${after === undefined ? '' : `&after=${after}`}`,
    )
    expect(part.pages.length).toBeLessThanOrEqual(limit)
    seen.push(...part.pages)
    after = part.after
  } while (after !== undefined)
  return seen
}

async function refusal(response: Response): Promise<[number, string]> {
  const body: { error: { code: string; message: string } } = await response.json()
  expect(Object.keys(body)).toEqual(['error'])
  expect(Object.keys(body.error)).toEqual(['code', 'message'])
  expect(body.error.message).not.toBe('')
  return [response.status, body.error.code]
}

verifies(
  ['http.five_endpoints', 'operations.five_http', 'interface.http_api', 'open.three_endpoints'],
  'five read-only operations answer with JSON under the prefix',
  async () => {
    for (const path of FIVE) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  },
)

verifies(
  ['http.search', 'http.search_array', 'page.record_fields', 'open.search_parameters'],
  'search answers an array of page records at the root, narrowed by kind and status',
  async () => {
    const found = await records('/search?q=search')
    expect(found.length).toBeGreaterThan(1)
    for (const { section, passage, notice, ...record } of found) {
      expect(Object.keys(record)).toEqual(RECORD_FIELDS)
      const isLess = ['not_yet', 'foundation'].includes(String(record.status))
      expect([record.id, typeof notice]).toEqual([record.id, isLess ? 'string' : 'undefined'])
      if (section !== undefined) expect(Value.Check(SearchSectionSchema, section)).toBe(true)
    }
    expect(found.some(({ section }) => section !== undefined)).toBe(true)
    const quoted = found.map((record) => typeof record.passage)
    expect(quoted.slice(0, 3)).toContain('string')
    expect(new Set(quoted.slice(3))).toEqual(new Set(['undefined']))
    const [first] = found
    if (first === undefined) throw new Error('Cannot narrow the search: nothing was found')
    const narrowed = await records(`/search?q=search&kind=${first.kind}&status=${first.status}`)
    expect(narrowed.length).toBeGreaterThan(0)
    for (const { kind, status } of narrowed) {
      expect([kind, status]).toEqual([first.kind, first.status])
    }
    expect(await records('/search?q=search&kind=no_such_kind')).toEqual([])
  },
)

verifies(
  ['limits.search', 'rule.search_not_paginated', 'http.no_paging_names', 'open.limit_bounds'],
  'search is capped by limit and never paged',
  async () => {
    const all = await records('/search?q=the&limit=50')
    expect(all.length).toBeGreaterThan(10)
    expect(await records('/search?q=the')).toEqual(all.slice(0, 10))
    expect(await records('/search?q=the&limit=1')).toEqual(all.slice(0, 1))
    const paged = await get('/search?q=the&page=2&cursor=x&offset=10&page_token=x&version=9')
    expect(await paged.json()).toEqual(all.slice(0, 10))
    expect(paged.headers.get('link')).toBeNull()
  },
)

verifies(
  ['http.status', 'corpus_status.pages', 'corpus_status.instant', 'version.status'],
  'status returns the version, the instant of the build in UTC with seconds, and a page count',
  async () => {
    const response = await get('/status')
    const status: { version: string; generated: string; pages: number } = await response.json()
    expect(Object.keys(status)).toEqual(['version', 'generated', 'pages'])
    expect(status.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(status.generated).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(status.pages).toBe((await listAllPages(100)).length)
    expect(response.headers.get('cache-control')).toBe('no-cache')
  },
)

verifies(
  'http.pages_list',
  'pages lists every record once when a client continues with after',
  async () => {
    const manifest: Manifest = await (await fetch(`${running.url}/docs-manifest.json`)).json()
    expect(await listAllPages(7)).toEqual([...manifest.pages])
    expect((await listPages('/pages')).pages).toEqual(manifest.pages.slice(0, 100))
    expect(await refusal(await get('/pages?limit=101'))).toEqual([400, 'invalid_parameter'])
    expect(await refusal(await get('/pages?after=p999999'))).toEqual([400, 'invalid_parameter'])
  },
)

verifies(
  'http.page_markdown',
  'a page answers its record with the body as Markdown; unknown ids are not_found',
  async () => {
    for (const record of (await listPages('/pages?limit=3')).pages) {
      const { markdown, ...rest }: PageRecord & { markdown: string } = await (
        await get(`/pages/${record.id}`)
      ).json()
      expect(rest).toEqual(record)
      expect(markdown).not.toStartWith('---')
      expect(markdown.length).toBeGreaterThan(100)
    }
    for (const id of ['p999999', 'P1', '1', 'p1x', '%2e%2e%2fp1', 'p'.repeat(5000)]) {
      expect(await refusal(await get(`/pages/${id}`))).toEqual([404, 'not_found'])
    }
  },
)

verifies(
  'status.vocabulary',
  'capabilities returns one status of the vocabulary for each, and the pages that describe it',
  async () => {
    const body: { capabilities: readonly Capability[] } = await (await get('/capabilities')).json()
    const pages = new Map((await listAllPages(100)).map((page) => [page.id, page]))
    expect(body.capabilities.length).toBeGreaterThan(5)
    for (const capability of body.capabilities) {
      expect(CAPABILITY_STATUSES).toContain(capability.status)
      for (const id of capability.pages) expect(pages.get(id)?.status).toBe(capability.status)
    }
  },
)

verifies('http.limit_refused', 'limit is refused unless it is an integer in bounds', async () => {
  for (const value of [
    '',
    '0',
    '51',
    '-1',
    '1.5',
    '0x10',
    '%2B1',
    '%201',
    '1e1',
    'ten',
    '1&limit=2',
  ]) {
    const response = await get(`/search?q=a&limit=${value}`)
    expect([value, ...(await refusal(response))]).toEqual([value, 400, 'invalid_parameter'])
  }
  expect(await (await get('/search?q=a&limit=51')).text()).toContain('from 1 to 50')
})

verifies(
  'open.search_parameters',
  'the query is refused when it is absent, blank, repeated, too long or not UTF-8',
  async () => {
    for (const query of [
      '',
      'q=',
      'q=%20%09',
      'q=a&q=b',
      `q=${'a'.repeat(1025)}`,
      'q=%ff',
      'q=%zz',
      'q=a&kind=A',
      'q=a&status=done',
    ]) {
      const response = await get(`/search?${query}`)
      expect([query, ...(await refusal(response))]).toEqual([query, 400, 'invalid_parameter'])
    }
    expect(await (await get('/search?limit=0')).text()).toMatch(/"q\\".*"limit\\"/)
  },
)

verifies('open.search_parameters', 'the schema of the query knows what is blank', async () => {
  const limits = { searchLimitDefault: 10, searchLimitMax: 50 }
  const pattern = httpRoute('search').parameters(limits).properties.q?.pattern
  const spaces = [' ', '\t\n', '\u00a0', '\u1680', '\u2003', '\u2028', '\u202f', '\u3000', '\ufeff']
  for (const q of [...spaces, '\u00a0a', '\u200b', '\u0085', '-']) {
    const { status } = await get(`/search?q=${encodeURIComponent(q)}`)
    expect([q, status]).toEqual([q, new RegExp(String(pattern), 'u').test(q) ? 200 : 400])
    expect([q, status === 400]).toEqual([q, spaces.includes(q)])
  }
})

verifies('http.unknown_parameters', 'unknown parameters change nothing', async () => {
  const plain = await get('/search?q=corpus')
  const noisy = await get('/search?utm_source=x&utm_source=y&q=corpus&empty=&bad=%zz&bare&x=1')
  expect(noisy.status).toBe(200)
  expect(noisy.headers.get('etag')).toBe(plain.headers.get('etag'))
})
