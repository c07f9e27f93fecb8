import { expect } from 'bun:test'
import { formatProblem } from '../../../app/contract/problem.ts'
import type { Choices } from '../../../app/import/tools/mod.ts'
import { importInto } from './imported_tools.ts'

const JOB = "schema: { $ref: '#/components/schemas/Job' }"
const ANSWER = `{ '200': { content: { application/json: { ${JOB} } } } }`

/** A document with one operation that has the given members. */
export function write(members: string, path = '/jobs', method = 'get', top = ''): string {
  return `openapi: 3.1.0
${top}paths:
  ${path}:
    ${method}:
      operationId: theCall
${members}
      responses: ${ANSWER}
components:
  schemas:
    Job: { type: object, properties: { id: { type: string }, company: { type: string } } }
    TenantId: { $ref: '#/components/schemas/Text' }
    Text: { type: string }
    Organization: { type: object, properties: { id: { type: string } } }
    Team: { type: object, properties: { id: { type: string } } }
    Loop:
      type: object
      properties: { inner: { $ref: '#/components/schemas/Loop' } }
      required: [inner]
  parameters:
    WorkspaceId: { name: w, in: query, schema: { type: string } }
`
}

/** A parameter that is required. */
export function parameter(name: string, where: string, more = 'schema: { type: string }'): string {
  return `      parameters: [{ name: ${name}, in: ${where}, required: true, ${more} }]`
}

/** A body of JSON with the given members. */
export function body(properties: string, required = '[]'): string {
  const schema = `{ type: object, required: ${required}, properties: { ${properties} } }`
  return `      requestBody: { content: { application/json: { schema: ${schema} } } }`
}

/** Everything that is wrong with the call of a document; nothing may be written. */
export async function refusalOf(
  text: string,
  choices: Choices = { reach: 'answer' },
): Promise<string> {
  const { result, text: written } = await importInto({ text }, ['theCall'], choices)
  expect(written).toBeUndefined()
  return result.ok ? '' : result.error.map(formatProblem).join('\n')
}
