import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { callProgram } from '../../support/command_line.ts'
import { writePlainCorpus } from '../../support/renamed_registry.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { importsOf } from '../../tidy/imports.ts'
import { treeSources } from '../../tidy/tree.ts'
import { call, callTool, MODERN } from './calls.ts'
import { type Answer, read } from './endpoint.ts'

let corpus: string
let underTest: Running
let production: Running

beforeAll(async () => {
  corpus = await writePlainCorpus()
  underTest = await startRunning({ corpus, env: { DIAGNOSTICS: '1' } })
  const env = { NODE_ENV: 'production', BASE_URL: 'https://localhost' }
  production = await startRunning({ corpus, env })
})

afterAll(async () => {
  await underTest.stop()
  await production.stop()
  await rm(corpus, { recursive: true, force: true })
})

async function send(server: Running, request: Request): Promise<Answer> {
  return await read(await fetch(new Request(`${server.url}/mcp`, request)))
}

/** One member of each entry of a list. */
async function readList(server: Running, method: string, key: string): Promise<readonly string[]> {
  const { result } = await send(server, call(MODERN, method))
  const [entries] = Object.values(result).filter(Array.isArray)
  return (entries ?? []).map((entry: Readonly<Record<string, string>>) => entry[key] ?? '')
}

const LISTS = [
  { list: 'tools/list', key: 'name', use: 'tools/call', prefix: 'test_' },
  { list: 'prompts/list', key: 'name', use: 'prompts/get', prefix: 'test_' },
  { list: 'resources/list', key: 'uri', use: 'resources/read', prefix: 'test:' },
] as const

verifies(
  'authority.diagnostics',
  'a production process lists no fixture and answers -32602 for each',
  async () => {
    for (const { list, key, use, prefix } of LISTS) {
      const own = await readList(production, list, key)
      const all = await readList(underTest, list, key)
      const fixtures = all.slice(own.length)
      expect(all.slice(0, own.length)).toEqual([...own])
      expect(own.filter((name) => name.startsWith(prefix))).toEqual([])
      expect(fixtures.length).toBeGreaterThan(1)
      expect(fixtures.filter((name) => !name.startsWith(prefix))).toEqual([])
      for (const name of fixtures) {
        const refused = await send(production, call(MODERN, use, { [key]: name }))
        expect([name, refused.status, refused.error.code]).toEqual([name, 200, -32602])
        expect(refused.error.message).toMatch(/no such/)
        const known = await send(underTest, call(MODERN, use, { [key]: name }))
        expect(known.error.message).not.toMatch(/no such/)
      }
    }
  },
)

verifies(
  'authority.diagnostics',
  'a production process has no completions, no templates and no strict metadata',
  async () => {
    const ref = { type: 'ref/prompt', name: 'test_simple_prompt' }
    const completion = { ref, argument: { name: 'arg1', value: 'par' } }
    const refused = await send(production, call(MODERN, 'completion/complete', completion))
    expect([refused.status, refused.error.code]).toEqual([404, -32601])
    const completed = await send(underTest, call(MODERN, 'completion/complete', completion))
    expect(completed.result.completion).toMatchObject({ values: ['paris', 'park', 'party'] })
    expect(await readList(production, 'resources/templates/list', 'uriTemplate')).toEqual([])
    const _meta = { 'io.modelcontextprotocol/protocolVersion': MODERN }
    const bare = (server: Running) => send(server, call(MODERN, 'tools/list', { _meta }))
    expect((await bare(production)).status).toBe(200)
    const strict = await bare(underTest)
    expect([strict.status, strict.error.code]).toEqual([400, -32602])
    expect(strict.error.message).toContain('clientCapabilities')
    for (const [server, capable] of [
      [production, false],
      [underTest, true],
    ] as const) {
      const discovered = await send(server, call(MODERN, 'server/discover'))
      expect('completions' in Object(discovered.result.capabilities)).toBe(capable)
    }
  },
)

verifies(
  'authority.diagnostics',
  'a fixture refuses a client without the capability, and a state it did not issue',
  async () => {
    const declaring = (name: string, capabilities: object, more: object = {}) => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': MODERN,
        'io.modelcontextprotocol/clientCapabilities': capabilities,
      }
      return send(underTest, call(MODERN, 'tools/call', { name, _meta, ...more }))
    }
    const lacking = await declaring('test_missing_capability', {})
    expect([lacking.status, lacking.error.code]).toEqual([400, -32021])
    expect(lacking.error.data).toEqual({ requiredCapabilities: { sampling: {} } })
    const first = 'test_input_required_result_request_state'
    const asked = await declaring(first, { elicitation: {} })
    expect(asked.result).toMatchObject({ resultType: 'input_required' })
    const { requestState } = asked.result
    const inputResponses = { confirm: { action: 'accept', content: { ok: true } } }
    const going = { inputResponses, requestState }
    const done = await declaring(first, { elicitation: {} }, going)
    expect(done.result.resultType).toBe('complete')
    const elsewhere = 'test_input_required_result_tampered_state'
    for (const [name, state] of [
      [elsewhere, requestState],
      [first, `${String(requestState)}0`],
      [first, String(requestState).replace(':0:', ':1:')],
      [first, 7],
    ] as const) {
      const more = { inputResponses, requestState: state }
      const refused = await declaring(name, { elicitation: {} }, more)
      expect(refused.error.code, `${name} ${state}`).toBe(-32602)
    }
    const older = await send(underTest, callTool('2025-11-25', first, {}))
    expect(older.result.isError).toBe(true)
  },
)

verifies('authority.diagnostics', 'only progress is answered with a stream', async () => {
  const asking = (name: string) => {
    const params = { name, _meta: { progressToken: 7 } }
    return new Request(`${underTest.url}/mcp`, call('2025-11-25', 'tools/call', params))
  }
  const streamed = await fetch(asking('test_tool_with_progress'))
  expect(streamed.headers.get('content-type')).toBe('text/event-stream')
  const messages = [...(await streamed.text()).matchAll(/^data: (.+)$/gm)].map((found) =>
    JSON.parse(found[1] ?? ''),
  )
  expect(messages.slice(0, 3).map(({ params }) => params.progress)).toEqual([0, 50, 100])
  expect(messages.slice(0, 3).map(({ params }) => params.progressToken)).toEqual([7, 7, 7])
  expect(messages[3]).toMatchObject({ id: 7, result: { content: [{ type: 'text' }] } })
  expect(messages).toHaveLength(4)
  for (const name of await readList(underTest, 'tools/list', 'name')) {
    if (name === 'test_tool_with_progress') continue
    expect((await fetch(asking(name))).headers.get('content-type')).toBe('application/json')
  }
})

verifies(
  ['settings.diagnostics', 'authority.diagnostics'],
  'DIAGNOSTICS=1 in production or away from loopback stops the program',
  async () => {
    const folders = { CORPUS_DIR: corpus, DIST_DIR: join(corpus, 'dist') }
    const remote = { BASE_URL: 'https://docs.example.com' }
    const local = { BASE_URL: 'https://localhost' }
    const runs = (env: Record<string, string>) => callProgram(['check'], { ...folders, ...env })
    for (const env of [remote, { ...local, NODE_ENV: 'production' }]) {
      const ran = await runs({ ...env, DIAGNOSTICS: '1' })
      expect([ran.code, ran.err.startsWith('DIAGNOSTICS: ')]).toEqual([2, true])
      expect((await runs({ ...env, DIAGNOSTICS: '0' })).code).toBe(0)
    }
    expect((await runs({ ...local, DIAGNOSTICS: '1' })).code).toBe(0)
    expect((await runs({ ...local, DIAGNOSTICS: 'on' })).code).toBe(2)
  },
)

verifies('authority.diagnostics', 'no registry can name a fixture', async () => {
  const file = join(corpus, 'registry.yaml')
  const registry = await readFile(file, 'utf8')
  const broken = registry
    .replace('name: list_changes', 'name: test_simple_text')
    .replace('name: check_feature', 'name: test_simple_prompt')
    .replace(/uri: \S*docs\/changes/, 'uri: test://static-text')
  await writeFile(file, broken)
  const checked = await callProgram(['check'], { CORPUS_DIR: corpus })
  await writeFile(file, registry)
  expect(checked.code).toBe(1)
  for (const name of ['test_simple_text', 'test_simple_prompt', 'test://static-text']) {
    expect(checked.err).toContain(`"${name}" is reserved for test fixtures`)
  }
})

verifiesLong('authority.diagnostics', 'only the interface imports the fixtures, on demand', () => {
  const own = /^app\/interfaces\/mcp\/_diagnostics\w*\.ts$/
  const sources = treeSources()
  const importers = sources
    .filter(({ path }) => !own.test(path))
    .filter((source) => importsOf(source).some(({ target }) => own.test(target ?? '')))
  expect(importers.map(({ path }) => path)).toEqual(['app/interfaces/mcp/plugin.ts'])
  const [plugin] = importers
  expect(plugin?.text.match(/_diagnostics/g)).toHaveLength(1)
  expect(plugin?.text).toContain("await import('./_diagnostics.ts')")
  const users = sources.filter(({ path, code }) => {
    return !path.startsWith('spec/') && code.includes('loadDiagnostics()')
  })
  expect(users.map(({ path }) => path).sort()).toEqual([
    'app/interfaces/mcp/plugin.ts',
    'app/service/listen.ts',
  ])
})

verifies('authority.diagnostics', 'only the fixtures have what production does not do', () => {
  const foreign = /-32021|input_required|text\/event-stream|completion\/complete|inputRequests/
  // The verifier, the doctor and the panel of the preview are clients of a service.
  const service = /^app\/(?!checks\/|build\/preview\/_panel)/
  const speakers = treeSources().filter(
    ({ path, text }) => service.test(path) && foreign.test(text),
  )
  const names = speakers.map(({ path }) => path).filter((path) => !path.includes('_diagnostics'))
  expect(speakers.length).toBeGreaterThan(0)
  expect(names).toEqual([])
})
