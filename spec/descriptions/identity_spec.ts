import { afterAll, beforeAll, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { AiCatalog, ServerCard } from '../../app/contract/identity.ts'
import { OPERATION_NAMES } from '../../app/contract/operations/mod.ts'
import type { Registry } from '../../app/contract/registry.ts'
import { createLog } from '../../app/foundation/telemetry/log.ts'
import { type OpenDocs, openOurDocs } from '../interfaces/mcp/docs.ts'
import { verifies } from '../requirements/verifies.ts'
import {
  buildOrThrow,
  jsonOf,
  manifestOf,
  newFolder,
  removeFolders,
  writeSampleCorpus,
} from '../support/building.ts'
import { createInProcess } from '../support/in_process_service.ts'

const BASE = 'http://localhost:8080'
const CARD = `${BASE}/mcp/server-card`
const CATALOG = `${BASE}/.well-known/ai-catalog.json`
const ARD = `${BASE}/.well-known/ard.json`

let opened: OpenDocs
let service: ReturnType<typeof createInProcess>

beforeAll(async () => {
  opened = await openOurDocs()
  service = createInProcess(
    opened.docs,
    createLog('error', () => {}, Date.now),
  )
})
afterAll(async () => {
  await opened.close()
  await removeFolders()
})

const ask = async (url: string, init?: RequestInit): Promise<Response> =>
  await service.handle(new Request(url, init))

/** What a published schema has against a document; the README beside it names the source. */
function findFaults(schema: 'server_card' | 'ai_catalog', document: unknown): readonly string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const addTo = 'default' in addFormats ? addFormats.default : addFormats
  addTo(ajv)
  const file = join(import.meta.dir, 'identity', `${schema}.schema.json`)
  const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')))
  validate(document)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
}

verifies(
  'identity.server_card',
  'the server card is valid, and says what the endpoint says, whatever a client accepts',
  async () => {
    const answer = await ask(CARD, { headers: { accept: 'text/html' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/mcp-server-card+json',
    ])
    const card: ServerCard = await answer.json()
    expect(findFaults('server_card', card)).toEqual([])
    const { service: own, packages } = opened.docs.current().registry
    expect(card).toMatchObject({
      name: packages?.name ?? '',
      version: own.version,
      title: own.title,
      websiteUrl: `${BASE}/`,
    })
    expect(card.remotes).toEqual([
      {
        type: 'streamable-http',
        url: `${BASE}/mcp`,
        supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      },
    ])
    // Each of these must be refused, or the schema proves nothing.
    for (const wrong of [
      { name: 'lectern' },
      { description: 'x'.repeat(101) },
      { version: '^1.0.0' },
      { tools: [] },
      { $schema: card.$schema.replace('v1', 'v2') },
      { remotes: [{ type: 'stdio', url: CARD }] },
    ]) {
      expect([wrong, findFaults('server_card', { ...card, ...wrong }).length > 0]).toEqual([
        wrong,
        true,
      ])
    }
  },
)

verifies(
  ['identity.server_card', 'mcp.get_405', 'mcp.origin_refused'],
  'the card is a file: any origin reads it, a copy is checked by its tag, and /mcp keeps its rules',
  async () => {
    const foreign = { origin: 'https://foreign.invalid' }
    const answer = await ask(CARD, { headers: foreign })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'Content-Type, If-None-Match',
      'access-control-expose-headers': expect.stringMatching(/\bETag\b/),
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    })
    const etag = answer.headers.get('etag') ?? ''
    const again = await ask(CARD, { headers: { 'if-none-match': etag } })
    expect([etag.startsWith('"'), again.status, await again.text()]).toEqual([true, 304, ''])
    const head = await ask(CARD, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
    const asked = { ...foreign, 'access-control-request-method': 'GET' }
    const preflight = await ask(CARD, { method: 'OPTIONS', headers: asked })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      '*',
    ])
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const refused = await ask(CARD, { method, body: '{}' })
      expect([method, refused.status, refused.headers.get('allow')]).toEqual([
        method,
        405,
        'GET, HEAD',
      ])
    }
    const endpoint = await ask(`${BASE}/mcp`)
    expect([endpoint.status, endpoint.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await ask(`${BASE}/mcp`, { method: 'POST', headers: foreign })).status).toBe(403)
    expect((await ask(`${BASE}/mcp/no-card`)).status).toBe(404)
  },
)

verifies(
  'identity.ai_catalog',
  'one catalog is at two places, valid, and leads to both cards',
  async () => {
    const [answer, ard] = await Promise.all([ask(CATALOG), ask(ARD)])
    expect(answer.headers.get('content-type')).toBe('application/ai-catalog+json')
    expect(ard.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const text = await answer.text()
    expect(await ard.text()).toBe(text)
    const catalog: AiCatalog = JSON.parse(text)
    expect(findFaults('ai_catalog', catalog)).toEqual([])
    const types = catalog.entries.map(({ type, url }) => [type, url])
    expect(types).toEqual([
      ['application/mcp-server-card+json', CARD],
      ['application/a2a-agent-card+json', `${BASE}/.well-known/agent-card.json`],
    ])
    const examples = opened.docs.current().registry.skills.flatMap((skill) => skill.examples)
    for (const { representativeQueries = [] } of catalog.entries) {
      expect(representativeQueries.length).toBeGreaterThanOrEqual(2)
      expect(examples).toEqual(expect.arrayContaining([...representativeQueries]))
    }
    const [first] = catalog.entries
    for (const wrong of [
      { ...catalog, '@context': 'x' },
      { ...catalog, specVersion: '1' },
      { ...catalog, entries: [{ ...first, displayName: undefined }] },
      { ...catalog, entries: [{ ...first, mediaType: first?.type }] },
      { ...catalog, entries: [{ ...first, identifier: 'urn:x:y' }] },
    ]) {
      const plain: unknown = JSON.parse(JSON.stringify(wrong))
      expect(findFaults('ai_catalog', plain)).not.toEqual([])
    }
  },
)

verifies(
  ['identity.ai_catalog', 'discovery.api_catalog'],
  'every page and robots.txt name the catalog',
  async () => {
    for (const path of ['/', '/clients/discovery/']) {
      const link = (await ask(BASE + path)).headers.get('link')
      expect(link).toContain(`<${ARD}>; rel="ard"`)
      expect(link).toContain(`<${CATALOG}>; rel="ai-catalog"`)
    }
    expect(await (await ask(`${BASE}/robots.txt`)).text()).toContain(`\nAgentmap: ${ARD}\n`)
  },
)

const PLAIN = 'service:\n  name: quill\n  title: Quill\n'

/** Builds a corpus with this registry; returns where the build is. */
async function buildWith(registry: string): Promise<string> {
  const corpusDir = await writeSampleCorpus({ 'index.md': { title: 'Front' } })
  await writeFile(join(corpusDir, 'registry.yaml'), registry + PLAIN + CAPABILITY)
  const distDir = join(await newFolder(), 'dist')
  await buildOrThrow({ corpusDir, distDir })
  return distDir
}

const CAPABILITY =
  'capabilities:\n  - { id: project, title: Project, description: All of it, status: reference }\n'

verifies(
  'identity.namespace',
  'a registry says the namespace of the card and of the package; without it, the host does',
  async () => {
    const named = await buildWith('namespace: org.example.docs\npackages:\n')
    expect(await jsonOf(named, 'mcp/server-card')).toMatchObject({ name: 'org.example.docs/quill' })
    const stored = await jsonOf<{ registry: Registry }>(named, 'private/service.json')
    expect(stored.registry.packages?.name).toBe('org.example.docs/quill')
    const packed = await buildWith('packages: { name: com.other/docs }\n')
    expect(await jsonOf(packed, 'mcp/server-card')).toMatchObject({ name: 'com.other/quill' })
    const bare = await buildWith('')
    expect(await jsonOf(bare, 'mcp/server-card')).toMatchObject({ name: 'example.docs/quill' })
    expect(await manifestOf(bare)).not.toMatchObject({
      files: expect.arrayContaining([expect.objectContaining({ path: OLD_CARD })]),
    })
  },
)

const OLD_CARD = '.well-known/mcp/server-card.json'

verifies(
  'identity.old_card',
  'the older card is there only where the registry asks for it, and names the same server',
  async () => {
    const asked = await buildWith('old_server_card: true\n')
    const card = await jsonOf<{ tools: readonly unknown[] }>(asked, OLD_CARD)
    expect(card).toMatchObject({
      serverInfo: { name: 'quill', title: 'Quill', version: '0.0.0' },
      transport: { type: 'streamable-http', endpoint: 'https://docs.example/mcp' },
      capabilities: { tools: { listChanged: false } },
    })
    expect(card.tools).toHaveLength(OPERATION_NAMES.length)
  },
)
