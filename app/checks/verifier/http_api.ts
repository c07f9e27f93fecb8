import type { JsonObject } from '../../contract/json_rpc.ts'
import {
  FIXED_HTTP_PATHS,
  HTTP_API_PREFIX,
  HTTP_OPERATIONS,
  type HttpOperation,
  httpRoute,
} from '../../contract/operations/mod.ts'
import type { Client } from './client.ts'
import type { Check } from './findings.ts'
import { at, compareJunk, encodeSegment, objectsAt, parseJson, textAt } from './json.ts'
import { walkPages } from './paging.ts'

/** The path of each operation: the described one if there is one, else the default. */
export type HttpPaths = (operation: HttpOperation) => string

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
    return await readJson(client, paths('pages') + query, check)
  }
  const [pages, status, capabilities] = await Promise.all([
    walkPages(NAME, list, pagesListed, check),
    readJson(client, paths('status'), check),
    readJson(client, paths('capabilities'), check),
  ])
  compareJunk(NAME, 'capabilities', capabilities, check)
  return { pages, status, capabilities: objectsAt(capabilities, 'capabilities') }
}

export async function readPage(
  client: Client,
  paths: HttpPaths,
  id: string,
  check: Check,
): Promise<unknown> {
  return await readJson(client, paths('page').replace('{id}', encodeSegment(id)), check)
}

/** The records that a search finds, in order, each with what search adds to it. */
export async function searchPages(
  client: Client,
  paths: HttpPaths,
  query: string,
  check: Check,
  more = '',
): Promise<readonly JsonObject[]> {
  const found = {
    results: await readJson(client, `${paths('search')}?q=${encodeSegment(query)}${more}`, check),
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

/**
 * Finds the paths of the operations in the OpenAPI document, by the shape of their answers: a
 * registry may choose other names.
 */
export function findHttpPaths(openapi: JsonObject | undefined): HttpPaths {
  const found = new Map<HttpOperation, string>()
  for (const [path, item] of Object.entries(at(openapi, 'paths') ?? {})) {
    const short = path.startsWith(HTTP_API_PREFIX) ? path.slice(HTTP_API_PREFIX.length) : path
    const schema = findAnswerSchema(openapi, item)
    const operation = operationOf(short, schema)
    if (operation !== undefined) found.set(operation, short)
  }
  return (operation) => found.get(operation) ?? httpRoute(operation).path
}

function findAnswerSchema(openapi: unknown, item: unknown): unknown {
  const media = at(item, 'get', 'responses', '200', 'content', 'application/json', 'schema')
  const reference = textAt(media, '$ref')
  if (reference === undefined) return media
  return at(openapi, 'components', 'schemas', reference.split('/').at(-1) ?? '')
}

/** A fixed path is known; all others are told by what an answer must have. */
function operationOf(path: string, schema: unknown): HttpOperation | undefined {
  return HTTP_OPERATIONS.find((operation) => {
    const fixed = FIXED_HTTP_PATHS[operation]
    if (fixed !== undefined) return fixed === path
    const answer = httpRoute(operation).answer(ANY_LIMITS)
    const required: readonly string[] = answer.required ?? []
    const has = (name: string) => at(schema, 'properties', name) !== undefined
    return required.length > 0 && required.every(has)
  })
}

/** No name of a member depends on the limits. */
const ANY_LIMITS = { searchLimitDefault: 1, searchLimitMax: 1 }
