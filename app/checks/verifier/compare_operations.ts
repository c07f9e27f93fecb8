import { isJsonObject } from '../../contract/json_rpc.ts'
import { HTTP_API_PREFIX, HTTP_OPERATIONS } from '../../contract/operations/mod.ts'
import { SEARCH_MEMBERS } from '../../contract/page.ts'
import { type Answer, mediaTypeOf } from './exchange.ts'
import { type Check, type Checks, quoteValue } from './findings.ts'
import { objectsAt, omit, parseJson } from './json.ts'
import { addressOf, type DescribedOperation, ITEMS_MAX, readOperations } from './openapi.ts'
import type { Corpus, Reading, Records } from './reading.ts'
import { createSchemaValidator, type SchemaValidator } from './schema.ts'

const WHERE = 'developers/openapi.yaml'

/** Every operation answers as described, and MCP describes it the same way (contract 4.4). */
export async function compareOperations(corpus: Corpus, checks: Checks): Promise<void> {
  const { openapi } = corpus.files
  if (openapi === undefined) return
  const check = checks.of('operations')
  const validate = createSchemaValidator(openapi)
  const operations = readOperations(openapi)
  check.equal(WHERE, 'number of operations', HTTP_OPERATIONS.length, operations.length)
  const servers = objectsAt(openapi, 'servers').map(({ url }) => url)
  check.equal(WHERE, 'servers', [corpus.baseUrl], servers)
  await Promise.all(
    operations.slice(0, ITEMS_MAX).map(async (operation) => {
      const { id, method, path } = operation
      if (method !== 'GET') {
        check.fail(WHERE, `operation ${id}`, 'read-only (GET)', method)
        return
      }
      if (!path.startsWith(`${HTTP_API_PREFIX}/`)) {
        check.fail(WHERE, `operation ${id}`, `a path below ${HTTP_API_PREFIX}`, quoteValue(path))
        return
      }
      await compareAnswers(operation, corpus, validate, check)
      compareExamples(operation, corpus.records, validate, check)
    }),
  )
}

type Case = {
  readonly status: number
  readonly address: string
  readonly headers?: Readonly<Record<string, string>>
}

async function compareAnswers(
  operation: DescribedOperation,
  { client }: Reading,
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
  const { content } = response
  if (content.size === 0) {
    check.equal(where, `${what}: body`, '', answer.text)
    return
  }
  const type = mediaTypeOf(answer)
  if (type === undefined || !content.has(type)) {
    const expected = [...content.keys()].join(' or ')
    check.fail(where, `${what}: media type`, expected, quoteValue(type))
    return
  }
  const fault = validate(content.get(type), parseJson(answer.text))
  check.equal(where, `${what}: schema`, undefined, fault)
}

/** Example answers match their schema, and their records are those of the corpus. */
function compareExamples(
  operation: DescribedOperation,
  records: Records,
  validate: SchemaValidator,
  check: Check,
): void {
  for (const [status, { content, examples }] of operation.responses) {
    for (const example of examples) {
      const what = `operation ${operation.id}, example of ${status}`
      const [schema] = content.values()
      check.equal(WHERE, `${what}: schema`, undefined, validate(schema, example))
      const objects = [...objectsAt([example], 0), ...objectsAt(example, 'pages'), example]
      for (const found of objects.filter(isJsonObject)) {
        if (typeof found.markdown_url !== 'string') continue
        const record = records.get(String(found.id))
        check.equal(
          WHERE,
          `${what}: page ${found.id}`,
          record,
          omit(found, 'markdown', ...SEARCH_MEMBERS),
        )
      }
    }
  }
}
