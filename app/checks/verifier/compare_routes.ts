import type { JsonObject } from '../../contract/json_rpc.ts'
import { LIMITS } from '../../contract/limits.ts'
import { HTTP_API_PREFIX } from '../../contract/operations/mod.ts'
import { MCP_PATH, MCP_REVISION_CURRENT, MCP_REVISIONS } from '../../contract/protocol.ts'
import { isReservedAddress } from '../../contract/reserved_names.ts'
import type { Client } from './client.ts'
import type { Answer } from './exchange.ts'
import type { Check } from './findings.ts'
import { at, objectsAt, parseJson, textAt } from './json.ts'
import { METADATA, postToMcp } from './mcp_request.ts'
import { addressOf, compileTemplate, ITEMS_MAX, readOperations } from './openapi.ts'
import type { Reading } from './reading.ts'

/** Interactive documentation and everything for the operator alone is closed. */
const CLOSED =
  '/docs /docs/ /redoc /redoc/ /openapi.json /swagger /private/service.json /private/files.json ' +
  '/metrics /healthz /readyz /api /api/public /api/internal /api/internal/users /admin /graphql'

/** Undescribed paths below the prefix that a service might answer by mistake. */
const UNLISTED =
  ' / /admin /debug /all /export /reindex /changes /sql /tags /users /internal /events /tools ' +
  '/workflows /operations /kinds /statuses /health /search /status /pages /capabilities ' +
  '/pages/p1/history /status/all /search/all /capabilities/all /no-such-route-4711'

/** Closed and undescribed routes, other methods and foreign origins are refused. */
export async function compareRoutes(
  { client, files: { openapi, manifest }, fullText }: Reading,
  check: Check,
): Promise<void> {
  const undescribed = openapi === undefined ? [] : listUndescribed(openapi, fullText ?? '')
  await Promise.all([
    ...[...listClosed(manifest), ...undescribed].map((path) => compareAbsent(path, client, check)),
    compareMcpMethods(client, check),
    compareMcpRefusals(client, check),
    compareStatic(client, check),
    ...(openapi === undefined ? [] : [compareMethods(openapi, client, check)]),
  ])
}

/** A page may be about "metrics"; what is reserved for the service is never a page. */
function listClosed(manifest: JsonObject | undefined): readonly string[] {
  const files = objectsAt(manifest, 'files').map((file) => textAt(file, 'path'))
  const pages = new Set(files.map((file) => file?.replace(/\/index\.html$/, '')))
  return CLOSED.split(' ').filter((path) => {
    return isReserved(path) || !pages.has(path.slice(1))
  })
}

function isReserved(path: string): boolean {
  return isReservedAddress(path.slice(1).replace(/\/$/, ''))
}

/** Includes paths below the prefix that the documentation itself mentions. */
function listUndescribed(openapi: JsonObject, words: string): readonly string[] {
  const patterns = readOperations(openapi)
    .slice(0, ITEMS_MAX)
    .map(({ path }) => compileTemplate(path))
  const mentioned = [...words.matchAll(/\/api\/public\/docs((?:\/[a-z][a-z0-9-]*)+)/g)]
  const paths = [...UNLISTED.split(' '), ...mentioned.map(([, path]) => path ?? '')]
  return [...new Set(paths.map((path) => HTTP_API_PREFIX + path))]
    .filter((path) => !patterns.some((pattern) => pattern.test(path)))
    .slice(0, UNLISTED_MAX)
}

const UNLISTED_MAX = 80

async function compareAbsent(path: string, client: Client, check: Check): Promise<void> {
  const isApi = path.startsWith(HTTP_API_PREFIX)
  const answer = await client.call(path, isApi ? { limit: 'public' } : {})
  const what = `GET ${path}, which is not described`
  // An old address may lead to a page.
  if (answer.status === 308 && !isReserved(path)) return
  check.equal('routes', `${what}: HTTP status`, 404, answer.status)
  if (!isApi || answer.status !== 404) return
  const code = textAt(parseJson(answer.text), 'error', 'code')
  if (code === undefined) check.fail('routes', what, 'error.code', answer.text.slice(0, 100))
}

async function compareMcpMethods(client: Client, check: Check): Promise<void> {
  for (const method of ['GET', 'DELETE']) {
    const answer = await client.call(MCP_PATH, { method })
    const what = `${method} ${MCP_PATH}`
    check.equal('MCP', `${what}: HTTP status`, 405, answer.status)
    check.equal('MCP', `${what}: Allow`, 'POST', answer.headers.get('allow'))
    const message = textAt(parseJson(answer.text), 'error', 'message')
    if (message === undefined) check.fail('MCP', what, 'a JSON-RPC error', answer.text)
  }
}

/** Requests that must be refused, each in its own way (contract 4.1, 7). */
async function compareMcpRefusals(client: Client, check: Check): Promise<void> {
  const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const current = { ...listing, params: { _meta: METADATA } }
  const mirrored = { 'mcp-protocol-version': MCP_REVISION_CURRENT, 'mcp-method': 'prompts/list' }
  const long = { ...listing, params: { x: 'x'.repeat(LIMITS.callBytesMax) } }
  const [foreign, unknown, mismatch, batch, notification, over] = await Promise.all([
    postToMcp(client, listing, { origin: 'https://foreign.invalid' }),
    postToMcp(client, listing, { 'mcp-protocol-version': '1999-01-01' }),
    postToMcp(client, current, mirrored),
    postToMcp(client, [listing]),
    postToMcp(client, { jsonrpc: '2.0', method: 'notifications/initialized' }),
    postToMcp(client, long),
  ])
  const error = ({ text }: Answer, ...path: readonly string[]) =>
    at(parseJson(text), 'error', ...path)
  check.equal('MCP', 'POST with a foreign Origin: HTTP status', 403, foreign.status)
  const supported = error(unknown, 'data', 'supported')
  check.equal('MCP', 'unknown revision: data.supported', [...MCP_REVISIONS], supported)
  check.equal('MCP', 'header that disagrees: error.code', -32020, error(mismatch, 'code'))
  check.equal('MCP', 'batch: refused', true, typeof error(batch, 'code') === 'number')
  check.equal('MCP', 'body over the limit: HTTP status', 413, over.status)
  const { status, text } = notification
  check.equal('MCP', 'notification', { status: 202, text: '' }, { status, text })
}

async function compareStatic(client: Client, check: Check): Promise<void> {
  const answer = await client.call('/llms.txt', { method: 'POST', body: 'x' })
  compareRefusedMethod('static files', 'POST /llms.txt', answer, check)
}

const WRITING = ['POST', 'PUT', 'DELETE', 'PATCH']

/** Nothing below the prefix can be written, and preflights are answered (contract 1). */
async function compareMethods(openapi: JsonObject, client: Client, check: Check): Promise<void> {
  const operations = readOperations(openapi).slice(0, ITEMS_MAX)
  await Promise.all(
    operations.map(async (operation) => {
      const path = addressOf(operation)
      for (const method of WRITING) {
        const answer = await client.call(path, { method, body: '{}', limit: 'public' })
        compareRefusedMethod('HTTP API', `${method} ${path}`, answer, check)
        const code = textAt(parseJson(answer.text), 'error', 'code')
        if (code === undefined) check.fail('HTTP API', `${method} ${path}`, 'error.code', 'none')
      }
      const asked = await client.call(path, { method: 'OPTIONS', limit: 'public' })
      const origin = asked.headers.get('access-control-allow-origin')
      check.equal('HTTP API', `OPTIONS ${path}: access-control-allow-origin`, '*', origin)
    }),
  )
}

function compareRefusedMethod(where: string, what: string, answer: Answer, check: Check): void {
  check.equal(where, `${what}: HTTP status`, 405, answer.status)
  const allow = answer.headers.get('allow') ?? ''
  const allows = /\bGET\b/.test(allow) && !/\b(POST|PUT|DELETE|PATCH)\b/.test(allow)
  check.equal(where, `${what}: Allow`, allows ? allow : 'GET, HEAD', allow)
}
