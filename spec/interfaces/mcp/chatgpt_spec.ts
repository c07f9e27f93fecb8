import { afterAll, beforeAll, expect } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Ajv } from 'ajv'
import { OPERATION_NAMES } from '../../../app/contract/operations/mod.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createInProcess } from '../../support/in_process_service.ts'
import { obtainToken } from '../../support/login.ts'
import { CORPUS } from '../../support/repository.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { createSampleDocs } from '../../support/sample_docs.ts'
import type { Fields } from './endpoint.ts'

const READ = 'mcp:business:read'
const WRITE = 'mcp:business:write'

const text = { type: 'string', minLength: 1 }
const address = { type: 'string', pattern: '^https?://' }
const result = { id: text, title: text, url: address }
const closed = { type: 'object', additionalProperties: false }

/** The shapes as OpenAI publishes them, with no member beside. */
const PUBLISHED: Readonly<Record<string, object>> = {
  search: {
    ...closed,
    properties: {
      results: {
        type: 'array',
        items: { ...closed, properties: result, required: Object.keys(result) },
      },
    },
    required: ['results'],
  },
  fetch: {
    ...closed,
    properties: {
      ...result,
      text,
      metadata: { type: 'object', additionalProperties: { type: 'string' } },
    },
    required: [...Object.keys(result), 'text'],
  },
}

let running: Running
let client: Client
const { open, log } = createSampleDocs()

beforeAll(async () => {
  // No form of the texts at `/mcp` changes anything here.
  const env = { DEV_SIGN_IN: '1', CHATGPT_ENDPOINT: '1', MCP_RESULT_TEXT: 'markdown' }
  running = await startRunning({ corpus: CORPUS, env })
  client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${running.url}/mcp/chatgpt`)))
})
afterAll(async () => {
  await client.close()
  await running.stop()
})

/** One call as an older client makes it, at any of our addresses. */
async function send(path: string, method: string, params: Fields = {}, token?: string) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(running.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const challenge = answer.headers.get('www-authenticate')
  const body = (await answer.json()) as { result?: Fields; error?: Fields }
  return { status: answer.status, challenge, result: body.result ?? {}, error: body.error ?? {} }
}

/** Calls a tool with the official client; what it answers has its published shape, twice. */
async function call(name: string, args: Fields): Promise<Fields> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
  expect(isError).not.toBe(true)
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
  const validate = new Ajv().compile(PUBLISHED[name] ?? false)
  expect([validate(structuredContent), validate.errors]).toEqual([true, null])
  return structuredContent as Fields
}

verifies(
  ['mcp.chatgpt', 'mcp.result_text'],
  'the official client gets both tools in their published shape',
  async () => {
    const { tools } = await client.listTools()
    const [search, read] = tools
    expect([search?.name, read?.name]).toEqual(['search', 'fetch'])
    expect(search?.inputSchema).toMatchObject({
      properties: { query: { type: 'string' } },
      required: ['query'],
    })
    expect(read?.inputSchema).toMatchObject({
      properties: { id: { type: 'string' } },
      required: ['id'],
    })
    for (const tool of [search, read]) {
      expect(Object.keys(tool?.inputSchema.properties ?? {})).toHaveLength(1)
      expect(tool?.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false })
    }
    const { results } = (await call('search', { query: 'limits' })) as { results: Fields[] }
    expect(results.length).toBeGreaterThan(3)
    const usual = await send('/mcp', 'tools/call', {
      name: 'search_public_docs',
      arguments: { query: 'limits' },
    })
    const { results: records } = usual.result.structuredContent as { results: Fields[] }
    expect(results).toEqual(records.map(({ id, title, url }) => ({ id, title, url })))
    expect(await call('search', { query: 'zzxxqq' })).toEqual({ results: [] })
    const page = await call('fetch', { id: results[0]?.id })
    const record = await fetch(`${running.url}/api/public/docs/pages/${page.id}`)
    const { markdown, status, title } = (await record.json()) as Fields
    expect([page.text, page.title]).toEqual([markdown, title])
    expect(page.metadata).toMatchObject({ status })
  },
)

verifies(
  'mcp.chatgpt',
  'a page of what is not built says so in its text; what cannot be read is told',
  async () => {
    const answer = await fetch(`${running.url}/api/public/docs/pages?status=not_yet&limit=1`)
    const { pages } = (await answer.json()) as { pages: readonly Fields[] }
    expect(pages).toHaveLength(1)
    for (const { id, notice } of pages) {
      const page = await call('fetch', { id })
      expect(page.text).toStartWith(`> ${notice}\n\n`)
      expect(page.metadata).toMatchObject({ status: 'not_yet', notice })
    }
    for (const [name, args, said] of [
      ['fetch', { id: 'p99999' }, 'find ids with search'],
      ['fetch', {}, 'Cannot call "fetch": argument "id" is absent'],
      ['search', { query: '' }, 'Cannot call "search"'],
    ] as const) {
      const { content, isError } = await client.callTool({ name, arguments: args })
      expect([
        isError,
        JSON.stringify(content).includes(JSON.stringify(said).slice(1, -1)),
      ]).toEqual([true, true])
    }
    const usual = await send('/mcp/chatgpt', 'tools/call', { name: 'read_page', arguments: {} })
    expect(usual.error).toMatchObject({ code: -32602 })
    expect(usual.error.message).toContain('choose from: search, fetch')
    expect((await send('/mcp/chatgpt', 'resources/list')).error).toMatchObject({ code: -32601 })
  },
)

verifies(
  ['mcp.chatgpt', 'mcp.result_text', 'auth.refused_without_scope'],
  'private tools say how to sign in, and ask for it in a result with the status 200',
  async () => {
    const { result: list } = await send('/mcp/chatgpt', 'tools/list')
    const tools = list.tools as readonly (Fields & { _meta: Fields })[]
    for (const { securitySchemes, _meta } of tools) {
      const scope = _meta['lectern/scope']
      const scheme = scope === undefined ? { type: 'noauth' } : { type: 'oauth2', scopes: [scope] }
      expect([securitySchemes, _meta.securitySchemes]).toEqual([[scheme], [scheme]])
    }
    expect(tools.length).toBeGreaterThan(4)
    const profile = { name: 'get_business_profile', arguments: {} }
    const metadata = `${running.url}/.well-known/oauth-protected-resource/mcp`
    const anonymous = await send('/mcp/chatgpt', 'tools/call', profile)
    expect([anonymous.status, anonymous.challenge, anonymous.result.isError]).toEqual([
      ...[200, null, true],
    ])
    expect(anonymous.result._meta).toEqual({
      'mcp/www_authenticate': [
        `Bearer resource_metadata="${metadata}", scope="${READ}", error="invalid_token", ` +
          'error_description="Sign in to use this tool"',
      ],
    })
    const modern = await client.callTool(profile)
    expect(modern._meta).toMatchObject(anonymous.result._meta as Fields)
    const { access } = await obtainToken(running.url, { scope: READ })
    const signed = await send('/mcp/chatgpt', 'tools/call', profile, access)
    expect([signed.status, signed.result.isError]).toEqual([200, undefined])
    const json = JSON.stringify(signed.result.structuredContent)
    expect(signed.result.content).toEqual([{ type: 'text', text: json }])
    const note = { name: 'add_memory_note', arguments: { topic: 'other', text: 'x' } }
    const lacking = await send('/mcp/chatgpt', 'tools/call', note, access)
    expect(JSON.stringify(lacking.result._meta)).toContain(`${READ} ${WRITE}`)
    expect(JSON.stringify(lacking.result._meta)).toContain('insufficient_scope')
  },
)

verifies(
  ['mcp.chatgpt', 'mcp.ten_tools'],
  'everybody else sees the usual tools and a 401; without the setting, the address is not there',
  async () => {
    const { result: list } = await send('/mcp', 'tools/list')
    const names = (list.tools as readonly Fields[]).map(({ name }) => name)
    expect(names.slice(0, OPERATION_NAMES.length)).not.toContain('fetch')
    expect(names.indexOf('get_business_profile')).toBeGreaterThanOrEqual(10)
    const profile = { name: 'get_business_profile', arguments: {} }
    const anonymous = await send('/mcp', 'tools/call', profile)
    expect([anonymous.status, anonymous.challenge?.startsWith('Bearer scope=')]).toEqual([
      401,
      true,
    ])
    const { docs } = await open()
    const off = createInProcess(docs, log)
    expect(off.routes.map(({ path }) => path)).not.toContain('/mcp/chatgpt')
    const request = new Request('http://localhost/mcp/chatgpt', { method: 'POST' })
    expect((await off.handle(request)).status).toBe(404)
  },
)
