import type { JsonObject } from '../../app/contract/json_rpc.ts'
import { HTTP_API_PREFIX, type HttpOperation } from '../../app/contract/operations.ts'
import type { Answer, Client } from './client.ts'
import type { Book } from './findings.ts'
import { at, objectsAt, parsedJson, textAt } from './json.ts'

/** Where each operation lives: the description's path where there is one, else the usual one. */
export type HttpPaths = Readonly<Record<HttpOperation, string>>

export type HttpApi = {
  readonly pages: readonly JsonObject[]
  readonly status: unknown
  readonly capabilities: readonly JsonObject[]
}

const NAME = 'HTTP API'

/** A list that goes on for ever is a fault, not a reason to go on. */
const CALLS_MAX = 10_000

/** Reads what the lists of the HTTP API say, with as many calls as they need. */
export async function readHttpApi(client: Client, paths: HttpPaths, book: Book): Promise<HttpApi> {
  const [pages, status, capabilities] = await Promise.all([
    listPages(client, paths.pages, book),
    readJson(client, paths.status, book),
    readJson(client, paths.capabilities, book),
  ])
  return { pages, status, capabilities: objectsAt(capabilities, 'capabilities') }
}

async function listPages(client: Client, path: string, book: Book): Promise<readonly JsonObject[]> {
  const pages: JsonObject[] = []
  let after: string | undefined
  for (let calls = 0; calls < CALLS_MAX; calls += 1) {
    const goOn = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
    const part = await readJson(client, path + goOn, book)
    pages.push(...objectsAt(part, 'pages'))
    const next = textAt(part, 'after')
    if (next === undefined || next === after) break
    after = next
  }
  return pages
}

/** One page with its body; absent when the API does not give it. */
export async function readPage(
  client: Client,
  { page }: HttpPaths,
  id: string,
  book: Book,
): Promise<unknown> {
  return await readJson(client, page.replace('{id}', encodeURIComponent(id)), book)
}

/** The records of a search, without what search adds to a record. */
export async function searchPages(
  client: Client,
  { search }: HttpPaths,
  query: string,
  book: Book,
): Promise<readonly JsonObject[]> {
  return objectsAt(await readJson(client, `${search}?q=${encodeURIComponent(query)}`, book))
}

async function readJson(client: Client, path: string, book: Book): Promise<unknown> {
  const answer = await callApi(client, path)
  if (!book.equal(NAME, `GET ${path} HTTP status`, 200, answer.status)) return undefined
  const value = parsedJson(answer.text)
  if (value === undefined) book.wrong(NAME, `GET ${path} body`, 'JSON', 'something else')
  return value
}

/** Calls a path below the prefix of the API. */
export async function callApi(
  client: Client,
  path: string,
  call: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  return await client.call(HTTP_API_PREFIX + path, { ...call, limit: 'public' })
}

const USUAL: HttpPaths = {
  search: '/search',
  status: '/status',
  pages: '/pages',
  page: '/pages/{id}',
  capabilities: '/capabilities',
}

/**
 * Paths of the operations as the OpenAPI document gives them, told apart by what they answer with:
 * a registry may call them what it likes.
 */
export function httpPaths(openapi: JsonObject | undefined): HttpPaths {
  const found: Partial<Record<HttpOperation, string>> = {}
  for (const [path, item] of Object.entries(at(openapi, 'paths') ?? {})) {
    const short = path.startsWith(HTTP_API_PREFIX) ? path.slice(HTTP_API_PREFIX.length) : path
    const schema = answerSchema(openapi, item)
    const operation = operationOf(short, schema)
    if (operation !== undefined) found[operation] = short
  }
  return { ...USUAL, ...found }
}

function answerSchema(openapi: unknown, item: unknown): unknown {
  const media = at(item, 'get', 'responses', '200', 'content', 'application/json', 'schema')
  const reference = textAt(media, '$ref')
  if (reference === undefined) return media
  return at(openapi, 'components', 'schemas', reference.split('/').at(-1) ?? '')
}

function operationOf(path: string, schema: unknown): HttpOperation | undefined {
  if (path === USUAL.search || path === USUAL.status)
    return path === USUAL.search ? 'search' : 'status'
  const has = (name: string) => at(schema, 'properties', name) !== undefined
  if (has('markdown')) return 'page'
  if (has('capabilities')) return 'capabilities'
  return has('pages') && !has('version') ? 'pages' : undefined
}
