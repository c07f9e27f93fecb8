import type { JsonObject } from '../../app/contract/json_rpc.ts'
import { HTTP_API_PREFIX } from '../../app/contract/operations.ts'
import { MCP_PATH, MCP_REVISIONS } from '../../app/contract/protocol.ts'
import type { Answer, Client } from './client.ts'
import type { Book } from './findings.ts'
import { at, parsedJson, textAt } from './json.ts'
import { readOperations } from './openapi.ts'

/** Interactive documentation is closed, and so is all that is for the operator alone. */
const CLOSED = [
  '/docs',
  '/docs/',
  '/redoc',
  '/redoc/',
  '/openapi.json',
  '/swagger',
  '/private/service.json',
  '/private/files.json',
  '/metrics',
  '/healthz',
  '/readyz',
  '/api',
  '/api/public',
  '/admin',
  '/graphql',
]

/** Paths that a service might answer below the prefix although nothing describes them. */
const UNLISTED = ['', '/', '/admin', '/debug', '/all', '/export', '/reindex', '/changes', '/sql']

/** What must not be answered is not: closed and undescribed routes, methods, foreign origins. */
export async function compareRoutes(
  openapi: JsonObject | undefined,
  words: string,
  client: Client,
  book: Book,
): Promise<void> {
  await Promise.all([
    ...CLOSED.map((path) => compareAbsent(path, client, book)),
    ...(openapi === undefined ? [] : unlistedOf(openapi, words)).map((path) =>
      compareAbsent(path, client, book),
    ),
    compareMcp(client, book),
    compareStatic(client, book),
    ...(openapi === undefined ? [] : [compareMethods(openapi, client, book)]),
  ])
}

/** Paths that the documentation itself names below the prefix count, so that none is forgotten. */
function unlistedOf(openapi: JsonObject, words: string): readonly string[] {
  const described = readOperations(openapi).map(({ path }) => path)
  const patterns = described.map((path) => new RegExp(`^${path.replace(/\{[^}]*\}/g, '[^/]+')}$`))
  const named = [...words.matchAll(/\/api\/public\/docs((?:\/[a-z][a-z0-9-]*)+)/g)]
  const usual = ['/search', '/status', '/pages', '/capabilities']
  const paths = [...UNLISTED, ...usual, ...named.map(([, path]) => path ?? '')]
  return [...new Set(paths.map((path) => HTTP_API_PREFIX + path))]
    .filter((path) => !patterns.some((pattern) => pattern.test(path)))
    .slice(0, UNLISTED_MAX)
}

const UNLISTED_MAX = 60

async function compareAbsent(path: string, client: Client, book: Book): Promise<void> {
  const isApi = path.startsWith(HTTP_API_PREFIX)
  const answer = await client.call(path, isApi ? { limit: 'public' } : {})
  book.equal('routes', `GET ${path}, which is not described: HTTP status`, 404, answer.status)
}

async function compareMcp(client: Client, book: Book): Promise<void> {
  for (const method of ['GET', 'DELETE']) {
    const answer = await client.call(MCP_PATH, { method })
    const what = `${method} ${MCP_PATH}`
    book.equal('MCP', `${what}: HTTP status`, 405, answer.status)
    book.equal('MCP', `${what}: Allow`, 'POST', answer.headers.get('allow'))
    const message = textAt(parsedJson(answer.text), 'error', 'message')
    if (message === undefined) book.wrong('MCP', what, 'a JSON-RPC error', answer.text)
  }
  const ping = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const post = async (headers: Readonly<Record<string, string>>) =>
    await client.call(MCP_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(ping),
      limit: 'mcp',
    })
  const foreign = await post({ origin: 'https://foreign.invalid' })
  book.equal('MCP', 'POST with a foreign Origin: HTTP status', 403, foreign.status)
  const unknown = await post({ 'mcp-protocol-version': '1999-01-01' })
  const supported = at(parsedJson(unknown.text), 'error', 'data', 'supported')
  book.equal('MCP', 'unknown revision: data.supported', [...MCP_REVISIONS], supported)
}

async function compareStatic(client: Client, book: Book): Promise<void> {
  const answer = await client.call('/llms.txt', { method: 'POST', body: 'x' })
  compareRefusedMethod('static files', 'POST /llms.txt', answer, book)
}

async function compareMethods(openapi: JsonObject, client: Client, book: Book): Promise<void> {
  const plain = readOperations(openapi).filter(({ path }) => !path.includes('{'))
  await Promise.all(
    plain.map(async ({ path }) => {
      const posted = await client.call(path, { method: 'POST', body: '{}', limit: 'public' })
      compareRefusedMethod('HTTP API', `POST ${path}`, posted, book)
      const code = textAt(parsedJson(posted.text), 'error', 'code')
      if (code === undefined) book.wrong('HTTP API', `POST ${path}`, 'error.code', posted.text)
      const asked = await client.call(path, { method: 'OPTIONS', limit: 'public' })
      const origin = asked.headers.get('access-control-allow-origin')
      book.equal('HTTP API', `OPTIONS ${path}: access-control-allow-origin`, '*', origin)
    }),
  )
}

function compareRefusedMethod(where: string, what: string, answer: Answer, book: Book): void {
  book.equal(where, `${what}: HTTP status`, 405, answer.status)
  const allow = answer.headers.get('allow') ?? ''
  const allows = /\bGET\b/.test(allow) && !/\bPOST\b/.test(allow)
  book.equal(where, `${what}: Allow`, allows ? allow : 'GET, HEAD', allow)
}

/** Headers that the contract rules out (contract 4.1 and 8). */
export function compareHeaders(client: Client, book: Book): void {
  book.count(client.calls())
  for (const [call, name] of client.strayHeaders()) {
    book.wrong('headers', call, `no ${name}`, name)
  }
}
