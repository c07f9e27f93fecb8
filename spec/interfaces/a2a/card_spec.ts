import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentCard } from '../../../app/contract/a2a.ts'
import { COUNTS } from '../../../app/contract/registry_words.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { callProgram } from '../../support/command_line.ts'
import { writePlainCorpus } from '../../support/renamed_registry.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { asks, dataOf, messageOf, read, textOf } from './calls.ts'

const PATH = '/.well-known/agent-card.json'
const LEGACY = '/.well-known/agent.json'

let corpus: string
let running: Running

beforeAll(async () => {
  corpus = await writePlainCorpus()
  running = await startRunning({ corpus, env: { PUBLIC_CALLS_PER_MINUTE: '100000' } })
})

afterAll(async () => {
  await running.stop()
  await rm(corpus, { recursive: true, force: true })
})

async function fetchPath(path: string, init: RequestInit = {}): Promise<Response> {
  return await fetch(running.url + path, init)
}

async function card(): Promise<AgentCard> {
  return (await (await fetchPath(PATH)).json()) as AgentCard
}

async function answerTo(text: string, metadata = {}) {
  const request = asks(text, { metadata })
  const init = { method: 'POST', headers: request.headers, body: await request.text() }
  return await read(await fetchPath('/a2a', init))
}

verifies(
  [
    'a2a.card',
    'agent_card.version',
    'agent_card.protocol_version',
    'agent_card.streaming',
    'agent_card.extended',
    'version.agent_card',
    'interface.manifests',
  ],
  'the card has the members of A2A 1.0 and the two of the contract, and no more',
  async () => {
    const { skills, ...rest } = await card()
    expect(rest).toEqual({
      protocolVersion: '1.0.0',
      name: 'Lectern',
      description: expect.stringContaining('documentation'),
      version: '0.1.0',
      supportedInterfaces: [
        { url: `${running.url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
      provider: { organization: 'The Lectern authors', url: `${running.url}/` },
      documentationUrl: `${running.url}/`,
      capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
      supportsAuthenticatedExtendedCard: false,
      defaultInputModes: ['text/plain', 'application/json'],
      defaultOutputModes: ['text/plain', 'application/json'],
    })
    expect(skills).toHaveLength(COUNTS.skills)
    for (const skill of skills) {
      expect(Object.keys(skill)).toEqual(['id', 'name', 'description', 'tags', 'examples'])
      expect([skill.tags.length > 0, skill.examples.length > 0]).toEqual([true, true])
    }
  },
)

verifies(
  ['a2a.card', 'static.headers', 'static.methods'],
  'the card is served with validators, and to every origin',
  async () => {
    const answer = await fetchPath(PATH, { headers: { 'a2a-version': '9' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('cache-control')).toContain('max-age=300')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('last-modified')).toMatch(/ GMT$/)
    const etag = answer.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    for (const named of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await fetchPath(PATH, { headers: { 'if-none-match': named } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
      expect(again.headers.get('cache-control')).toContain('max-age=300')
    }
    expect((await fetchPath(PATH, { method: 'HEAD' })).status).toBe(200)
    expect((await fetchPath(PATH, { method: 'POST' })).status).toBe(405)
  },
)

verifies(
  'a2a.legacy_card',
  'the path of older clients gives the same bytes, and names the card as canonical',
  async () => {
    const [now, old] = [await fetchPath(PATH), await fetchPath(LEGACY, { redirect: 'error' })]
    expect(await old.text()).toBe(await now.text())
    for (const name of ['etag', 'content-type', 'cache-control', 'last-modified', 'vary']) {
      expect([name, old.headers.get(name)]).toEqual([name, now.headers.get(name)])
    }
    const link = `<${running.url}${PATH}>; rel="canonical"`
    expect([old.headers.get('link'), now.headers.get('link')]).toEqual([link, null])
    expect(old.headers.get('access-control-expose-headers')).toContain('Link')
    const etag = old.headers.get('etag') ?? ''
    const again = await fetchPath(LEGACY, { headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.get('link')]).toEqual([304, link])
  },
)

verifies(
  ['interface.a2a', 'a2a.credential', 'a2a.methods'],
  'the endpoint takes calls of every origin, with and without a slash, and looks at no credential',
  async () => {
    const request = asks('topic 3')
    const body = await request.text()
    const foreign = { origin: 'https://elsewhere.example', authorization: 'Bearer nonsense' }
    for (const path of ['/a2a', '/a2a/']) {
      const headers = { ...Object.fromEntries(request.headers), ...foreign }
      const answer = await read(await fetchPath(path, { method: 'POST', headers, body }))
      expect(dataOf(answer).citations[0]?.title).toBe('Topic 3')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
    const asked = await fetchPath('/a2a', {
      method: 'OPTIONS',
      headers: { origin: foreign.origin },
    })
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'POST'])
    expect(asked.headers.get('access-control-allow-headers')).toBe('*, Authorization')
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const refused = await read(await fetchPath('/a2a', { method }))
      expect([refused.status, refused.body.error?.code]).toEqual([405, -32600])
      expect(refused.headers.get('allow')).toBe('POST')
    }
  },
)

verifies(
  ['a2a.answers', 'rule.parity', 'interface.a2a'],
  'what the agent cites is what the HTTP API says',
  async () => {
    const found = await fetchPath('/api/public/docs/search?q=topic')
    const records = (await found.json()) as readonly { section?: unknown; status: string }[]
    const { citations } = dataOf(await answerTo('topic', { skillId: 'search_documentation' }))
    expect<unknown>(citations).toEqual(records)
    for (const { id, section: _, passage: __, ...cited } of citations) {
      const page = await fetchPath(`/api/public/docs/pages/${id}`)
      expect(await page.json()).toMatchObject({ id, ...cited })
    }
  },
)

/** Name of the build that is served. */
async function build(): Promise<string> {
  return ((await (await fetchPath('/docs-manifest.json')).json()) as { build: string }).build
}

verifiesLong(
  ['agent_card.skills', 'a2a.routing', 'pages.one_status', 'registry.rename_follows'],
  'a new status and new names show in card and answers immediately, without a restart',
  async () => {
    const before = await answerTo('Is the status of Search available?')
    expect(textOf(before)).toContain('Search: status available')
    const [old, registry] = [await build(), join(running.corpusDir, 'registry.yaml')]
    const text = await readFile(registry, 'utf8')
    const changed = text
      .replace(/(id: search\n(?: {4}.*\n){2} {4}status: )\w+/, '$1foundation')
      .replace('id: check_capability', 'id: probe_ability')
      .replace('version: 0.1.0', 'version: 7.8.9')
    await writeFile(registry, changed)
    const ran = await callProgram(['build'], {
      BASE_URL: running.url,
      CORPUS_DIR: running.corpusDir,
      DIST_DIR: running.distDir,
      PUBLIC_CALLS_PER_MINUTE: '100000',
    })
    expect(ran).toMatchObject({ code: 0 })
    while ((await build()) === old) await Bun.sleep(50)
    const after = await answerTo('Is the status of Search available?')
    expect(textOf(after)).toContain('Search: status foundation')
    expect(messageOf(after).metadata).toMatchObject({ skillId: 'probe_ability', version: '7.8.9' })
    const { version, skills } = await card()
    expect(version).toBe('7.8.9')
    expect(skills.map(({ id }) => id)).toContain('probe_ability')
    for (const { id } of skills) {
      expect(messageOf(await answerTo('topic', { skillId: id })).metadata.skillId).toBe(id)
    }
    const gone = await answerTo('topic', { skillId: 'check_capability' })
    expect(gone.body.error?.code).toBe(-32602)
  },
)
