import { afterAll, beforeAll, expect } from 'bun:test'
import { MCP_REVISIONS } from '../../../app/contract/protocol.ts'
import { skillUri } from '../../../app/contract/skills.ts'
import { verifies } from '../../requirements/verifies.ts'
import { call, initialize, MODERN, OLDER } from './calls.ts'
import { changeDocs, type OpenDocs, openOurDocs } from './docs.ts'
import { type Answer, type Endpoint, type Fields, openEndpoint } from './endpoint.ts'

let open: OpenDocs
let endpoint: Endpoint

beforeAll(async () => {
  open = await openOurDocs()
  endpoint = openEndpoint(open.docs)
})
afterAll(async () => await open.close())

const send = (request: Request): Promise<Answer> => endpoint.send(request)
const registry = () => open.docs.current().registry
const outcome = (answer: Answer) => [answer.status, answer.error.code]
const LISTS = [
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'skills/list',
] as const
const NOT_OURS = [
  'completion/complete',
  'subscriptions/listen',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'tasks/get',
  'nothing',
  'Tools/List',
  'constructor',
  '',
] as const

const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  prompts: { listChanged: false },
  extensions: { 'io.modelcontextprotocol/skills': {} },
}

verifies(
  ['interface.mcp', 'mcp.current_revision', 'mcp.accepted_revisions', 'mcp.server_name'],
  'server/discover describes the server and lists its revisions, newest first',
  async () => {
    const { status, result } = await send(call(MODERN, 'server/discover'))
    const { name, title, instructions } = registry().service
    const { version } = open.docs.current().status()
    expect(status).toBe(200)
    expect(result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      capabilities: CAPABILITIES,
      instructions,
      ttlMs: 300_000,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name, title, version } },
    })
  },
)

verifies(
  ['mcp.capabilities', 'events.no_notifications'],
  'every revision gets the same capabilities, none of which announces changes',
  async () => {
    for (const revision of MCP_REVISIONS) {
      expect((await send(initialize(revision))).result.capabilities).toEqual(CAPABILITIES)
    }
  },
)

verifies('mcp.methods', 'an unknown method is -32601, with 404 now and 200 before', async () => {
  for (const method of [...NOT_OURS, 'ping']) {
    expect(outcome(await send(call(MODERN, method))), method).toEqual([404, -32601])
  }
  for (const revision of OLDER) {
    for (const method of [...NOT_OURS, 'server/discover']) {
      expect(outcome(await send(call(revision, method))), method).toEqual([200, -32601])
    }
  }
})

verifies(
  ['events.no_subscription', 'mcp.no_sessions'],
  'a client that asks for a stream gets a plain JSON refusal',
  async () => {
    const accept = { accept: 'text/event-stream' }
    const answer = await send(call(MODERN, 'subscriptions/listen', {}, accept))
    expect(outcome(answer)).toEqual([404, -32601])
    expect(answer.headers.get('content-type')).toBe('application/json')
    const list = await send(call(MODERN, 'tools/list', {}, accept))
    expect(list.headers.get('content-type')).toBe('application/json')
  },
)

verifies('mcp.methods', 'ping is answered with an empty result before 2026-07-28', async () => {
  for (const revision of OLDER) {
    expect((await send(call(revision, 'ping'))).body).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
  }
})

verifies(
  'mcp.methods',
  'exactly eight methods have cache hints, in the current revision only',
  async () => {
    const read = { uri: registry().resources[0]?.uri }
    const prompt = { name: 'check_feature', arguments: { feature: 'x' } }
    const tool = { name: 'get_corpus_status', arguments: {} }
    const hinted = [
      ...LISTS.map((method) => [method, {}] as const),
      ['server/discover', {}] as const,
    ]
    const own = skillUri('http://localhost:8080', registry().service.name, 'SKILL.md')
    const skill = ['skills/get', { uri: own }] as const
    for (const [method, params] of [...hinted, skill, ['resources/read', read] as const]) {
      const { result } = await send(call(MODERN, method, params))
      expect(Number.isInteger(result.ttlMs), method).toBe(true)
      expect(result.cacheScope).toBe('public')
    }
    const plain = [
      ['tools/call', tool],
      ['prompts/get', prompt],
    ] as const
    for (const [method, params] of plain) {
      const { result } = await send(call(MODERN, method, params))
      expect(result.resultType).toBe('complete')
      expect(result).not.toHaveProperty('ttlMs')
      expect(result).not.toHaveProperty('cacheScope')
    }
    const failed = await send(call(MODERN, 'resources/read', { uri: 'lectern://docs/none' }))
    expect(failed.text).not.toContain('ttlMs')
    for (const [method, params] of [
      ...hinted.slice(0, -1),
      skill,
      ['resources/read', read] as const,
    ]) {
      const { result } = await send(call('2025-11-25', method, params))
      expect(Object.keys(result)).toHaveLength(1)
    }
  },
)

verifies(
  'mcp.methods',
  'lists come in one piece, the same in every revision: no cursor',
  async () => {
    for (const method of LISTS) {
      for (const revision of MCP_REVISIONS) {
        const { result } = await send(call(revision, method))
        expect(result).not.toHaveProperty('nextCursor')
        for (const cursor of ['x', '', 5]) {
          expect(outcome(await send(call(revision, method, { cursor })))).toEqual([200, -32602])
        }
        const unset = await send(call(revision, method, { cursor: null }))
        expect(unset.result).toEqual(result)
      }
    }
  },
)

verifies('open.resources_prompts', 'the four resources of the registry can be read', async () => {
  const { version, generated, pages } = open.docs.current().status()
  const expected: Readonly<Record<string, Fields>> = {
    status: { version, generated, pages },
    capabilities: { version, generated, capabilities: open.docs.current().capabilities() },
    changes: { version, generated, changes: open.docs.current().changes() },
  }
  for (const revision of MCP_REVISIONS) {
    const listed = (await send(call(revision, 'resources/list'))).result.resources as Fields[]
    expect(listed.map((entry) => entry.uri)).toEqual(registry().resources.map(({ uri }) => uri))
    for (const { uri, content, title } of registry().resources) {
      const mimeType = content === 'index' ? 'text/plain' : 'application/json'
      expect(listed.find((entry) => entry.uri === uri)).toMatchObject({ title, mimeType })
      const { result } = await send(call(revision, 'resources/read', { uri }))
      const [read] = result.contents as { uri: string; mimeType: string; text: string }[]
      expect(read).toMatchObject({ uri, mimeType })
      if (content === 'index') expect(read?.text).toBe(await llmsText())
      else expect(JSON.parse(read?.text ?? '')).toEqual(expected[content])
    }
  }
})

async function llmsText(): Promise<string> {
  const bytes = await open.docs.current().file('llms.txt')?.read()
  if (bytes?.ok !== true) throw new Error('Cannot read "llms.txt"')
  return new TextDecoder().decode(bytes.value)
}

verifies(
  'open.resources_prompts',
  'the refusal of an unknown resource names its address',
  async () => {
    const uri = 'lectern://docs/none'
    for (const revision of MCP_REVISIONS) {
      const answer = await send(call(revision, 'resources/read', { uri }))
      expect(outcome(answer)).toEqual([200, revision === MODERN ? -32602 : -32002])
      expect(answer.error.data).toEqual({ uri })
      for (const odd of [undefined, 5, null, {}]) {
        const refused = await send(call(revision, 'resources/read', { uri: odd }))
        expect(outcome(refused)).toEqual([200, -32602])
      }
    }
    const outside = await send(call('2025-11-25', 'resources/read', { uri: 'file:///etc/passwd' }))
    expect(outcome(outside)).toEqual([200, -32002])
  },
)

verifies(
  'open.resources_prompts',
  'the two prompts treat their arguments as plain text',
  async () => {
    for (const revision of MCP_REVISIONS) {
      const { prompts } = (await send(call(revision, 'prompts/list'))).result
      expect(prompts).toEqual(registry().prompts.map(({ text: _, ...listed }) => listed))
      const question = 'What does $& {{question}} $1 do?'
      const params = { name: 'answer_from_docs', arguments: { question, other: 'ignored' } }
      const { result } = await send(call(revision, 'prompts/get', params))
      const [first] = result.messages as { role: string; content: { type: string; text: string } }[]
      expect(first).toMatchObject({ role: 'user', content: { type: 'text' } })
      expect(first?.content.text).toContain(`documentation: ${question}\n`)
    }
  },
)

verifies('open.resources_prompts', 'a prompt without what it needs is -32602', async () => {
  const bad = [
    { name: 'none' },
    { name: 5 },
    {},
    { name: 'check_feature' },
    { name: 'check_feature', arguments: {} },
    { name: 'check_feature', arguments: { feature: 5 } },
    { name: 'check_feature', arguments: [] },
    { name: 'check_feature', arguments: { Feature: 'x' } },
  ]
  for (const revision of MCP_REVISIONS) {
    for (const params of bad) {
      const answer = await send(call(revision, 'prompts/get', params))
      expect(outcome(answer), JSON.stringify(params)).toEqual([200, -32602])
    }
  }
})

verifies('mcp.errors', 'a bug is -32603 with an incident that the log explains', async () => {
  const capabilities = () => {
    throw new Error('secret detail')
  }
  const broken = openEndpoint(changeDocs(open.docs, { capabilities }))
  const { resources } = registry()
  const uri = resources.find((entry) => entry.content === 'capabilities')?.uri
  const answer = await broken.send(call(MODERN, 'resources/read', { uri }))
  expect(outcome(answer)).toEqual([500, -32603])
  expect(answer.body.id).toBe(7)
  expect(answer.text).not.toContain('secret detail')
  const incident = /as ([0-9a-f-]{36})/.exec(answer.error.message)?.[1] ?? 'none'
  expect(broken.lines.find((line) => line.includes(incident))).toContain('secret detail')
})
