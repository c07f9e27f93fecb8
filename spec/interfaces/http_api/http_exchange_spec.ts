import { afterAll, beforeAll, expect } from 'bun:test'
import { connect } from 'node:net'
import { HTTP_API_PREFIX } from '../../../app/contract/operations/mod.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { type Running, startRunning } from '../../support/running.ts'

const FIVE = ['/search?q=corpus', '/status', '/pages', '/pages/p1', '/capabilities']

let running: Running

beforeAll(async () => {
  running = await startRunning({ env: { PUBLIC_CALLS_PER_MINUTE: '1000000' } })
})

afterAll(async () => {
  await running.stop()
})

/** Requests plain bytes; fetch alone accepts compressed ones. */
function get(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'accept-encoding': 'identity', ...Object(init.headers) }
  return fetch(`${running.url}${HTTP_API_PREFIX}${path}`, { ...init, headers })
}

async function refusal(response: Response): Promise<[number, string]> {
  const body: { error: { code: string; message: string } } = await response.json()
  expect(Object.keys(body)).toEqual(['error'])
  expect(Object.keys(body.error)).toEqual(['code', 'message'])
  expect(body.error.message).not.toBe('')
  return [response.status, body.error.code]
}

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

verifies(
  'http.conditional',
  'answers carry a strong entity tag and honour If-None-Match',
  async () => {
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
      // An empty value names none, as the description says.
      for (const named of ['"other"', '', ' ', ',', '""']) {
        const again = await get(path, { headers: { 'if-none-match': named } })
        expect([path, named, again.status]).toEqual([path, named, 200])
      }
    }
  },
)

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
    expect(answer.headers.get('access-control-expose-headers')).toBe(
      'ETag, Link, Last-Modified, Search-Outcome, Search-Apart, Search-Unmatched, Search-Corrected',
    )
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('vary')).toBe(
      answer.ok && answer.status !== 204 ? 'Accept-Encoding' : null,
    )
  }
})

verifies(
  ['errors.envelope', 'open.error_codes'],
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

/** Sends bytes that no HTTP client would send, and returns the whole answer. */
async function raw(text: string): Promise<string> {
  const port = Number(new URL(running.url).port)
  return await new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
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
  'http.five_endpoints',
  'a call reaches its operation whatever its Host, and without one over HTTP/1.0',
  async () => {
    const lines = ['HTTP/1.0', 'HTTP/1.1\r\nHost: a', 'HTTP/1.1\r\nHost: app', 'HTTP/1.1\r\nHost: ']
    for (const line of lines) {
      const answer = await raw(`GET /api/public/docs/status ${line}\r\nConnection: close\r\n\r\n`)
      expect([line, answer.split('\r\n')[0]]).toEqual([line, 'HTTP/1.1 200 OK'])
      const page = await raw(`GET /run/settings/ ${line}\r\nConnection: close\r\n\r\n`)
      expect([line, page.split('\r\n')[0]]).toEqual([line, 'HTTP/1.1 200 OK'])
      const mcp = await raw(`GET /mcp ${line}\r\nConnection: close\r\n\r\n`)
      expect([line, mcp.split('\r\n')[0]]).toEqual([line, 'HTTP/1.1 405 Method Not Allowed'])
    }
  },
)

verifies(
  ['version.none_in_url', 'version.no_prefix'],
  'no version is read from a header, and no path contains one',
  async () => {
    const plain = await get('/status')
    const headers = { 'accept-version': '2', 'api-version': '1999-01-01', version: '9' }
    const asked = await get('/status', { headers })
    expect(asked.headers.get('etag')).toBe(plain.headers.get('etag'))
    expect(asked.headers.get('vary')).toBe('Accept-Encoding')
    expect((await get('/v1/status')).status).toBe(404)
    expect((await fetch(`${running.url}/v1${HTTP_API_PREFIX}/status`)).status).toBe(404)
  },
)

verifies(
  ['rule.anonymous', 'auth.nothing_to_revoke'],
  'a credential changes nothing, and none is issued or requested',
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

verifiesLong(
  ['limits.no_headers', 'open.two_limits', 'settings.limits'],
  'calls above the limit of an address get 429 without a hint when to retry',
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
)

verifies(
  'http.five_endpoints',
  'a search names words that no page holds in its headers',
  async () => {
    const search = async (q: string) =>
      await fetch(`${running.url}/api/public/docs/search?q=${encodeURIComponent(q)}`)
    expect((await search('zzqxwv')).headers.get('search-unmatched')).toBe('"zzqxwv"')
    const { headers } = await search('search')
    expect([headers.get('search-unmatched'), headers.get('search-corrected')]).toEqual([null, null])
  },
)
