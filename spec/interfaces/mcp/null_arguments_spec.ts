import { afterAll, beforeAll, expect } from 'bun:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { verifies } from '../../requirements/verifies.ts'
import { call, callTool, MODERN } from './calls.ts'
import { type OpenDocs, openOurDocs } from './docs.ts'
import { type Answer, type Endpoint, openEndpoint, readContent } from './endpoint.ts'

let open: OpenDocs
let endpoint: Endpoint

beforeAll(async () => {
  open = await openOurDocs()
  endpoint = openEndpoint(open.docs)
})
afterAll(async () => await open.close())

type Card = {
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, object>>
    readonly required: readonly string[]
  }
}

const ask = (tool: string, args: unknown): Promise<Answer> =>
  endpoint.send(callTool(MODERN, tool, args))

verifies(
  'mcp.null_arguments',
  'null for an optional argument is absence, and the schemas say so',
  async () => {
    const nulls = { kind: null, status: null, limit: null, after: null }
    for (const args of [nulls, null]) {
      const { pages, after } = readContent(await ask('list_pages', args))
      expect(pages).toHaveLength(25)
      expect(after).toMatch(/^p\d+$/)
    }
    expect(readContent(await ask('list_pages', { limit: 100 })).pages).not.toHaveLength(25)
    const id = 'p1'
    const whole = readContent(await ask('read_page', { id, section: null, max_tokens: null }))
    expect(whole).toEqual(readContent(await ask('read_page', { id })))
    expect(readContent(await ask('get_corpus_status', null))).toEqual(
      readContent(await ask('get_corpus_status', {})),
    )
    const { tools } = (await endpoint.send(call(MODERN, 'tools/list'))).result
    // The schema specs prove that this is what every card has.
    for (const { inputSchema } of tools as readonly Card[]) {
      const { properties, required } = inputSchema
      for (const [name, schema] of Object.entries(properties)) {
        const isOptional = !required.includes(name)
        expect([name, new Ajv2020({ strict: false }).validate(schema, null)]).toEqual([
          name,
          isOptional,
        ])
      }
    }
  },
)

verifies('mcp.null_arguments', 'null for the arguments of a prompt is absence', async () => {
  const { prompts } = open.docs.current().registry
  for (const { name, arguments: args } of prompts) {
    const required = args.filter((each) => each.required).map((each) => [each.name, 'Search'])
    const optional = args.filter((each) => !each.required).map((each) => [each.name, null])
    const get = async (given: unknown) =>
      await endpoint.send(call(MODERN, 'prompts/get', { name, arguments: given }))
    const needed = Object.fromEntries(required)
    const whole = await get({ ...needed, ...Object.fromEntries(optional) })
    expect([name, whole.result]).toEqual([name, (await get(needed)).result])
    // A required one is still required, and null for all of them is none of them.
    const bare = required.length === 0 ? undefined : -32602
    const nulls = Object.fromEntries(required.map(([key]) => [key, null]))
    for (const given of [null, nulls]) {
      expect([name, given, (await get(given)).error?.code]).toEqual([name, given, bare])
    }
  }
})
