import { isJsonObject } from '../../../contract/json_rpc.ts'
import { HTTP_API_PREFIX } from '../../../contract/operations/mod.ts'
import type { Check } from '../findings.ts'
import { at, objectsAt, resolveAll, textAt } from '../json.ts'
import { type DescribedOperation, ITEMS_MAX, readOperations } from '../openapi.ts'
import type { Reading } from '../reading.ts'
import { nameText } from '../result_markdown.ts'
import type { OperationCheck } from './_check.ts'

export const operation: OperationCheck = {
  listStatements: (content) => nameText('operation', JSON.stringify(content.operation)),
  compare: async (corpus, checks) => {
    const { openapi } = corpus.files
    if (openapi === undefined) return
    const check = checks.of('operations')
    const described = readOperations(openapi).slice(0, ITEMS_MAX)
    await Promise.all(described.filter(isPublic).map((each) => compareTool(each, corpus, check)))
  },
}

/** What a document describes besides is a fault of the document. */
function isPublic({ method, path }: DescribedOperation): boolean {
  return method === 'GET' && path.startsWith(`${HTTP_API_PREFIX}/`)
}

/** The tool describes an operation as the document does. */
async function compareTool(
  { id, path, method, parameters, responses }: DescribedOperation,
  { mcp, baseUrl, files: { openapi } }: Reading,
  check: Check,
): Promise<void> {
  const answer = await mcp.run('operation', { id })
  const what = `operation ${id}`
  if (!isJsonObject(answer)) return
  const { operation: described } = answer
  check.equal('MCP', `${what} url`, baseUrl + path, textAt(described, 'url'))
  check.equal('MCP', `${what} method`, method, textAt(described, 'method'))
  check.equal('MCP', `${what} id`, id, textAt(described, 'operationId'))
  const named = parameters.map(({ name, place }) => [name, place])
  const own = objectsAt(described, 'parameters').map((each) => [each.name, each.in])
  check.equal('MCP', `${what} parameters`, named, own)
  for (const [status, { content }] of responses) {
    const answered = at(described, 'responses', status, 'content')
    for (const [type, schema] of content) {
      const expected = resolveAll(openapi, schema)
      check.equal('MCP', `${what} ${status}`, expected, at(answered, type, 'schema'))
    }
  }
}
