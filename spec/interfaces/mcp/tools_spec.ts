import { afterAll, beforeAll, expect } from 'bun:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { OPERATION_NAMES, type Operation } from '../../../app/contract/operations/mod.ts'
import { MCP_REVISIONS } from '../../../app/contract/protocol.ts'
import { normalizeQuery } from '../../../app/contract/query.ts'
import { verifies } from '../../requirements/verifies.ts'
import { makeArguments } from '../../support/tool_arguments.ts'
import { call, callTool, MODERN } from './calls.ts'
import { changeDocs, type OpenDocs, openOurDocs } from './docs.ts'
import {
  type Answer,
  type Endpoint,
  type Fields,
  openEndpoint,
  readContent,
  readToolError,
} from './endpoint.ts'

let open: OpenDocs
let endpoint: Endpoint

beforeAll(async () => {
  open = await openOurDocs()
  endpoint = openEndpoint(open.docs)
})
afterAll(async () => await open.close())
type Card = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Fields
  readonly outputSchema: Fields
  readonly annotations: Fields
}

const current = () => open.docs.current()
const ask = (operation: Operation, args: unknown, at = endpoint): Promise<Answer> =>
  at.send(callTool(MODERN, nameOf(operation), args))

function nameOf(operation: Operation): string {
  const entry = current().registry.tools.find((tool) => tool.operation === operation)
  return entry?.name ?? 'none'
}

async function cards(): Promise<readonly Card[]> {
  return (await endpoint.send(call(MODERN, 'tools/list'))).result.tools as Card[]
}

verifies(
  ['mcp.tools_list_shape', 'mcp.public_annotations', 'mcp.ten_tools', 'mcp.tool_descriptions'],
  'tools/list has closed, read-only tools, the same in every revision',
  async () => {
    const listed = await cards()
    const names = current().registry.tools.map(({ name }) => name)
    expect(listed.map((card) => card.name)).toEqual(names)
    expect(listed).toHaveLength(OPERATION_NAMES.length)
    for (const card of listed) {
      expect(card.title).toBeString()
      expect(card.description).toContain('status')
      expect(card.description).toMatch(/[Cc]heck/)
      expect(card.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(card.inputSchema.properties).toBeObject()
      expect(card.inputSchema.required).toBeArray()
      expect(card.annotations).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      })
    }
    for (const revision of MCP_REVISIONS) {
      const answer = await endpoint.send(call(revision, 'tools/list'))
      expect(answer.result.tools).toEqual(listed)
    }
  },
)

verifies(
  ['mcp.search_tool', 'mcp.search_query_alone', 'mcp.page_tool_input'],
  'search takes a query alone; the page tool takes id, section, max_tokens and more_ids',
  async () => {
    const [search, page] = await cards()
    expect(search?.name).toBe('search_public_docs')
    expect(search?.inputSchema.required).toEqual(['query'])
    expect(Object.keys(search?.inputSchema.properties ?? {})).toEqual(['query'])
    expect(search?.inputSchema.properties).toMatchObject({ query: { type: 'string' } })
    expect(page?.inputSchema.required).toEqual(['id'])
    const { properties } = page?.inputSchema ?? {}
    expect(Object.keys(properties ?? {})).toEqual(['id', 'section', 'max_tokens', 'more_ids'])
    const nullable = { anyOf: [{ type: 'integer' }, { type: 'null' }], default: 4000 }
    expect(properties).toMatchObject({ max_tokens: nullable })
  },
)

verifies(
  ['mcp.tool_results', 'operations.ten', 'open.nine_tools', 'authority.public'],
  'each tool names its corpus and gives the same JSON twice, as its output schema says',
  async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats(ajv)
    const listed = await cards()
    for (const operation of OPERATION_NAMES) {
      const answer = await ask(operation, makeArguments(operation, current()))
      const structured = readContent(answer)
      const [block] = answer.result.content as { type: string; text: string }[]
      expect(JSON.parse(block?.text ?? '')).toEqual(structured)
      const { version, generated } = current().status()
      expect(structured).toMatchObject({ version, generated })
      const card = listed.find(({ name }) => name === nameOf(operation))
      const validate = ajv.compile({ ...card?.outputSchema })
      expect([validate(structured), ajv.errorsText(validate.errors)]).toEqual([true, 'No errors'])
    }
  },
)

verifies('mcp.tool_results', 'search gives the records of public_docs, in order', async () => {
  const { results, outcome, degraded } = readContent(await ask('search', { query: 'rate limit' }))
  const { search_limit_default } = current().registry.limits
  const { records } = current().search(normalizeQuery('rate limit'), search_limit_default)
  expect([outcome, degraded]).toEqual(['found', false])
  expect(results).toEqual([...records])
})

verifies(
  'mcp.tool_results',
  'nothing found, a weak answer, a degraded index and a failure are four different answers',
  async () => {
    const nothing = readContent(await ask('search', { query: 'qqxjzkwv' }))
    expect(nothing).toMatchObject({ outcome: 'nothing_found', degraded: false, results: [] })
    expect(nothing.note).toContain('No page')

    const weak = readContent(await ask('search', { query: 'qqxjzkwv zzvqkjx grant of a port' }))
    expect(weak).toMatchObject({ outcome: 'weak', unmatched: ['qqxjzkwv', 'zzvqkjx'] })
    expect(weak.note).toContain('No section')

    const search = (query: string, limit: number) => ({
      ...current().search(normalizeQuery(query), limit),
      degraded: true,
    })
    const degradedEndpoint = openEndpoint(changeDocs(open.docs, { search }))
    const degraded = readContent(await ask('search', { query: 'rate limit' }, degradedEndpoint))
    expect(degraded).toMatchObject({ outcome: 'found', degraded: true })
    expect(degraded.note).toContain('could not be searched')

    const failing = () => {
      throw new Error('secret detail')
    }
    const broken = openEndpoint(changeDocs(open.docs, { search: failing }))
    const failure = readToolError(await ask('search', { query: 'rate limit' }, broken))
    expect(failure).toContain('internal error')
    expect(failure).not.toContain('secret detail')
    expect(broken.lines.join('\n')).toContain('secret detail')
  },
)

verifies('mcp.tool_results', 'a page that is not built yet says so in words', async () => {
  const listed = readContent(await ask('pages', { status: 'not_yet' })).pages as Fields[]
  expect(listed.length).toBeGreaterThan(0)
  for (const record of listed) expect(record.notice).toContain('Not built yet')
  const { page } = readContent(await ask('page', { id: listed[0]?.id }))
  expect(page).toMatchObject({ status: 'not_yet', notice: listed[0]?.notice })
  const available = readContent(await ask('pages', { status: 'available' })).pages as Fields[]
  expect(available.length).toBeGreaterThan(0)
  expect(available.some((record) => 'notice' in record)).toBe(false)
  for (const record of [...listed, ...available]) {
    expect(record).toMatchObject({ updated: expect.any(String), url: expect.any(String) })
  }
})

verifies('mcp.errors', 'the model learns what is wrong with arguments', async () => {
  const wrong: readonly (readonly [Operation, unknown, string])[] = [
    ['search', {}, 'argument "query" is absent'],
    ['search', { query: ' \n ' }, 'is not a string of 1 to 1024 characters'],
    ['search', { query: 'x', limit: 5 }, 'argument "limit" is unknown'],
    ['search', { query: 'x'.repeat(1025) }, 'is not a string of 1 to 1024 characters'],
    ['search', 'x', 'the arguments are not an object'],
    ['page', { id: 'p1', max_tokens: 'few' }, '"max_tokens" is not an integer from 100 to'],
    ['page', { id: 'No such page' }, 'perhaps p'],
    ['page', { id: 'p1', page_id: 'p2' }, 'arguments "id" and "page_id" mean the same and differ'],
    ['capability', {}, 'argument "id" is absent; it takes id (a string of 1 to 128'],
    ['capability', {}, 'choose from: corpus_build, registry'],
    ['page', { id: 'p0' }, 'find ids with search_public_docs'],
    ['pages', { status: 'done' }, 'one of available, available_owner'],
    ['pages', { after: 'p0' }, 'leave out "after"'],
    ['capability', { id: 'none' }, 'choose from: corpus_build, registry'],
    ['pages', { after: '7' }, 'argument "after" is not a page id such as p12'],
    ['status', { x: 1 }, 'it takes no arguments'],
    ['operation', { id: 'none' }, 'choose from: searchDocs'],
    ['workflow', { id: 'none' }, 'choose from: checkFreshness'],
    ['event', { type: 'none' }, 'choose from: corpus.published'],
  ]
  for (const revision of MCP_REVISIONS) {
    for (const [operation, args, problem] of wrong) {
      const answer = await endpoint.send(callTool(revision, nameOf(operation), args))
      expect(answer.status).toBe(200)
      expect(readToolError(answer)).toContain(problem)
      expect(readToolError(answer)).not.toMatch(/\^|\[a-z\]/)
    }
    for (const name of ['none', 'Search_public_docs', 'constructor', 5, undefined]) {
      const answer = await endpoint.send(call(revision, 'tools/call', { name, arguments: {} }))
      expect([answer.status, answer.error.code]).toEqual([200, -32602])
      if (typeof name === 'string') {
        expect(answer.error.message).toContain('choose from: search_public_docs, read_page')
      }
    }
  }
})

verifies(
  ['auth.public_tools', 'rule.public_stays_public', 'auth.integration_key_refused'],
  'an attached token changes nothing, whatever it is',
  async () => {
    const bare = await ask('search', { query: 'limit' })
    for (const authorization of ['Bearer x', 'Basic Zm9vOmJhcg==', 'Bearer', 'key_123']) {
      const args = { query: 'limit' }
      const request = callTool(MODERN, 'search_public_docs', args, { authorization })
      const answer = await endpoint.send(request)
      expect([answer.status, answer.text]).toEqual([bare.status, bare.text])
      expect(answer.headers.has('www-authenticate')).toBe(false)
    }
  },
)
