import { afterAll, beforeAll, expect } from 'bun:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { HTTP_OPERATIONS } from '../../../app/contract/operations/mod.ts'
import { COUNTS } from '../../../app/contract/registry_words.ts'
import { verifies } from '../../requirements/verifies.ts'
import { type Running, startRunning } from '../../support/running.ts'

type Fields = Readonly<Record<string, unknown>>
type Content = { readonly schema: object }
type Operation = {
  readonly operationId: string
  readonly method: string
  readonly url: string
  readonly parameters: readonly { readonly name: string; readonly in: string; schema: object }[]
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, Content>> }>>
  readonly example: { readonly url: string; readonly status?: number; readonly body?: unknown }
}
type Workflow = {
  readonly workflowId: string
  readonly steps: readonly {
    readonly operationId: string
    readonly successCriteria: readonly { readonly condition: string }[]
    readonly parameters?: readonly { readonly name: string; readonly value: unknown }[]
  }[]
}
type Event = {
  readonly type: string
  readonly headers: object
  readonly envelope: object
  readonly data: object
  readonly example: { readonly headers: object; readonly payload: Fields }
}

let running: Running

beforeAll(async () => {
  running = await startRunning({ env: { PUBLIC_CALLS_PER_MINUTE: '1000000' } })
})
afterAll(async () => {
  await running.stop()
})

async function rpc(method: string, params: object): Promise<Fields> {
  const answer = await fetch(`${running.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return Object(await answer.json()).result
}

async function ask<Answer>(name: string, args: object): Promise<Answer> {
  const { structuredContent } = await rpc('tools/call', { name, arguments: args })
  const [answer] = Object.values(Object(structuredContent)).filter((each) => each instanceof Object)
  return Object(answer)
}

/** The ids that the refusal of a call without an id lists. */
async function idsOf(name: string): Promise<readonly string[]> {
  const { content } = await rpc('tools/call', { name, arguments: {} })
  const [, listed = ''] = String(Object(content)[0].text).split('; choose from: ')
  return listed.split(', ')
}

const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }))
const faultsOf = (schema: object, value: unknown) => {
  const validate = ajv.compile(schema)
  return validate(value) ? [] : [ajv.errorsText(validate.errors)]
}

verifies(
  'mcp.descriptions',
  'a call without an id is answered with every id that exists',
  async () => {
    expect(await idsOf('get_http_operation')).toHaveLength(HTTP_OPERATIONS.length)
    expect(await idsOf('get_workflow')).toHaveLength(COUNTS.workflows)
    expect(await idsOf('get_event_type')).toHaveLength(COUNTS.eventTypes)
    const capabilities = await fetch(`${running.url}/api/public/docs/capabilities`)
    const listed = Object(await capabilities.json()).capabilities.map(({ id }: Fields) => id)
    expect(await idsOf('get_capability')).toEqual(listed)
  },
)

verifies('mcp.descriptions', 'an operation can be called from its description alone', async () => {
  for (const id of await idsOf('get_http_operation')) {
    const operation = await ask<Operation>('get_http_operation', { id })
    const { operationId, method, url, parameters, responses, example } = operation
    expect([operationId, method]).toEqual([id, 'GET'])
    expect(JSON.stringify(operation)).not.toContain('$ref')
    expect(url).toStartWith(`${running.url}/api/public/docs/`)
    for (const { name, schema } of parameters)
      expect([name, Object.keys(schema)]).not.toEqual([name, []])
    expect(example.url).not.toContain('{')
    const { pathname, search } = new URL(example.url)
    const answer = await fetch(running.url + pathname + search)
    const body = await answer.json()
    expect([id, answer.status, body]).toEqual([id, 200, example.body ?? body])
    const { schema = {} } = responses['200']?.content?.['application/json'] ?? {}
    expect([id, faultsOf(schema, body)]).toEqual([id, []])
    expect(responses).toHaveProperty('429')
  }
})

verifies(
  'mcp.descriptions',
  'each step of a workflow names an operation that a tool knows',
  async () => {
    const known = await idsOf('get_http_operation')
    const arazzo = await fetch(`${running.url}/developers/workflows.arazzo.yaml`)
    const { workflows } = Object(Bun.YAML.parse(await arazzo.text()))
    for (const id of await idsOf('get_workflow')) {
      const workflow = await ask<Workflow>('get_workflow', { id })
      const published = workflows.find((each: Fields) => each.workflowId === id)
      expect(workflow.workflowId).toBe(id)
      expect(JSON.stringify(workflow)).not.toContain('"reference"')
      expect(workflow).toMatchObject({ inputs: published.inputs, outputs: published.outputs })
      for (const { operationId, successCriteria } of workflow.steps) {
        expect(known).toContain(operationId)
        expect(successCriteria).not.toEqual([])
      }
    }
  },
)

verifies('mcp.descriptions', 'the example of an event fits its schemas', async () => {
  for (const type of await idsOf('get_event_type')) {
    const { headers, envelope, data, example, ...event } = await ask<Event>('get_event_type', {
      type,
    })
    expect(event.type).toBe(type)
    expect([type, faultsOf(headers, example.headers)]).toEqual([type, []])
    expect([type, faultsOf(envelope, example.payload)]).toEqual([type, []])
    expect([type, faultsOf(data, example.payload.data)]).toEqual([type, []])
    expect([type, faultsOf(data, {})]).not.toEqual([type, []])
    expect(JSON.stringify([headers, envelope, data])).not.toContain('$ref')
  }
})
