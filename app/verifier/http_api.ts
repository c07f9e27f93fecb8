import type { JsonObject } from '../contract/json_rpc.ts'
import { HTTP_API_PREFIX, type HttpOperation } from '../contract/operations/mod.ts'
import type { Client } from './client.ts'
import type { Check } from './findings.ts'
import { at, compareJunk, encodeSegment, objectsAt, parseJson, textAt } from './json.ts'
import { walkPages } from './paging.ts'

/** The path of each operation: the described one if there is one, else the default. */
export type HttpPaths = Readonly<Record<HttpOperation, string>>

export type HttpApi = {
  readonly pages: readonly JsonObject[]
  readonly status: unknown
  readonly capabilities: readonly JsonObject[]
}

const NAME = 'HTTP API'

/** Reads all lists of the HTTP API, part by part. */
export async function readHttpApi(
  client: Client,
  paths: HttpPaths,
  pagesListed: number,
  check: Check,
): Promise<HttpApi> {
  const list = async (after: string | undefined) => {
    const query = after === undefined ? '' : `?after=${encodeSegment(after)}`
    return await readJson(client, paths.pages + query, check)
  }
  const [pages, status, capabilities] = await Promise.all([
    walkPages(NAME, list, pagesListed, check),
    readJson(client, paths.status, check),
    readJson(client, paths.capabilities, check),
  ])
  compareJunk(NAME, 'capabilities', capabilities, check)
  return { pages, status, capabilities: objectsAt(capabilities, 'capabilities') }
}

/** One page with its body; absent when the API does not have it. */
export async function readPage(
  client: Client,
  { page }: HttpPaths,
  id: string,
  check: Check,
): Promise<unknown> {
  return await readJson(client, page.replace('{id}', encodeSegment(id)), check)
}

/** The records that a search finds, in order, each with what search adds to it. */
export async function searchPages(
  client: Client,
  { search }: HttpPaths,
  query: string,
  check: Check,
  more = '',
): Promise<readonly JsonObject[]> {
  const found = {
    results: await readJson(client, `${search}?q=${encodeSegment(query)}${more}`, check),
  }
  compareJunk(NAME, 'results', found, check)
  return objectsAt(found, 'results')
}

async function readJson(client: Client, path: string, check: Check): Promise<unknown> {
  const answer = await client.call(HTTP_API_PREFIX + path, { limit: 'public' })
  if (!check.equal(NAME, `GET ${path} HTTP status`, 200, answer.status)) return undefined
  const value = parseJson(answer.text)
  if (value === undefined) check.fail(NAME, `GET ${path} body`, 'JSON', 'something else')
  return value
}

const DEFAULT_PATHS: HttpPaths = {
  search: '/search',
  status: '/status',
  pages: '/pages',
  page: '/pages/{id}',
  capabilities: '/capabilities',
}

/**
 * Finds the paths of the operations in the OpenAPI document, by the shape of their answers: a
 * registry may choose other names.
 */
export function findHttpPaths(openapi: JsonObject | undefined): HttpPaths {
  const found: Partial<Record<HttpOperation, string>> = {}
  for (const [path, item] of Object.entries(at(openapi, 'paths') ?? {})) {
    const short = path.startsWith(HTTP_API_PREFIX) ? path.slice(HTTP_API_PREFIX.length) : path
    const schema = findAnswerSchema(openapi, item)
    const operation = operationOf(short, schema)
    if (operation !== undefined) found[operation] = short
  }
  return { ...DEFAULT_PATHS, ...found }
}

function findAnswerSchema(openapi: unknown, item: unknown): unknown {
  const media = at(item, 'get', 'responses', '200', 'content', 'application/json', 'schema')
  const reference = textAt(media, '$ref')
  if (reference === undefined) return media
  return at(openapi, 'components', 'schemas', reference.split('/').at(-1) ?? '')
}

function operationOf(path: string, schema: unknown): HttpOperation | undefined {
  if (path === DEFAULT_PATHS.search || path === DEFAULT_PATHS.status)
    return path === DEFAULT_PATHS.search ? 'search' : 'status'
  const has = (name: string) => at(schema, 'properties', name) !== undefined
  if (has('markdown')) return 'page'
  if (has('capabilities')) return 'capabilities'
  return has('pages') && !has('version') ? 'pages' : undefined
}
