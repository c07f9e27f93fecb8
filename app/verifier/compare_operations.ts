import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { HTTP_API_PREFIX, HTTP_OPERATIONS } from '../contract/operations.ts'
import type { Answer, Client } from './client.ts'
import { type Book, shown } from './findings.ts'
import { at, objectsAt, parsedJson, textAt, without } from './json.ts'
import type { McpCaller } from './mcp.ts'
import { addressOf, type DescribedOperation, readOperations } from './openapi.ts'
import { type SchemaCheck, schemaCheck } from './schema.ts'

const WHERE = 'developers/openapi.yaml'

type Ports = { readonly client: Client; readonly mcp: McpCaller; readonly baseUrl: string }

/** Every described operation answers as described, and MCP describes it alike (contract 4.4). */
export async function compareOperations(
  document: JsonObject,
  records: ReadonlyMap<string, JsonObject>,
  { client, mcp, baseUrl }: Ports,
  book: Book,
): Promise<void> {
  const check = schemaCheck(document)
  const described = readOperations(document)
  book.equal(WHERE, 'number of operations', HTTP_OPERATIONS.length, described.length)
  book.equal(
    WHERE,
    'servers',
    [baseUrl],
    objectsAt(document, 'servers').map(({ url }) => url),
  )
  const operations = described.slice(0, OPERATIONS_MAX)
  await Promise.all(
    operations.map(async (operation) => {
      if (operation.method !== 'GET') {
        book.wrong(WHERE, `operation ${operation.id}`, 'read-only (GET)', operation.method)
        return
      }
      if (!operation.path.startsWith(`${HTTP_API_PREFIX}/`)) {
        const found = shown(operation.path)
        book.wrong(WHERE, `operation ${operation.id}`, `a path below ${HTTP_API_PREFIX}`, found)
        return
      }
      await Promise.all([
        compareAnswers(operation, client, check, book),
        compareTool(operation, mcp, baseUrl, book),
      ])
      compareExamples(operation, records, check, book)
    }),
  )
}

/** What a document may hold that is not ours; more are not called. */
const OPERATIONS_MAX = 20

type Case = {
  readonly status: number
  readonly address: string
  readonly headers?: Readonly<Record<string, string>>
}

async function compareAnswers(
  operation: DescribedOperation,
  client: Client,
  check: SchemaCheck,
  book: Book,
): Promise<void> {
  const address = addressOf(operation)
  const good = await client.call(address, { limit: 'public' })
  compareAnswer(operation, { status: 200, address }, good, check, book)
  const etag = good.headers.get('etag')
  const cases: Case[] = []
  const describes = (status: number) => operation.responses.has(String(status))
  if (etag !== null && describes(304)) {
    cases.push({ status: 304, address, headers: { 'if-none-match': etag } })
    cases.push({ status: 200, address, headers: { 'if-none-match': '"another"' } })
  }
  if (operation.parameters.some(({ name }) => name === 'limit')) {
    cases.push({ status: 400, address: addressOf(operation, { limit: '0' }) })
  }
  const key = operation.parameters.find(({ place }) => place === 'path')
  if (key !== undefined) {
    cases.push({ status: 404, address: addressOf(operation, { [key.name]: 'x0-none' }) })
  }
  await Promise.all(
    cases.map(async (each) => {
      const { address: path, headers = {} } = each
      const answer = await client.call(path, { headers, limit: 'public' })
      compareAnswer(operation, each, answer, check, book)
    }),
  )
}

function compareAnswer(
  operation: DescribedOperation,
  { status, address }: Case,
  answer: Answer,
  check: SchemaCheck,
  book: Book,
): void {
  const where = 'HTTP API'
  const what = `operation ${operation.id}, GET ${address}`
  if (!book.equal(where, `${what}: HTTP status`, status, answer.status)) return
  const response = operation.responses.get(String(status))
  if (response === undefined) {
    book.wrong(WHERE, what, `a description of status ${status}`, 'none')
    return
  }
  const type = answer.headers.get('content-type')?.split(';')[0]
  if (response.content.size === 0) {
    book.equal(where, `${what}: body`, '', answer.text)
    return
  }
  if (!response.content.has(type ?? '')) {
    const expected = [...response.content.keys()].join(' or ')
    book.wrong(where, `${what}: media type`, expected, shown(type))
    return
  }
  const fault = check(response.content.get(type ?? ''), parsedJson(answer.text))
  book.equal(where, `${what}: schema`, undefined, fault)
}

/** The tool that describes an operation says the same as the document. */
async function compareTool(
  operation: DescribedOperation,
  mcp: McpCaller,
  baseUrl: string,
  book: Book,
): Promise<void> {
  const answer = await mcp.run('operation', { id: operation.id })
  const what = `operation ${operation.id}`
  if (!isJsonObject(answer)) return
  const { operation: told } = answer
  const url = textAt(told, 'url')?.replaceAll('%7B', '{').replaceAll('%7D', '}')
  book.equal('MCP', `${what} url`, baseUrl + operation.path, url)
  book.equal('MCP', `${what} path`, operation.path, HTTP_API_PREFIX + textAt(told, 'path'))
  book.equal('MCP', `${what} id`, operation.id, textAt(told, 'id'))
}

/** Shown answers fit their schema, and the records in them are those of the corpus. */
function compareExamples(
  operation: DescribedOperation,
  records: ReadonlyMap<string, JsonObject>,
  check: SchemaCheck,
  book: Book,
): void {
  for (const [status, { content, examples }] of operation.responses) {
    for (const example of examples) {
      const what = `operation ${operation.id}, example of ${status}`
      const [schema] = content.values()
      book.equal(WHERE, `${what}: schema`, undefined, check(schema, example))
      for (const found of [...objectsAt([example], 0), ...objectsAt(example, 'pages')]) {
        compareExampleRecord(what, found, records, book)
      }
      compareExampleRecord(what, example, records, book)
    }
  }
}

function compareExampleRecord(
  what: string,
  found: unknown,
  records: ReadonlyMap<string, JsonObject>,
  book: Book,
): void {
  const record = records.get(String(at(found, 'id')))
  const isRecord = typeof at(found, 'markdown_url') === 'string'
  if (!isRecord || typeof found !== 'object' || found === null) return
  const plain = without({ ...found }, 'markdown', 'section')
  book.equal(WHERE, `${what}: page ${at(found, 'id')}`, record, plain)
}
