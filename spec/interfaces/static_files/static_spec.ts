import { afterAll, beforeAll, expect } from 'bun:test'
import type { Manifest } from '../../../app/contract/corpus.ts'
import { CACHE_SHORT } from '../../../app/contract/http_headers.ts'
import { SPECULATION_RULES_FILE } from '../../../app/contract/mcp_discovery.ts'
import { verifies } from '../../requirements/verifies.ts'
import { type Running, startRunning } from '../../support/running.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  service: 'text/plain; charset=utf-8',
  yaml: 'application/yaml',
  conf: 'text/plain; charset=utf-8',
  xml: 'application/xml',
  speculationrules: 'application/speculationrules+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
}

let running: Running
let manifest: Manifest

beforeAll(async () => {
  running = await startRunning()
  manifest = await (await get('/docs-manifest.json')).json()
})

afterAll(async () => {
  await running.stop()
})

/** Requests plain bytes unless the test says otherwise; fetch alone accepts compressed ones. */
function get(path: string, init: BunFetchRequestInit = {}): Promise<Response> {
  const headers = { 'accept-encoding': 'identity', ...init.headers }
  return fetch(running.url + path, { redirect: 'manual', ...init, headers })
}

const accepting = (accept: string): RequestInit => ({ headers: { accept } })

function mediaTypeOf(path: string): string | undefined {
  if (path === 'changelog/feed.xml') return 'application/atom+xml; charset=utf-8'
  if (path === '.well-known/api-catalog') {
    return 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
  }
  if (path === 'mcp/server-card') return 'application/mcp-server-card+json'
  if (path === '.well-known/ai-catalog.json') return 'application/ai-catalog+json'
  return MEDIA_TYPES[path.slice(path.lastIndexOf('.') + 1)]
}

verifies(
  ['static.headers', 'build.manifest_shape', 'auth.nothing_to_revoke', 'static.manifests'],
  'every file of the manifest is served byte for byte with its headers',
  async () => {
    const { files } = manifest
    expect(files.length).toBeGreaterThan(80)
    for (const file of files) {
      // A page is listed as its file and has one address, to which the other redirects.
      const response = await get(`/${file.path}`, { redirect: 'follow' })
      const bytes = await response.bytes()
      const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
      expect([file.path, response.status, digest]).toEqual([file.path, 200, file.sha256])
      expect([file.path, response.headers.get('content-type')]).toEqual([
        file.path,
        mediaTypeOf(file.path) ?? 'absent from this table',
      ])
      expect(response.headers.get('etag')).toBe(`"${file.sha256.slice(0, 32)}"`)
      expect(Date.parse(response.headers.get('last-modified') ?? '')).toBeGreaterThan(0)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('set-cookie')).toBeNull()
    }
  },
)

verifies(
  ['static.llms', 'static.feed', 'open.llms_full_path', 'build.docs_data'],
  'the index, the full text, the feed and the data are at their paths',
  async () => {
    expect(await (await get('/llms.txt')).text()).toStartWith('# ')
    expect((await get('/llms-full.txt')).headers.get('content-type')).toStartWith('text/plain')
    expect(await (await get('/changelog/feed.xml')).text()).toContain('http://www.w3.org/2005/Atom')
    for (const name of ['pages', 'status', 'changes']) {
      const data: Record<string, unknown> = await (await get(`/docs-data/${name}.json`)).json()
      expect(data).toMatchObject({ version: manifest.version, generated: manifest.generated })
    }
  },
)

verifies('static.headers', 'an unchanged file is 304, by entity tag before date', async () => {
  const first = await get('/llms.txt')
  const etag = first.headers.get('etag') ?? ''
  const modified = first.headers.get('last-modified') ?? ''
  const old = new Date(0).toUTCString()
  const status = async (headers: Record<string, string>) =>
    (await get('/llms.txt', { headers })).status
  expect(await status({ 'if-none-match': etag })).toBe(304)
  expect(await status({ 'if-none-match': `"x", W/${etag}`, 'if-modified-since': old })).toBe(304)
  expect(await status({ 'if-none-match': '"x"', 'if-modified-since': modified })).toBe(200)
  // An empty field is there, so the date is not asked (RFC 9110, 13.2.2), and it names none.
  expect(await status({ 'if-none-match': '', 'if-modified-since': modified })).toBe(200)
  expect(await status({ 'if-modified-since': modified })).toBe(304)
  expect(await status({ 'if-modified-since': old })).toBe(200)
  const current = await get('/llms.txt', { headers: { 'if-none-match': etag } })
  for (const name of ['etag', 'last-modified', 'cache-control', 'access-control-allow-origin']) {
    expect(current.headers.get(name)).toBe(first.headers.get(name))
  }
})

verifies(
  'static.methods',
  'static paths accept only GET and HEAD, and HEAD is GET without a body',
  async () => {
    const page = new URL(manifest.pages[0]?.url ?? '/').pathname
    const asset = manifest.files.find((file) => file.path.startsWith('assets/'))?.path ?? 'absent'
    for (const path of [page, '/llms.txt', '/docs-manifest.json', `/${asset}`]) {
      const got = await get(path)
      const head = await get(path, { method: 'HEAD' })
      expect(head.status).toBe(200)
      expect(head.headers.get('content-length')).toBe(String((await got.bytes()).length))
      expect(head.headers.get('etag')).toBe(got.headers.get('etag'))
      expect(await head.text()).toBe('')
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const refused = await get(path, { method })
        expect([path, method, refused.status]).toEqual([path, method, 405])
        expect(refused.headers.get('allow')).toBe('GET, HEAD')
        expect(refused.headers.get('access-control-allow-origin')).toBe('*')
      }
    }
  },
)

verifies(
  'static.preflight',
  'a browser of any origin may send any header to every static path',
  async () => {
    const asking = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' }
    const paths = ['docs-manifest.json', ...manifest.files.map(({ path }) => path)]
    for (const path of paths) {
      const answer = await get(`/${path}`, { method: 'OPTIONS', headers: asking })
      expect([path, answer.status]).toEqual([path, 204])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD')
      expect(answer.headers.get('access-control-allow-headers')).toBe('*, Authorization')
    }
    const { origin } = asking
    const partial = await get('/llms.txt', { method: 'OPTIONS', headers: { origin } })
    expect([partial.status, partial.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const absent = await get('/absent', { method: 'OPTIONS', headers: asking })
    expect(absent.status).toBe(404)
  },
)

verifies(
  ['static.page_links', 'page.twin'],
  'a page links to its twin, its twin links back, and Accept chooses between them',
  async () => {
    for (const record of manifest.pages) {
      const { pathname } = new URL(record.url)
      const html = await get(pathname, accepting(BROWSER))
      expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(html.headers.get('link')).toContain(
        `<${record.markdown_url}>; rel="alternate"; type="text/markdown"`,
      )
      expect(html.headers.get('link')).toContain(`<${running.url}/llms.txt>; rel="describedby"`)
      const chosen = await get(pathname, accepting('text/markdown, text/html;q=0.9'))
      const twin = await get(new URL(record.markdown_url).pathname)
      expect(chosen.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      expect(await chosen.text()).toBe(await twin.text())
      expect(twin.headers.get('link')).toContain(`<${record.url}>; rel="canonical"`)
      for (const form of [html, chosen]) expect(form.headers.get('vary')).toStartWith('Accept')
      expect(html.headers.get('etag')).not.toBe(chosen.headers.get('etag'))
    }
  },
)

verifies(
  'pages.url_form',
  'a page has one address, which ends in a slash; other forms redirect to it',
  async () => {
    const record = manifest.pages.find((page) => new URL(page.url).pathname !== '/')
    if (record === undefined) throw new Error('Cannot request a page: the corpus has none')
    const { pathname } = new URL(record.url)
    expect(record.markdown_url).toBe(`${record.url}index.md`)
    for (const path of [pathname.slice(0, -1), `${pathname}index.html`]) {
      const moved = await get(path)
      expect([path, moved.status, moved.headers.get('location')]).toEqual([path, 308, record.url])
    }
  },
)

verifies('static.folder_404', 'an unknown path is 404 for people and for programs', async () => {
  for (const path of ['/assets/', '/assets', '/docs-data/', '/docs-data', '/absent/', '/absent']) {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 404])
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  }
  const shown = await get('/absent/', accepting(BROWSER))
  expect([shown.status, shown.headers.get('content-type')]).toEqual([
    404,
    'text/html; charset=utf-8',
  ])
})

verifies(
  'build.private_files',
  'what the build keeps for the service is never served, however the path is written',
  async () => {
    for (const path of [
      '/private/service.json',
      '/private/search.bin',
      '/private/records.bin',
      '/private/packed.bin',
      '/private/seal.json',
      '/private/files.json',
      '/%70rivate/service.json',
      '/private%2fservice.json',
      '/assets/../private/service.json',
      '/assets/..%2fprivate/service.json',
      '/assets/%2e%2e/private/service.json',
      '//private/service.json',
      `/builds/${manifest.build}/llms.txt`,
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
  },
)

verifies(
  'static.headers',
  'pages have a policy without foreign sources, assets may be cached forever',
  async () => {
    const page = await get('/', accepting(BROWSER))
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('cache-control')).toBe(CACHE_SHORT)
    const html = await page.text()
    expect(html).not.toContain('<style')
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/)
    const assets = manifest.files.filter((file) => file.path.startsWith('assets/'))
    expect(assets.length).toBeGreaterThan(0)
    for (const { path } of assets) {
      expect(html.includes(path) || !path.endsWith('.css')).toBe(true)
      // The rules for loading ahead have one name in every build.
      const kept = path === SPECULATION_RULES_FILE ? CACHE_SHORT : 'immutable'
      expect((await get(`/${path}`)).headers.get('cache-control')).toContain(kept)
    }
  },
)
