import { expect, test } from 'bun:test'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSampleDocs } from '../../../spec/support/sample_docs.ts'
import { CACHE_SHORT } from '../../contract/http_headers.ts'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import { prefersMarkdown, takesHtml } from './endpoint.ts'
import { staticFiles } from './plugin.ts'

const SITE = 'http://localhost:8080'
const STYLE = 'assets/site.0123abcd.css'
const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'
const { open, log, lines } = createSampleDocs()
const OPEN: Pick<Parameters<typeof staticFiles>[0], 'admit' | 'peerOf' | 'stopwatch'> = {
  admit: async () => 'admitted',
  peerOf: () => '127.0.0.1',
  stopwatch: () => 0,
}

async function openSite(baseUrl = SITE) {
  const files = {
    'llms.txt': '# Sample\n',
    'developers/openapi.yaml': 'openapi: 3.1.0\n',
    'changelog/feed.xml': '<feed/>',
    '.well-known/mcp.json': '{}',
    '404.html': '<!doctype html><title>Not here</title>',
    [STYLE]: 'body { color: black }\n',
    'assets/a b%2B.0123abcd.svg': '<svg/>',
  }
  const { docs, distDir } = await open({ files, baseUrl })
  return { site: staticFiles({ docs, log, ...OPEN }), distDir }
}

const { site, distDir } = await openSite()

function ask(path: string, init: RequestInit = {}, on = site): Promise<Response> {
  return on.handle(new Request(SITE + path, init))
}

function accepting(accept: string): RequestInit {
  return { headers: { accept } }
}

test('handle() serves a file with its media type, validators and open CORS', async () => {
  const response = await ask('/developers/openapi.yaml')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('openapi: 3.1.0\n')
  expect(response.headers.get('content-type')).toBe('application/yaml')
  expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
  expect(response.headers.get('last-modified')).toMatch(/ GMT$/)
  expect(response.headers.get('cache-control')).toBe(CACHE_SHORT)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-expose-headers')).toBe(
    'ETag, Link, Last-Modified, Search-Outcome, Search-Apart, Search-Unmatched, Search-Corrected',
  )
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('vary')).toBeNull()
})

test('handle() serves the manifest byte for byte', async () => {
  const response = await ask('/docs-manifest.json')
  const disk = await Bun.file(join(distDir, 'docs-manifest.json')).text()
  expect(await response.text()).toBe(disk)
})

test('handle() serves hidden folders when the build lists a file in them', async () => {
  expect((await ask('/.well-known/mcp.json')).headers.get('content-type')).toBe('application/json')
})

test('handle() serves the page as HTML that points at its twin and the index', async () => {
  const response = await ask('/guides/start/', accepting(BROWSER))
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('vary')).toBe('Accept')
  expect(response.headers.get('link')).toBe(
    '<http://localhost:8080/guides/start/index.md>; rel="alternate"; type="text/markdown", ' +
      '<http://localhost:8080/llms.txt>; rel="describedby"; type="text/plain"',
  )
  expect(response.headers.get('content-security-policy')).toStartWith("default-src 'none'; ")
  expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
})

test('handle() serves the twin when the client prefers Markdown', async () => {
  const html = await ask('/guides/start/')
  const twin = await ask('/guides/start/', accepting('text/markdown'))
  expect(twin.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(await twin.text()).toBe('Begin with `bun`.\n')
  expect(twin.headers.get('vary')).toBe('Accept')
  expect(twin.headers.get('etag')).not.toBe(html.headers.get('etag'))
  expect(twin.headers.get('link')).toContain(
    '<http://localhost:8080/guides/start/>; rel="canonical"',
  )
})

test('handle() serves the twin at its own address whatever the client prefers', async () => {
  const response = await ask('/guides/start/index.md', accepting(BROWSER))
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect((await ask('/index.md')).headers.get('link')).toContain(
    '<http://localhost:8080/>; rel="canonical"',
  )
})

test('handle() keeps the entity tags of the two forms of a page apart', async () => {
  const html = (await ask('/', accepting(BROWSER))).headers.get('etag') ?? ''
  const headers = { 'if-none-match': html }
  expect((await ask('/', { headers: { ...headers, accept: BROWSER } })).status).toBe(304)
  expect((await ask('/', { headers: { ...headers, accept: 'text/markdown' } })).status).toBe(200)
})

test('handle() answers 304 with the same headers and no body when nothing changed', async () => {
  const first = await ask('/llms.txt')
  const etag = first.headers.get('etag') ?? ''
  const since = first.headers.get('last-modified') ?? ''
  const second = await ask('/llms.txt', { headers: { 'if-none-match': etag } })
  expect(second.status).toBe(304)
  expect(await second.text()).toBe('')
  for (const name of ['etag', 'last-modified', 'cache-control', 'access-control-allow-origin']) {
    expect(second.headers.get(name)).toBe(first.headers.get(name))
  }
  const third = await ask('/llms.txt', { headers: { 'if-modified-since': since } })
  expect(third.status).toBe(304)
})

test.each([
  ['/guides/start', '/guides/start/'],
  ['/guides/start/index.html', '/guides/start/'],
  ['/guides/start?a=b', '/guides/start/?a=b'],
  ['/index.html', '/'],
])('handle() leads from "%s" to the one address of the page', async (path, to) => {
  const response = await ask(path)
  expect(response.status).toBe(308)
  expect(response.headers.get('location')).toBe(SITE + to)
})

test('handle() never uses the Host header', async () => {
  const elsewhere = await openSite('https://docs.example.org')
  const request = new Request('http://evil.example/guides/start', { headers: { host: 'evil' } })
  const response = await elsewhere.site.handle(request)
  expect(response.headers.get('location')).toBe('https://docs.example.org/guides/start/')
})

test.each([
  '/guides/',
  '/guides',
  '/absent',
  '/absent/',
  '/404.html',
  '/docs',
  '/docs/',
  '/redoc',
  '/redoc/x',
  '/openapi.json',
  '/openapi',
  '/swagger/',
  '/private/service.json',
  '/private/files.json',
  '/%70rivate/service.json',
  '/guides//start/',
  '//guides/start/',
  '/guides%2Fstart/',
  '/guides%2fstart%2findex.md',
  '/guides%5Cstart/',
  '/x/..%2f..%2fdocs-manifest.json',
  '/%2e%2e%2fdocs-manifest.json',
  '/llms.txt%00',
  '/llms.txt%zz',
  '/llms.txt%ff',
  '/llms.txt/',
  '/builds/0123456789abcdef0123456789abcdef/llms.txt',
  '/assets/',
  '/assets/../private/service.json',
  '/__proto__',
  `/${'a/'.repeat(1500)}`,
])('handle() answers 404 to "%s"', async (path) => {
  const response = await ask(path)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test("handle() answers 404 with the build's page when the client takes HTML", async () => {
  const response = await ask('/absent', accepting(BROWSER))
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('Not here')
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
  'handle() refuses %s with 405 and Allow where something stands',
  async (method) => {
    for (const path of ['/', '/llms.txt', '/guides/start/index.md', '/guides/start', `/${STYLE}`]) {
      const response = await ask(path, { method })
      expect([path, response.status]).toEqual([path, 405])
      expect(response.headers.get('allow')).toBe('GET, HEAD')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
    expect((await ask('/absent', { method })).status).toBe(404)
  },
)

test('handle() serves assets that may be cached forever, with our headers alone', async () => {
  const response = await ask(`/${STYLE}`)
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('body { color: black }\n')
  expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
  const picture = await ask('/assets/a%20b%252B.0123abcd.svg')
  expect(await picture.text()).toBe('<svg/>')
  expect(picture.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  )
})

test('handle() refuses an asset when its bytes are no longer those of the build', async () => {
  const changed = await openSite()
  const [name = 'absent'] = await readdir(join(changed.distDir, 'builds'))
  const build = join(changed.distDir, 'builds', name)
  await writeFile(join(build, STYLE), 'body { color: white }\n')
  expect((await ask(`/${STYLE}`, {}, changed.site)).status).toBe(503)
  await rm(join(build, 'llms.txt'))
  expect((await ask('/llms.txt', {}, changed.site)).status).toBe(503)
  expect(lines.at(-1)).toContain('manifests_unreadable')
})

test('handle() logs the reason and gives the client an id when something throws', async () => {
  const fail = (): never => {
    throw new Error('secret of the house')
  }
  const broken: PublicDocs = { current: fail, refusal: fail, look: fail, close: fail }
  const response = await ask('/', {}, staticFiles({ docs: broken, log, ...OPEN }))
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret')
  expect(lines.at(-1)).toContain('secret of the house')
})

const CHROME = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

test.each([
  ['text/markdown', true],
  ['Text/Markdown', true],
  ['text/markdown, */*', true],
  ['text/markdown, text/html;q=0.9', true],
  ['text/html;q=0.5 , text/markdown ; q=0.51', true],
  ['text/markdown;q=0.1, text/html;q=0', true],
  ['text/markdown;charset=utf-8;q=0.7, text/plain', true],
  [null, false],
  ['', false],
  ['*/*', false],
  ['text/*', false],
  ['text/html', false],
  [CHROME, false],
  [`${CHROME},text/markdown;q=0.1`, false],
  ['text/markdown, text/html', false],
  ['text/markdown;q=0', false],
  ['text/markdown;q=2', false],
  ['text/markdown;q=, text/html;q=0.1', false],
  ['application/text/markdown', false],
])('prefersMarkdown() reads Accept "%s" as %s', (accept, isPreferred) => {
  expect(prefersMarkdown(accept)).toBe(isPreferred)
})

test('takesHtml() is true for a browser and false for a program', () => {
  expect(takesHtml(CHROME)).toBe(true)
  expect(takesHtml('*/*')).toBe(false)
  expect(takesHtml('text/html;q=0')).toBe(false)
  expect(takesHtml(null)).toBe(false)
})
