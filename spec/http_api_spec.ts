import { afterAll, beforeAll, expect } from 'bun:test'
import { connect } from 'node:net'
import type { Capability } from '../app/contract/corpus.ts'
import { HTTP_API_PREFIX } from '../app/contract/operations.ts'
import { CAPABILITY_STATUSES, type PageRecord } from '../app/contract/page.ts'
import { type Running, startRunning } from './_running.ts'
import { verifies } from './_verifies.ts'

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
}, 60_000)

afterAll(async () => {
  await running.stop()
})

function get(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${running.url}${HTTP_API_PREFIX}${path}`, init)
}

async function records(path: string): Promise<readonly PageRecord[]> {
  const body: readonly PageRecord[] = await (await get(path)).json()
  return body
}

async function listed(path: string): Promise<{ pages: readonly PageRecord[]; after?: string }> {
  const body: { pages: readonly PageRecord[]; after?: string } = await (await get(path)).json()
  return body
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
    for (const record of found) expect(Object.keys(record)).toEqual(RECORD_FIELDS)
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
  'status tells version, instant of the build in UTC with seconds, and count of pages',
  async () => {
    const response = await get('/status')
    const status: { version: string; generated: string; pages: number } = await response.json()
    expect(Object.keys(status)).toEqual(['version', 'generated', 'pages'])
    expect(status.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(status.generated).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(status.pages).toBe((await listed('/pages')).pages.length)
    expect(response.headers.get('cache-control')).toBe('no-cache')
  },
)

verifies(
  'http.pages_list',
  'pages lists all records once when it is read on by after',
  async () => {
    const whole = await listed('/pages')
    const seen: PageRecord[] = []
    let after: string | undefined
    do {
      const part = await listed(`/pages?limit=7${after === undefined ? '' : `&after=${after}`}`)
      expect(part.pages.length).toBeLessThanOrEqual(7)
      seen.push(...part.pages)
      after = part.after
    } while (after !== undefined)
    expect(seen).toEqual([...whole.pages])
    expect(await refusal(await get('/pages?limit=101'))).toEqual([400, 'invalid_parameter'])
    expect(await refusal(await get('/pages?after=p999999'))).toEqual([400, 'invalid_parameter'])
  },
)

verifies(
  ['http.page_markdown', 'client.id_not_parsed'],
  'a page answers its record with the body as Markdown; ids that are not there are not_found',
  async () => {
    for (const record of (await listed('/pages?limit=3')).pages) {
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
  ['status.vocabulary', 'client.no_hardcoded_capabilities'],
  'capabilities tells one status of the vocabulary for each, and the pages that describe it',
  async () => {
    const body: { capabilities: readonly Capability[] } = await (await get('/capabilities')).json()
    const pages = new Map((await listed('/pages')).pages.map((page) => [page.id, page]))
    expect(body.capabilities.length).toBeGreaterThan(5)
    for (const capability of body.capabilities) {
      expect(CAPABILITY_STATUSES).toContain(capability.status)
      for (const id of capability.pages) expect(pages.get(id)?.status).toBe(capability.status)
    }
  },
)

verifies(
  'http.limit_refused',
  'limit is refused when it is no whole number in bounds',
  async () => {
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
  },
)

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

verifies('http.unknown_parameters', 'unknown parameters change nothing', async () => {
  const plain = await get('/search?q=corpus')
  const noisy = await get('/search?utm_source=x&utm_source=y&q=corpus&empty=&bad=%zz')
  expect(noisy.status).toBe(200)
  expect(noisy.headers.get('etag')).toBe(plain.headers.get('etag'))
})

verifies(
  'http.methods',
  'GET and HEAD are answered alike, OPTIONS says so, every other method is 405',
  async () => {
    for (const path of FIVE) {
      const got = await get(path)
      const head = await get(path, { method: 'HEAD' })
      expect(head.status).toBe(200)
      expect(head.headers.get('content-length')).toBe(String((await got.bytes()).length))
      for (const name of ['etag', 'cache-control', 'content-type', 'access-control-allow-origin']) {
        expect(head.headers.get(name)).toBe(got.headers.get(name))
      }
      const options = await get(path, { method: 'OPTIONS' })
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const refused = await get(path, { method, body: '{}' })
        expect(await refusal(refused)).toEqual([405, 'method_not_allowed'])
        expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
      }
    }
  },
)

verifies('http.conditional', 'answers carry a strong entity tag and 304 honours it', async () => {
  for (const path of FIVE) {
    const first = await get(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    for (const named of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(path, { headers: { 'if-none-match': named } })
      expect([path, named, again.status]).toEqual([path, named, 304])
      expect(await again.text()).toBe('')
      expect(again.headers.get('etag')).toBe(etag)
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
      expect(again.headers.get('access-control-allow-origin')).toBe('*')
    }
    expect((await get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  }
})

verifies('http.cors', 'a page of any origin may read every answer, refusals included', async () => {
  const headers = { origin: 'https://elsewhere.example' }
  const answers = [
    ...(await Promise.all(FIVE.map((path) => get(path, { headers })))),
    await get('/search', { headers }),
    await get('/absent', { headers }),
    await get('/search?q=a', { method: 'POST', headers }),
    await get('/search?q=a', { method: 'OPTIONS', headers }),
  ]
  for (const answer of answers) {
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toBe('ETag, Link, Last-Modified')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('vary')).toBeNull()
  }
})

verifies(
  ['errors.envelope', 'open.error_codes', 'client.branch_on_code'],
  'every refusal of the API is an envelope with a code of the registry and a message',
  async () => {
    const codes: [number, string][] = [
      await refusal(await get('/search')),
      await refusal(await get('/pages/p999999')),
      await refusal(await get('/absent')),
      await refusal(await get('')),
      await refusal(await get('/status', { method: 'DELETE' })),
    ]
    expect(codes).toEqual([
      [400, 'invalid_parameter'],
      [404, 'not_found'],
      [404, 'not_found'],
      [404, 'not_found'],
      [405, 'method_not_allowed'],
    ])
  },
)

/** Sends bytes that no HTTP client would send, and gives all that comes back. */
async function raw(text: string): Promise<string> {
  const port = Number(new URL(running.url).port)
  return await new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

verifies(
  'errors.one_without_envelope',
  'the one answer without the envelope is the refusal of a request that cannot be parsed',
  async () => {
    const answer = await raw('GET /api/public/docs/status HTTP/1.1\r\nno colon here\r\n\r\n')
    expect(answer).toStartWith('HTTP/1.1 400 ')
    expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe('')
  },
)

verifies(
  ['version.none_in_url', 'version.no_prefix'],
  'no version is read from a header and none stands in a path',
  async () => {
    const plain = await get('/status')
    const headers = { 'accept-version': '2', 'api-version': '1999-01-01', version: '9' }
    const asked = await get('/status', { headers })
    expect(asked.headers.get('etag')).toBe(plain.headers.get('etag'))
    expect(asked.headers.get('vary')).toBeNull()
    expect((await get('/v1/status')).status).toBe(404)
    expect((await fetch(`${running.url}/v1${HTTP_API_PREFIX}/status`)).status).toBe(404)
  },
)

verifies(
  ['rule.anonymous', 'auth.nothing_to_revoke'],
  'a credential changes nothing and none is ever issued or asked for',
  async () => {
    for (const path of FIVE) {
      const plain = await get(path)
      const headers = { authorization: 'Bearer lk_0123', cookie: 'session=1' }
      const asked = await get(path, { headers })
      expect(asked.headers.get('etag')).toBe(plain.headers.get('etag'))
      expect(asked.headers.get('set-cookie')).toBeNull()
      expect(asked.headers.get('www-authenticate')).toBeNull()
    }
  },
)

verifies(
  ['limits.no_headers', 'open.two_limits', 'settings.limits'],
  'calls above the limit of an address are 429 without a hint when to come back',
  async () => {
    const narrow = await startRunning({ env: { PUBLIC_CALLS_PER_MINUTE: '3' } })
    try {
      const statuses: number[] = []
      for (let call = 0; call < 3; call += 1) {
        statuses.push((await fetch(`${narrow.url}${HTTP_API_PREFIX}/status`)).status)
      }
      expect(statuses).toEqual([200, 200, 200])
      const refused = await fetch(`${narrow.url}${HTTP_API_PREFIX}/status`)
      expect(await refusal(refused)).toEqual([429, 'rate_limited'])
      const names = [...refused.headers.keys()]
      expect(names.filter((name) => /^retry-after$|ratelimit/i.test(name))).toEqual([])
      expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    } finally {
      await narrow.stop()
    }
  },
  { timeoutMs: 60_000 },
)
