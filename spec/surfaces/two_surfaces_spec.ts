import { afterAll, beforeAll, expect } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { verifies } from '../requirements/verifies.ts'
import { createBusinessCaller } from '../support/business_calls.ts'
import { callProgram } from '../support/command_line.ts'
import { HeadlessBrowser } from '../support/headless_browser.ts'
import { obtainToken } from '../support/login.ts'
import { ROOT } from '../support/repository.ts'
import { type Running, startRunning } from '../support/running.ts'

/** Sign-in alone makes more calls than the tight limit of one test allows. */
const UNLIMITED = '127.0.0.0/8=1000000,::1/128=1000000'

/** One address of each public interface except MCP. */
const PUBLIC_PATHS = [
  '/api/public/docs/search?q=install',
  '/api/public/docs/status',
  '/api/public/docs/pages?limit=1',
  '/api/public/docs/capabilities',
  '/developers/openapi.yaml',
  '/developers/workflows.arazzo.yaml',
  '/developers/asyncapi.yaml',
  '/.well-known/agent-card.json',
  '/.well-known/mcp.json',
  '/.well-known/api-catalog',
  '/.well-known/ai-catalog.json',
  '/.well-known/ard.json',
  '/mcp/server-card',
  '/.well-known/agent-skills/index.json',
  '/docs-manifest.json',
  '/docs-data/status.json',
  '/llms.txt',
  '/changelog/feed.xml',
]

let running: Running
let token = ''

beforeAll(async () => {
  running = await startRunning({ env: { DEV_SIGN_IN: '1', RATE_LIMIT_OVERRIDES: UNLIMITED } })
  token = (await obtainToken(running.url)).access
})
afterAll(async () => {
  await running.stop()
})

const askAgent = async (text: string, headers: Readonly<Record<string, string>> = {}) => {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text }] }
  const answer = await fetch(`${running.url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

verifies(
  ['rule.no_credential', 'auth.public_surfaces', 'auth.integration_key', 'open.integration_keys'],
  'no credential is needed, read, issued or asked for outside MCP, be it ours or a foreign key',
  async () => {
    for (const path of PUBLIC_PATHS) {
      const plain = await fetch(running.url + path)
      const body = await plain.text()
      expect([path, plain.status]).toEqual([path, 200])
      for (const authorization of [`Bearer ${token}`, 'Bearer ik_live_0123456789', 'nonsense']) {
        const answer = await fetch(running.url + path, { headers: { authorization } })
        expect([path, answer.status, await answer.text()]).toEqual([path, 200, body])
        expect(answer.headers.has('www-authenticate')).toBe(false)
        expect(answer.headers.has('set-cookie')).toBe(false)
      }
    }
    const plain = await askAgent('How do I install it?')
    const keyed = await askAgent('How do I install it?', { authorization: `Bearer ${token}` })
    expect(plain.status).toBe(200)
    expect(JSON.parse(keyed.text).result.message.parts).toEqual(
      JSON.parse(plain.text).result.message.parts,
    )
  },
)

verifies(
  ['rule.business_only_mcp', 'interface.purpose'],
  'business records are readable over MCP with a grant, and nowhere else',
  async () => {
    const read = await createBusinessCaller(running.url).call('get_business_profile', {}, token)
    const name = String(read.result?.structuredContent?.records?.[0]?.fields?.name)
    expect(name.length).toBeGreaterThan(5)
    const found = await createBusinessCaller(running.url).call(
      'search_public_docs',
      { query: name },
      token,
    )
    expect(JSON.stringify(found.result)).not.toContain('business_profile')
    for (const question of [name, `get_business_profile ${name}`, 'List my follow-ups']) {
      const { text } = await askAgent(question, { authorization: `Bearer ${token}` })
      expect(text).not.toContain('profile_bakery')
    }
    const described = ['openapi.yaml', 'workflows.arazzo.yaml', 'asyncapi.yaml']
    for (const path of [
      ...described.map((file) => `/developers/${file}`),
      ...PUBLIC_PATHS.slice(7),
    ]) {
      const text = await (await fetch(running.url + path)).text()
      expect([path, /get_business_profile|cancel_job|profile_bakery/.test(text)]).toEqual([
        path,
        false,
      ])
    }
  },
)

verifies(
  ['open.object_ids', 'business.pages'],
  'sign-in, consent and account are plain pages; objects have a prefix and 22 letters or digits',
  async () => {
    const { url } = running
    const browser = new HeadlessBrowser(url)
    const signIn = await browser.open(`${url}/account`)
    expect(signIn.html).toMatch(/<title>Sign in/)
    expect(signIn.html).not.toMatch(/<script|\son[a-z]+=/)
    expect(signIn.forms).toHaveLength(1)
    const [form] = signIn.forms
    expect(form?.buttons.map(({ text }) => text.trim()).length).toBeGreaterThan(1)
    if (form === undefined) return
    const account = await browser.submit(form, form.buttons[0])
    expect(account.html).toContain('<title>')
    const [grant] = account.html.match(/grant_[0-9A-Za-z]+/) ?? []
    expect(grant).toMatch(/^grant_[0-9A-Za-z]{22}$/)
    const events = await (await fetch(`${url}/developers/asyncapi.yaml`)).text()
    expect(events).toMatch(/evt_[0-9A-Za-z]{22}\b/)
  },
)

verifies(
  'business.example',
  '`lectern example` closes and opens a business, and ends a membership, while the service runs',
  async () => {
    const env = { DATABASE_URL: `sqlite:${join(running.home, 'data/lectern.sqlite')}` }
    const caller = createBusinessCaller(running.url)
    const grant = (await obtainToken(running.url, { business: 0 })).access
    const read = async () => (await caller.call('get_business_profile', {}, grant)).result
    const id = String((await read())?.structuredContent?.records?.[0]?.id).replace('profile_', '')
    const business = `biz_${id}`
    const act = async (...words: readonly string[]) => {
      const ran = await callProgram(['example', ...words], env)
      expect([words.join(' '), ran.code, ran.err]).toEqual([words.join(' '), 0, ''])
    }
    await act('archive', business)
    const closed = await read()
    expect(closed?.isError).toBe(true)
    await act('restore', business)
    expect((await read())?.isError).toBeUndefined()
    const wrong = await callProgram(['example', 'archive', 'no_such_business'], env)
    expect([wrong.code, wrong.err.includes('no_such_business')]).toEqual([1, true])
    expect((await callProgram(['example', 'explode', business], env)).code).toBe(2)
    await act('remove', business)
    const gone = await caller.call('get_business_profile', {}, grant)
    expect([gone.status, gone.result?.isError]).not.toEqual([200, undefined])
  },
)

verifies(
  'limits.three',
  'three limits count apart: MCP, the HTTP API with A2A, and the endpoints of OAuth',
  async () => {
    const env = {
      DEV_SIGN_IN: '1',
      PUBLIC_CALLS_PER_MINUTE: '3',
      AUTHORIZATION_CALLS_PER_MINUTE: '2',
    }
    const tight = await startRunning({ env })
    try {
      const ask = {
        mcp: () =>
          fetch(`${tight.url}/mcp`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
          }),
        public: () => fetch(`${tight.url}/api/public/docs/status`),
        authorization: () => fetch(`${tight.url}/oauth/token`, { method: 'POST', body: 'a=b' }),
      }
      const until429 = async (call: () => Promise<Response>) => {
        for (let calls = 0; calls <= 200; calls++) {
          const answer = await call()
          if (answer.status !== 429) continue
          const headers = [...answer.headers.keys()].filter((name) => /retry|ratelimit/.test(name))
          return { calls, headers }
        }
        return undefined
      }
      expect(await until429(ask.authorization)).toEqual({ calls: 2, headers: [] })
      expect(await until429(ask.public)).toEqual({ calls: 3, headers: [] })
      expect(await until429(ask.mcp)).toEqual({ calls: 120, headers: [] })
    } finally {
      await tight.stop()
    }
  },
)

verifies('version.protocols', 'each interface names the revision that it speaks', async () => {
  const text = async (path: string) => await (await fetch(running.url + path)).text()
  expect(JSON.parse(await text('/.well-known/mcp.json')).protocolVersion).toBe('2026-07-28')
  expect(JSON.parse(await text('/.well-known/agent-card.json')).protocolVersion).toBe('1.0.0')
  expect(await text('/developers/openapi.yaml')).toMatch(/^openapi: ['"]?3\.1\.0['"]?$/m)
  expect(await text('/developers/workflows.arazzo.yaml')).toMatch(/^arazzo: ['"]?1\.1\.0['"]?$/m)
  expect(await text('/developers/asyncapi.yaml')).toMatch(/^asyncapi: ['"]?3\.1\.0['"]?$/m)
  expect(JSON.parse((await askAgent('status')).text).jsonrpc).toBe('2.0')
})

verifies('business.clock', 'no statement asks the database what time it is', async () => {
  const asks =
    /CURRENT_(TIMESTAMP|TIME|DATE)|\bnow\(\)|strftime|datetime\(|unixepoch|clock_timestamp/
  const files = [...new Glob('app/**/*.ts').scanSync(ROOT)]
  expect(files.length).toBeGreaterThan(100)
  const found = await Promise.all(
    files.map(async (file) => {
      const source = await Bun.file(join(ROOT, file)).text()
      const statements = source.match(/`[^`]*\b(SELECT|INSERT|UPDATE|DELETE|CREATE)\b[^`]*`/g) ?? []
      return statements.filter((statement) => asks.test(statement)).map(() => file)
    }),
  )
  expect(found.flat()).toEqual([])
})

verifies(
  'package.command',
  '`package`, `connect` and `verify` work on a service with private tools, and agree',
  async () => {
    const env = { CORPUS_DIR: running.corpusDir, DIST_DIR: running.distDir, BASE_URL: running.url }
    const to = join(running.home, 'package')
    const packed = await callProgram(['package', '--to', to], env)
    expect(packed.code).toBe(0)
    expect((await callProgram(['package', '--check', to], env)).code).toBe(0)
    const connected = await callProgram(['connect'], env)
    expect([connected.code, connected.out.includes(`${running.url}/mcp`)]).toEqual([0, true])
    const proven = await callProgram(['verify', running.url, '--calls-per-minute', '100000'], env)
    expect([proven.code, proven.code === 0 ? '' : proven.out]).toEqual([0, ''])
    expect(proven.out).toContain('private tools')
  },
)
