import { afterAll, beforeAll, expect } from 'bun:test'
import { createLog } from '../../app/foundation/telemetry/log.ts'
import { type OpenDocs, openOurDocs } from '../interfaces/mcp/docs.ts'
import { verifies } from '../requirements/verifies.ts'
import { createInProcess } from '../support/in_process_service.ts'

const BASE = 'http://localhost:8080'
const CATALOG = `${BASE}/.well-known/api-catalog`
const SKILLS = `${BASE}/.well-known/agent-skills/index.json`

let opened: OpenDocs
let service: ReturnType<typeof createInProcess>

beforeAll(async () => {
  opened = await openOurDocs()
  service = createInProcess(
    opened.docs,
    createLog('error', () => {}, Date.now),
  )
})
afterAll(async () => await opened.close())

const ask = async (url: string, init?: RequestInit): Promise<Response> =>
  await service.handle(new Request(url, init))

type Link = { readonly href: string; readonly type?: string }
type Entry = { readonly anchor: string } & Readonly<Record<string, readonly Link[] | string>>

verifies(
  'discovery.api_catalog',
  'the catalog lists the three interfaces, and every link leads to what it says',
  async () => {
    const answer = await ask(CATALOG)
    expect(answer.headers.get('content-type')).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    )
    const { linkset } = (await answer.json()) as { linkset: readonly Entry[] }
    const [catalog, ...interfaces] = linkset
    const addresses = ['/api/public/docs', '/mcp', '/a2a'].map((path) => BASE + path)
    expect(interfaces.map(({ anchor }) => anchor)).toEqual(addresses)
    expect(catalog).toMatchObject({
      anchor: CATALOG,
      item: addresses.map((href) => ({ href })),
    })
    const relations = linkset.flatMap(({ anchor: _, item: __, ...rest }) => Object.entries(rest))
    const names = ['service-desc', 'service-doc', 'service-meta', 'status']
    expect([...new Set(relations.map(([name]) => name))].sort()).toEqual(names)
    for (const { href, type } of relations.flatMap(([, links]) => links as readonly Link[])) {
      const found = await ask(href)
      const media = found.headers.get('content-type')?.split(';')[0]
      expect([href, found.status, media]).toEqual([href, 200, type])
    }
  },
)

verifies(
  'discovery.api_catalog',
  'HEAD names the catalog, and so does every page, beside the skills',
  async () => {
    const head = await ask(CATALOG, { method: 'HEAD' })
    expect([head.status, head.headers.get('link')]).toEqual([
      200,
      `<${CATALOG}>; rel="api-catalog"`,
    ])
    for (const path of ['/', '/clients/discovery/']) {
      const link = (await ask(BASE + path)).headers.get('link')
      expect(link).toContain(`<${CATALOG}>; rel="api-catalog"`)
      expect(link).toContain(`<${SKILLS}>; rel="service-meta"; type="application/json"`)
    }
  },
)

verifies(
  'discovery.agent_skills',
  'the index has the digest of the skill as it is served, which names every tool and operation',
  async () => {
    const index = await (await ask(SKILLS)).json()
    expect(index.$schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json')
    expect(index.skills).toHaveLength(1)
    const [{ name, type, description, url, digest }] = index.skills
    expect({ type, url }).toEqual({
      type: 'skill-md',
      url: `${BASE}/.well-known/agent-skills/${name}/SKILL.md`,
    })
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    const answer = await ask(url)
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const text = await answer.text()
    const hash = new Bun.CryptoHasher('sha256').update(text).digest('hex')
    expect(digest).toBe(`sha256:${hash}`)
    const [, front = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
    expect(Bun.YAML.parse(front)).toEqual({ name, description })
    expect(description.length).toBeLessThanOrEqual(1024)
    const { registry } = opened.docs.current()
    expect(body).toContain(registry.service.instructions.trim())
    for (const tool of registry.tools) expect(body).toContain(`- \`${tool.name}\`: `)
    expect(body.match(/^- `GET /gm)).toHaveLength(registry.operations.length)
    expect(body).toContain(`${BASE}/mcp (Streamable HTTP`)
  },
)
