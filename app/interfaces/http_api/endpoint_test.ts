import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createSampleDocs } from '../../../spec/support/sample_docs.ts'
import type { Registry } from '../../contract/registry.ts'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import { createHttpApiHandler, type HttpApiPorts } from './endpoint.ts'

const API = 'http://localhost:8080/api/public/docs'
const { open, log, lines } = createSampleDocs()
const { docs } = await open()

/** Sends a request to the handler over the sample build; a test may replace its ports. */
function ask(path: string, init: RequestInit = {}, ports: Partial<HttpApiPorts> = {}) {
  const handle = createHttpApiHandler({
    docs,
    admit: async () => 'admitted',
    limits: {},
    log,
    ...ports,
  })
  return handle(new Request(API + path, init), '192.0.2.1')
}

async function codeOf(response: Response): Promise<string> {
  const body: { error: { code: string } } = await response.json()
  return body.error.code
}

function renaming(path: string): (registry: Registry) => Registry {
  return (registry) => ({
    ...registry,
    operations: registry.operations.map((entry) =>
      entry.operation === 'page' ? { ...entry, path } : entry,
    ),
  })
}

test('handle() answers search with a bare array of records', async () => {
  const response = await ask('/search?q=getting+started')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('cache-control')).toBe('public, max-age=60')
  expect(await response.json()).toEqual([
    {
      id: 'p2',
      kind: 'guide',
      url: 'http://localhost:8080/guides/start/',
      title: 'Getting started',
      description: 'About Getting started.',
      status: 'available',
      updated: '2026-11-01',
      markdown_url: 'http://localhost:8080/guides/start/index.md',
      passage: 'Begin with `bun`.',
    },
  ])
})

test('handle() answers an empty array when nothing is found', async () => {
  const response = await ask('/search?q=zzzz')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('[]')
})

test('handle() answers status, lists, one page and capabilities', async () => {
  expect(await (await ask('/status')).json()).toEqual({
    version: '0.1.0',
    generated: '2026-11-21T10:00:00Z',
    pages: 2,
  })
  expect(await (await ask('/pages?limit=1')).json()).toMatchObject({
    pages: [{ id: 'p1' }],
    after: 'p1',
  })
  const rest = await (await ask('/pages?after=p1')).json()
  expect(rest).toMatchObject({ pages: [{ id: 'p2' }] })
  expect(rest).not.toHaveProperty('after')
  expect(await (await ask('/pages/p2')).json()).toMatchObject({
    id: 'p2',
    markdown: 'Begin with `bun`.\n',
  })
  expect(await (await ask('/capabilities')).json()).toMatchObject({
    capabilities: [{ id: 'search', pages: ['p1', 'p2'] }],
  })
})

test('handle() answers HEAD with the same headers as GET', async () => {
  const get = await ask('/pages')
  const head = await ask('/pages', { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect([...head.headers]).toEqual([...get.headers])
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
  'handle() refuses %s with 405 and Allow before it counts the call',
  async (method) => {
    const response = await ask('/search?q=a', { method }, { admit: async () => 'refused' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await codeOf(response)).toBe('method_not_allowed')
  },
)

test('handle() answers OPTIONS with 204 and the headers of a preflight', async () => {
  const response = await ask('/search', { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
  expect(response.headers.get('access-control-allow-headers')).toBe('*, Authorization')
  expect(response.headers.get('access-control-allow-credentials')).toBeNull()
})

test('handle() refuses with 429 and no hint when an address calls too often', async () => {
  const response = await ask('/search', {}, { admit: async () => 'refused' })
  expect(response.status).toBe(429)
  expect(await codeOf(response)).toBe('rate_limited')
  expect(response.headers.get('retry-after')).toBeNull()
  expect([...response.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
})

test('handle() passes the peer address to the rate limit', async () => {
  const peers: (string | undefined)[] = []
  const admit: HttpApiPorts['admit'] = async (_, peer) => {
    peers.push(peer)
    return 'admitted'
  }
  await ask('/status', {}, { admit })
  expect(peers).toEqual(['192.0.2.1'])
})

test.each([
  ['/search', 400, 'invalid_parameter'],
  ['/search?q=a&limit=51', 400, 'invalid_parameter'],
  ['/pages?after=p99', 400, 'invalid_parameter'],
  ['/pages/%zz', 400, 'invalid_parameter'],
  ['/pages/p99', 404, 'not_found'],
  ['/pages/..%2Fp1', 404, 'not_found'],
  ['/pages/__proto__', 404, 'not_found'],
  [`/pages/${'p'.repeat(200)}`, 404, 'not_found'],
  ['/pages/p1/', 404, 'not_found'],
  ['/pages/', 404, 'not_found'],
  ['/search/?q=a', 404, 'not_found'],
  ['/v1/search?q=a', 404, 'not_found'],
  ['', 404, 'not_found'],
])('handle() refuses "%s" with %i and %s', async (path, status, code) => {
  const response = await ask(path)
  expect(response.status).toBe(status)
  expect(await codeOf(response)).toBe(code)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('handle() answers 304 when the client has the current entity tag', async () => {
  const first = await ask('/capabilities')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[0-9a-f]{16}"$/)
  const second = await ask('/capabilities', { headers: { 'if-none-match': `"x", W/${etag}` } })
  expect(second.status).toBe(304)
  expect(await second.text()).toBe('')
  for (const name of ['etag', 'cache-control', 'access-control-allow-origin']) {
    expect(second.headers.get(name)).toBe(first.headers.get(name))
  }
})

test('handle() refuses an unknown page instead of answering 304', async () => {
  const response = await ask('/pages/p99', { headers: { 'if-none-match': '*' } })
  expect(response.status).toBe(404)
})

test('handle() gives different answers different entity tags', async () => {
  const tags = await Promise.all(
    ['/search?q=a', '/search?q=bun', '/status', '/pages', '/pages/p1'].map(
      async (path) => (await ask(path)).headers.get('etag') ?? path,
    ),
  )
  expect(new Set(tags).size).toBe(5)
})

test('handle() has no route for an unpublished operation', async () => {
  const { docs: twoKeys } = await open({ published: ['search', 'page'] })
  expect((await ask('/search?q=bun', {}, { docs: twoKeys })).status).toBe(200)
  expect((await ask('/pages/p1', {}, { docs: twoKeys })).status).toBe(200)
  expect((await ask('/status', {}, { docs: twoKeys })).status).toBe(404)
  expect((await ask('/status', { method: 'OPTIONS' }, { docs: twoKeys })).status).toBe(404)
})

test('handle() follows the paths and codes of the registry', async () => {
  const { docs: renamed } = await open({ registry: renaming('/articles/{id}/text') })
  expect((await ask('/articles/p2/text', {}, { docs: renamed })).status).toBe(200)
  expect((await ask('/pages/p2', {}, { docs: renamed })).status).toBe(404)
  const { docs: coded } = await open({
    registry: (registry) => ({
      ...registry,
      errors: registry.errors.map((entry) => ({ ...entry, code: `our_${entry.reason}` })),
    }),
  })
  expect(await codeOf(await ask('/pages/p99', {}, { docs: coded }))).toBe('our_not_found')
})

test('handle() prefers the limits of the settings to those of the registry', async () => {
  const limits = { searchLimitDefault: 1, searchLimitMax: 2 }
  expect(await (await ask('/search?q=page+started', {}, { limits })).json()).toHaveLength(1)
  expect((await ask('/search?q=a&limit=2', {}, { limits })).status).toBe(200)
  expect((await ask('/search?q=a&limit=3', {}, { limits })).status).toBe(400)
})

test('handle() answers 503 when the text of a page is missing', async () => {
  const { docs: broken, distDir } = await open()
  await rm(join(distDir, 'builds'), { recursive: true })
  const response = await ask('/pages/p1', {}, { docs: broken })
  expect(response.status).toBe(503)
  expect(await codeOf(response)).toBe('unavailable')
})

test('handle() logs the reason and gives the client an id when something throws', async () => {
  const fail = (): never => {
    throw new Error('secret of the house')
  }
  const broken: PublicDocs = { current: fail, refusal: fail, look: fail, close: fail }
  const response = await ask('/status', {}, { docs: broken })
  expect(response.status).toBe(500)
  const text = await response.text()
  expect(text).not.toContain('secret')
  const id = /\(([0-9a-f-]{36})\)/.exec(text)?.[1] ?? 'absent'
  expect(lines.at(-1)).toContain(id)
  expect(lines.at(-1)).toContain('secret of the house')
})
