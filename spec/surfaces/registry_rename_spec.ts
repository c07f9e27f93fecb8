import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { callProgram } from '../support/command_line.ts'
import {
  renameRegistry,
  TRACES,
  textsBelow,
  writePlainCorpus,
} from '../support/renamed_registry.ts'
import { type Running, startRunning } from '../support/running.ts'

const API = '/api/public/docs'

let corpus: string
let running: Running
let oldBuild: string

beforeAll(async () => {
  corpus = await writePlainCorpus()
  running = await startRunning({ corpus })
  oldBuild = (await manifest()).build
  const registry = join(running.corpusDir, 'registry.yaml')
  const fresh = renameRegistry(await readFile(registry, 'utf8'))
  await writeFile(
    registry,
    fresh.replace(/(id: search\n(?: {4}.*\n){2} {4}status: )\w+/, '$1foundation'),
  )
  const built = await callProgram(['build'], {
    BASE_URL: running.url,
    CORPUS_DIR: running.corpusDir,
    DIST_DIR: running.distDir,
  })
  expect(built).toEqual(expect.objectContaining({ code: 0, err: '' }))
  while ((await manifest()).build === oldBuild) await Bun.sleep(50)
})

afterAll(async () => {
  await running.stop()
  await rm(corpus, { recursive: true, force: true })
})

type Manifest = { readonly build: string; readonly version: string; readonly files: ListedFile[] }
type ListedFile = { readonly path: string }

async function manifest(): Promise<Manifest> {
  const answer = await fetch(`${running.url}/docs-manifest.json`)
  return (await answer.json()) as Manifest
}

/** Status and body of an answer. */
async function getText(path: string, init?: RequestInit): Promise<readonly [number, string]> {
  const answer = await fetch(running.url + path, init)
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return [answer.status, `${headers}\n\n${await answer.text()}`]
}

async function callMcp(method: string, params: object = {}): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return (await getText('/mcp', { method: 'POST', headers, body }))[1]
}

async function handshake(): Promise<string> {
  const clientInfo = { name: 'spec', version: '1.0.0' }
  return await callMcp('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo,
  })
}

function tracesIn(text: string): readonly string[] {
  return TRACES.filter((name) => text.includes(name))
}

verifies(
  ['registry.rename_follows', 'open.three_endpoints'],
  'operation paths follow the registry without a restart, and old paths are gone',
  async () => {
    const [status, list] = await getText(`${API}/leaves?limit=2`)
    expect(status).toBe(200)
    expect(list).toContain('"pages":[{"id":"p')
    expect((await getText(`${API}/abilities`))[0]).toBe(200)
    expect((await getText(`${API}/pages`))[0]).toBe(404)
    expect((await getText(`${API}/pages/p1`))[0]).toBe(404)
    expect((await getText(`${API}/capabilities`))[0]).toBe(404)
  },
)

verifies(['registry.rename_follows', 'open.error_codes'], 'error codes follow', async () => {
  expect((await getText(`${API}/search?q=topic&limit=0`))[1]).toContain('"code":"wrong_argument"')
  expect((await getText(`${API}/leaves/p999999`))[1]).toContain('"code":"no_such_leaf"')
  expect((await getText(`${API}/status`, { method: 'POST' }))[1]).toContain('"code":"wrong_method"')
})

verifies(['registry.rename_follows', 'open.nine_tools'], 'tools follow', async () => {
  const tools = await callMcp('tools/list')
  const names = ['search_public_docs', 'open_leaf', 'leaf_list', 'one_ability', 'all_abilities']
  for (const name of [...names, 'corpus_facts', 'news_list', 'one_http_call', 'one_procedure']) {
    expect(tools).toContain(`"name":"${name}"`)
  }
  expect(tools).toContain('"title":"Open a leaf"')
  const search = { name: 'search_public_docs', arguments: { query: 'topic 3' } }
  expect(await callMcp('tools/call', search)).toContain('"Topic 3"')
  expect(await callMcp('tools/call', { name: 'corpus_facts', arguments: {} })).toContain('7.8.9')
  expect(await callMcp('tools/call', { name: 'get_corpus_status', arguments: {} })).toContain(
    '-32602',
  )
})

verifies(['registry.rename_follows', 'open.server_name'], 'the identity follows', async () => {
  const answer = await handshake()
  expect(answer).toContain('"name":"quillstand"')
  expect(answer).toContain('"title":"Quillstand"')
  expect(answer).toContain('"version":"7.8.9"')
})

verifies(
  ['registry.rename_follows', 'open.llms_full_path'],
  'the second llms file follows',
  async () => {
    expect((await getText('/everything.txt'))[0]).toBe(200)
    expect((await getText('/llms-full.txt'))[0]).toBe(404)
    expect((await getText('/llms.txt'))[1]).toContain('/everything.txt')
  },
)

verifies('registry.rename_follows', 'a changed status follows to capability and page', async () => {
  const [, text] = await getText('/docs-data/status.json')
  expect(text.replace(/\s/g, '')).toMatch(/"id":"search"[^}]*"status":"foundation"/)
  expect((await getText(`${API}/leaves?status=foundation`))[1]).toContain('"Topic 2"')
})

verifies('registry.rename_follows', 'no built file holds an old name', async () => {
  const { build } = await manifest()
  expect(build).not.toBe(oldBuild)
  const texts = await textsBelow(join(running.distDir, 'builds', build))
  expect(texts.size).toBeGreaterThan(20)
  const traces = [...texts].flatMap(([path, text]) =>
    tracesIn(text).map((name) => `${path.slice(path.indexOf(build) + build.length)}: ${name}`),
  )
  expect(traces).toEqual([])
})

verifies('registry.rename_follows', 'no answer holds an old name', async () => {
  const { files } = await manifest()
  const answers = [
    ...(await Promise.all(files.map(({ path }) => getText(`/${path}`)))).map(([, text]) => text),
    ...(
      await Promise.all(
        ['/status', '/search?q=topic', '/nowhere'].map((path) => getText(API + path)),
      )
    ).map(([, text]) => text),
    await handshake(),
    ...(await Promise.all(
      ['tools/list', 'resources/list', 'prompts/list', 'no/such'].map((method) => callMcp(method)),
    )),
  ]
  expect(answers.length).toBeGreaterThan(25)
  expect([...new Set(answers.flatMap(tracesIn))]).toEqual([])
})

verifies('registry.fixed_names', 'what the contract names cannot be renamed', async () => {
  const broken = await writePlainCorpus()
  const file = join(broken, 'registry.yaml')
  const registry = await readFile(file, 'utf8')
  const fixed = { 'name: search_public_docs': 'name: find', 'path: /search': 'path: /find' }
  for (const [old, fresh] of Object.entries({ ...fixed, 'path: /status': 'path: /facts' })) {
    expect(registry).toContain(old)
    await writeFile(file, registry.replace(old, fresh))
    const ran = await callProgram(['build'], { CORPUS_DIR: broken, DIST_DIR: join(broken, 'dist') })
    expect([old, ran.code]).toEqual([old, 1])
    expect(ran.err).toMatch(/registry\.yaml:\d+:\d+: /)
  }
  await rm(broken, { recursive: true, force: true })
})
