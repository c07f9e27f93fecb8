import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { registerFormats } from '../../../app/contract/formats.ts'
import { type McpDiscovery, McpDiscoverySchema } from '../../../app/contract/mcp_discovery.ts'
import { OPERATION_NAMES } from '../../../app/contract/operations/mod.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { callProgram } from '../../support/command_line.ts'
import { renameRegistry, writePlainCorpus } from '../../support/renamed_registry.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { call, initialize } from './calls.ts'

const PATH = '/.well-known/mcp.json'

let corpus: string
let running: Running

beforeAll(async () => {
  registerFormats()
  corpus = await writePlainCorpus()
  running = await startRunning({ corpus })
})

afterAll(async () => {
  await running.stop()
  await rm(corpus, { recursive: true, force: true })
})

async function readDiscovery(): Promise<McpDiscovery> {
  const document: unknown = await (await fetch(running.url + PATH)).json()
  if (!Value.Check(McpDiscoverySchema, document)) {
    const wrong = [...Value.Errors(McpDiscoverySchema, document)].slice(0, 5)
    throw new Error(`Cannot read "${PATH}": ${JSON.stringify(wrong)}`)
  }
  return document
}

/** Name of the build that is served. */
async function readBuildName(): Promise<string> {
  const answer = await fetch(`${running.url}/docs-manifest.json`)
  return ((await answer.json()) as { build: string }).build
}

type EndpointResult = {
  readonly tools: readonly { readonly name: string }[]
  readonly supportedVersions: readonly string[]
  readonly serverInfo: { readonly name: string; readonly title: string; readonly version: string }
}

/** Sends a request to an address and reads the result. */
async function readResult(endpoint: string, request: Request): Promise<EndpointResult> {
  const answer = await fetch(endpoint, {
    method: request.method,
    headers: request.headers,
    body: await request.text(),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { result: EndpointResult }).result
}

/** How the endpoint describes itself, under the names of the discovery document. */
async function describeEndpoint(endpoint: string): Promise<Partial<McpDiscovery>> {
  const { tools } = await readResult(endpoint, call('2025-11-25', 'tools/list'))
  const discovered = await readResult(endpoint, call('2026-07-28', 'server/discover'))
  const { serverInfo } = await readResult(endpoint, initialize('2025-11-25'))
  const { name, title, version } = serverInfo
  return {
    name,
    title,
    version,
    tools: tools.map((tool) => tool.name),
    supportedProtocolVersions:
      discovered.supportedVersions as McpDiscovery['supportedProtocolVersions'],
  }
}

verifies(
  ['discovery.fields', 'static.mcp_discovery', 'mcp.accepted_revisions'],
  'the discovery document agrees with what the endpoint says about itself',
  async () => {
    const document = await readDiscovery()
    expect(document.endpoint).toBe(`${running.url}/mcp`)
    expect(document).toMatchObject(await describeEndpoint(document.endpoint))
    expect(document.tools).toHaveLength(OPERATION_NAMES.length)
    expect(document.transport).toBe('streamable-http')
    expect(document.protocolVersion).toBe('2026-07-28')
    expect(document.supportedProtocolVersions).toEqual([
      '2026-07-28',
      '2025-11-25',
      '2025-06-18',
      '2025-03-26',
    ])
  },
)

verifies(
  ['discovery.fields', 'rule.anonymous'],
  'the discovery document says that no credential is needed, which is true',
  async () => {
    const { authentication, endpoint } = await readDiscovery()
    expect(authentication).toMatch(/^None is needed for the public documentation tools\b/)
    const search = { name: 'search_public_docs', arguments: { query: 'topic' } }
    expect(await readResult(endpoint, call('2025-11-25', 'tools/call', search))).not.toHaveProperty(
      'isError',
    )
  },
)

verifies(
  ['static.mcp_discovery', 'static.headers', 'static.methods'],
  'the discovery document is served like every static file',
  async () => {
    const url = running.url + PATH
    const answer = await fetch(url)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const etag = answer.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = await fetch(url, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const posted = await fetch(url, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  },
)

verifiesLong(
  ['discovery.fields', 'registry.rename_follows'],
  'the discovery document follows a registry that renames, without a restart',
  async () => {
    const before = await readBuildName()
    const registry = join(running.corpusDir, 'registry.yaml')
    await writeFile(registry, renameRegistry(await readFile(registry, 'utf8')))
    const ran = await callProgram(['build'], {
      BASE_URL: running.url,
      CORPUS_DIR: running.corpusDir,
      DIST_DIR: running.distDir,
    })
    expect(ran).toMatchObject({ code: 0, err: '' })
    while ((await readBuildName()) === before) await Bun.sleep(50)
    const after = await readDiscovery()
    expect(after).toMatchObject({ name: 'quillstand', title: 'Quillstand', version: '7.8.9' })
    expect(after.tools).toContain('open_leaf')
    expect(after.tools).not.toContain('read_page')
    expect(after).toMatchObject(await describeEndpoint(after.endpoint))
  },
)
