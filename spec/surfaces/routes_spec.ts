import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCorpus } from '../../app/build/corpus_build/corpus.ts'
import { HTTP_API_PREFIX, httpRoute, OPERATIONS } from '../../app/contract/operations/mod.ts'
import { formatProblem } from '../../app/contract/problem.ts'
import { verifies } from '../requirements/verifies.ts'
import { createInProcess } from '../support/in_process_service.ts'
import { ROOT } from '../support/repository.ts'
import type { SampleBuild } from '../support/sample_build.ts'
import { createSampleDocs } from '../support/sample_docs.ts'

const SITE = 'http://localhost:8080'
const { open, log } = createSampleDocs()

async function serviceOver(sample: SampleBuild = {}) {
  const { docs } = await open(sample)
  return createInProcess(docs, log, {
    allowedOrigins: new Set([SITE]),
  })
}

const app = await serviceOver({
  files: { 'llms.txt': '# Sample\n', 'assets/site.0123.css': 'a {}', '.well-known/mcp.json': '{}' },
})
const corpus = await readCorpus({ corpusDir: join(ROOT, 'corpus'), baseUrl: SITE })
if (!corpus.ok) throw new Error(corpus.error.map(formatProblem).join('\n'))
const { registry, published } = corpus.value

/** Everything that is reachable from outside, one line each, with the names of its arguments. */
function surface(): readonly string[] {
  const limits = { searchLimitDefault: 10, searchLimitMax: 50 }
  const routes = app.routes.map(({ method, path }) => `route ${method} ${path}`)
  const operations = registry.operations
    .filter(({ operation }) => published.some((name) => name === operation))
    .map(({ operation, path }) => {
      const names = Object.keys(httpRoute(operation).parameters(limits).properties)
      return `operation GET ${HTTP_API_PREFIX}${path} ${operation}(${names.join(', ')})`
    })
  const tools = registry.tools.map(({ operation, name }) => {
    const names = Object.keys(OPERATIONS[operation].input.properties)
    return `tool ${name} ${operation}(${names.join(', ')})`
  })
  const resources = registry.resources.map(({ uri, content }) => `resource ${uri} ${content}`)
  const prompts = registry.prompts.map(({ name, arguments: taken }) => {
    return `prompt ${name}(${taken.map((argument) => argument.name).join(', ')})`
  })
  return [...routes, ...operations, ...tools, ...resources, ...prompts].sort()
}

verifies(
  ['routes.committed_list', 'rule.no_sql_no_proxy', 'rule.no_public_write', 'operations.ten'],
  'service() mounts what spec/routes.txt lists, and it lists every tool and operation',
  () => {
    const committed = readFileSync(join(ROOT, 'spec/routes.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(surface()).toEqual(committed)
  },
)

const READ_PATHS = [
  '/',
  '/index.md',
  '/guides/start/',
  '/guides/start',
  '/llms.txt',
  '/docs-manifest.json',
  '/.well-known/mcp.json',
  '/assets/site.0123.css',
  ...['/search?q=a', '/status', '/pages', '/pages/p1', '/capabilities'].map(
    (path) => HTTP_API_PREFIX + path,
  ),
]
const CLOSED_PATHS = [
  '/docs',
  '/docs/',
  '/docs/x',
  '/d%6Fcs/',
  '/docs/index.html',
  '/redoc',
  '/redoc/',
  '/openapi.json',
  '/openapi',
  '/swagger',
]
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'MKCOL', 'TRACE']

async function statusOf(method: string, path: string, body?: string): Promise<number> {
  const init = body === undefined ? { method } : { method, body }
  return (await app.handle(new Request(SITE + path, init))).status
}

verifies(
  ['rule.no_public_write', 'rule.anonymous', 'http.methods', 'static.methods'],
  'service() accepts no write on any known path',
  async () => {
    for (const path of READ_PATHS) {
      for (const method of WRITES) {
        const status = await statusOf(method, path, method === 'TRACE' ? undefined : '{"a":1}')
        expect([method, path, status]).toEqual([method, path, 405])
      }
    }
  },
)

verifies(
  ['rule.no_public_write', 'mcp.get_405'],
  'service() accepts nothing on /mcp but a JSON-RPC message by POST',
  async () => {
    for (const path of ['/mcp', '/mcp/']) {
      for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        expect([path, method, await statusOf(method, path)]).toEqual([path, method, 405])
      }
      expect(await statusOf('POST', path, 'DROP TABLE pages')).toBeGreaterThanOrEqual(400)
      const headers = { 'content-type': 'application/json' }
      const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
      const listed = await app.handle(new Request(SITE + path, { method: 'POST', headers, body }))
      expect([path, listed.status, await listed.json()]).toMatchObject([path, 200, { id: 1 }])
    }
  },
)

verifies(
  'rule.internal_routes_closed',
  'service() keeps interactive documentation and the internal description closed',
  async () => {
    for (const path of CLOSED_PATHS) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', ...WRITES]) {
        expect([method, path, await statusOf(method, path)]).toEqual([method, path, 404])
      }
      const { headers } = await app.handle(new Request(SITE + path))
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-store'])
    }
  },
)

verifies(
  'rule.no_sql_no_proxy',
  'service() fetches nothing that a path or a parameter names',
  async () => {
    const inside = encodeURIComponent('http://127.0.0.1:8081/metrics')
    for (const path of [
      `/${inside}`,
      '/http://127.0.0.1:8081/metrics',
      '/proxy',
      '/sql',
      '/private/service.json',
      `${HTTP_API_PREFIX}/pages/${inside}`,
      `${HTTP_API_PREFIX}/sql`,
      `${HTTP_API_PREFIX}/../../../metrics`,
    ]) {
      expect([path, await statusOf('GET', path)]).toEqual([path, 404])
    }
  },
)

verifies(
  'rule.two_keys',
  'service() has no route for an operation that the build did not publish',
  async () => {
    const half = await serviceOver({ published: ['search'] })
    const status = async (path: string) =>
      (await half.handle(new Request(SITE + HTTP_API_PREFIX + path))).status
    expect(await status('/search?q=a')).toBe(200)
    expect(await status('/status')).toBe(404)
    expect(await status('/pages')).toBe(404)
    expect(await status('/pages/p1')).toBe(404)
    expect(await status('/capabilities')).toBe(404)
  },
)
