import type { JsonObject } from '../contract/json_rpc.ts'
import { HTTP_API_PREFIX, type HttpOperation } from '../contract/operations.ts'
import type { Client } from './client.ts'
import type { Book } from './findings.ts'
import { at, compareJunk, encoded, objectsAt, parsedJson, textAt } from './json.ts'
import { walkPages } from './walks.ts'

/** Where each operation lives: the description's path where there is one, else the usual one. */
export type HttpPaths = Readonly<Record<HttpOperation, string>>

export type HttpApi = {
  readonly pages: readonly JsonObject[]
  readonly status: unknown
  readonly capabilities: readonly JsonObject[]
}

const NAME = 'HTTP API'

/** Reads what the lists of the HTTP API say, with as many calls as they need. */
export async function readHttpApi(
  client: Client,
  paths: HttpPaths,
  pagesTold: number,
  book: Book,
): Promise<HttpApi> {
  const list = async (after: string | undefined) => {
    const goOn = after === undefined ? '' : `?after=${encoded(after)}`
    return await readJson(client, paths.pages + goOn, book)
  }
  const [pages, status, capabilities] = await Promise.all([
    walkPages(NAME, list, pagesTold, book),
    readJson(client, paths.status, book),
    readJson(client, paths.capabilities, book),
  ])
  compareJunk(NAME, 'capabilities', capabilities, book)
  return { pages, status, capabilities: objectsAt(capabilities, 'capabilities') }
}

/** One page with its body; absent when the API does not give it. */
export async function readPage(
  client: Client,
  { page }: HttpPaths,
  id: string,
  book: Book,
): Promise<unknown> {
  return await readJson(client, page.replace('{id}', encoded(id)), book)
}

/** The records of a search in the order of their rank, each with what search adds to it. */
export async function searchPages(
  client: Client,
  { search }: HttpPaths,
  query: string,
  book: Book,
  more = '',
): Promise<readonly JsonObject[]> {
  const found = { results: await readJson(client, `${search}?q=${encoded(query)}${more}`, book) }
  compareJunk(NAME, 'results', found, book)
  return objectsAt(found, 'results')
}

async function readJson(client: Client, path: string, book: Book): Promise<unknown> {
  const answer = await client.call(HTTP_API_PREFIX + path, { limit: 'public' })
  if (!book.equal(NAME, `GET ${path} HTTP status`, 200, answer.status)) return undefined
  const value = parsedJson(answer.text)
  if (value === undefined) book.wrong(NAME, `GET ${path} body`, 'JSON', 'something else')
  return value
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
