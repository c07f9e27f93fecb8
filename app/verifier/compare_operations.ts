import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import { HTTP_API_PREFIX, HTTP_OPERATIONS } from '../contract/operations.ts'
import type { Client } from './client.ts'
import type { Answer } from './exchange.ts'
import { type Check, quoteValue } from './findings.ts'
import { at, objectsAt, omit, parseJson, textAt } from './json.ts'
import type { McpCaller } from './mcp.ts'
import { addressOf, type DescribedOperation, readOperations } from './openapi.ts'
import { createSchemaValidator, type SchemaValidator } from './schema.ts'

const WHERE = 'developers/openapi.yaml'

type Ports = { readonly client: Client; readonly mcp: McpCaller; readonly baseUrl: string }

/** Every operation answers as described, and MCP describes it the same way (contract 4.4). */
export async function compareOperations(
  document: JsonObject,
  records: ReadonlyMap<string, JsonObject>,
  { client, mcp, baseUrl }: Ports,
  check: Check,
): Promise<void> {
  const validate = createSchemaValidator(document)
  const described = readOperations(document)
  check.equal(WHERE, 'number of operations', HTTP_OPERATIONS.length, described.length)
  check.equal(
    WHERE,
    'servers',
    [baseUrl],
    objectsAt(document, 'servers').map(({ url }) => url),
  )
  const operations = described.slice(0, OPERATIONS_MAX)
  await Promise.all(
    operations.map(async (operation) => {
      if (operation.method !== 'GET') {
        check.fail(WHERE, `operation ${operation.id}`, 'read-only (GET)', operation.method)
        return
      }
      if (!operation.path.startsWith(`${HTTP_API_PREFIX}/`)) {
        const found = quoteValue(operation.path)
        check.fail(WHERE, `operation ${operation.id}`, `a path below ${HTTP_API_PREFIX}`, found)
        return
      }
      await Promise.all([
        compareAnswers(operation, client, validate, check),
        compareTool(operation, mcp, baseUrl, check),
      ])
      compareExamples(operation, records, validate, check)
    }),
  )
}

/** A foreign document may describe more operations; the rest are ignored. */
const OPERATIONS_MAX = 20

type Case = {
  readonly status: number
  readonly address: string
  readonly headers?: Readonly<Record<string, string>>
}

async function compareAnswers(
  operation: DescribedOperation,
  client: Client,
  validate: SchemaValidator,
  check: Check,
): Promise<void> {
  const address = addressOf(operation)
  const good = await client.call(address, { limit: 'public' })
  compareAnswer(operation, { status: 200, address }, good, validate, check)
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
      compareAnswer(operation, each, answer, validate, check)
    }),
  )
}

function compareAnswer(
  operation: DescribedOperation,
  { status, address }: Case,
  answer: Answer,
  validate: SchemaValidator,
  check: Check,
): void {
  const where = 'HTTP API'
  const what = `operation ${operation.id}, GET ${address}`
  if (!check.equal(where, `${what}: HTTP status`, status, answer.status)) return
  const response = operation.responses.get(String(status))
  if (response === undefined) {
    check.fail(WHERE, what, `a description of status ${status}`, 'none')
    return
  }
  const type = answer.headers.get('content-type')?.split(';')[0]
  if (response.content.size === 0) {
    check.equal(where, `${what}: body`, '', answer.text)
    return
  }
  if (!response.content.has(type ?? '')) {
    const expected = [...response.content.keys()].join(' or ')
    check.fail(where, `${what}: media type`, expected, quoteValue(type))
    return
  }
  const fault = validate(response.content.get(type ?? ''), parseJson(answer.text))
  check.equal(where, `${what}: schema`, undefined, fault)
}

/** The tool describes an operation as the document does. */
async function compareTool(
  operation: DescribedOperation,
  mcp: McpCaller,
  baseUrl: string,
  check: Check,
): Promise<void> {
  const answer = await mcp.run('operation', { id: operation.id })
  const what = `operation ${operation.id}`
  if (!isJsonObject(answer)) return
  const { operation: described } = answer
  const url = textAt(described, 'url')?.replaceAll('%7B', '{').replaceAll('%7D', '}')
  check.equal('MCP', `${what} url`, baseUrl + operation.path, url)
  check.equal('MCP', `${what} path`, operation.path, HTTP_API_PREFIX + textAt(described, 'path'))
  check.equal('MCP', `${what} id`, operation.id, textAt(described, 'id'))
}

/** Example answers match their schema, and their records are those of the corpus. */
function compareExamples(
  operation: DescribedOperation,
  records: ReadonlyMap<string, JsonObject>,
  validate: SchemaValidator,
  check: Check,
): void {
  for (const [status, { content, examples }] of operation.responses) {
    for (const example of examples) {
      const what = `operation ${operation.id}, example of ${status}`
      const [schema] = content.values()
      check.equal(WHERE, `${what}: schema`, undefined, validate(schema, example))
      for (const found of [...objectsAt([example], 0), ...objectsAt(example, 'pages')]) {
        compareExampleRecord(what, found, records, check)
      }
      compareExampleRecord(what, example, records, check)
    }
  }
}

function compareExampleRecord(
  what: string,
  found: unknown,
  records: ReadonlyMap<string, JsonObject>,
  check: Check,
): void {
  const record = records.get(String(at(found, 'id')))
  const isRecord = typeof at(found, 'markdown_url') === 'string'
  if (!isRecord || typeof found !== 'object' || found === null) return
  const plain = omit({ ...found }, 'markdown', 'section')
  check.equal(WHERE, `${what}: page ${at(found, 'id')}`, record, plain)
}
