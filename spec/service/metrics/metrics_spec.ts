import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SECRET, startProduct } from '../../product/running_product.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { createBusinessCaller } from '../../support/business_calls.ts'
import { obtainToken } from '../../support/login.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { compareCounters, readFigures } from './figures.ts'

const LIMITED = '198.51.100.7'

let running: Running
let product: Awaited<ReturnType<typeof startProduct>>

beforeAll(async () => {
  product = await startProduct()
  running = await startRunning({
    env: {
      DEV_SIGN_IN: '1',
      DOMAIN_URL: product.url,
      DOMAIN_SECRET: SECRET,
      TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
      RATE_LIMIT_OVERRIDES: `127.0.0.0/8=1000000,::1/128=1000000,${LIMITED}/32=1`,
    },
  })
})
afterAll(async () => {
  await running.stop()
  await product.stop()
})

type Headers = Readonly<Record<string, string>>

async function post(path: string, method: string, params: unknown, headers: Headers = {}) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const all = { 'content-type': 'application/json', ...headers }
  const answer = await fetch(running.url + path, { method: 'POST', headers: all, body })
  return await answer.text()
}

const callTool = (name: string, args: unknown, headers?: Headers) =>
  post('/mcp', 'tools/call', { name, arguments: args }, headers)

const askAgent = (text: string) => {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text }] }
  return post('/a2a', 'SendMessage', { message }, { 'a2a-version': '1.0' })
}

async function countDuring(work: () => Promise<unknown>) {
  const before = await readFigures(running.adminUrl)
  await work()
  return compareCounters(before, await readFigures(running.adminUrl))
}

verifies('metrics.admin_only', 'figures are on the admin port, and for no browser', async () => {
  expect((await fetch(`${running.url}/metrics`)).status).toBe(404)
  const origin = { origin: 'https://elsewhere.example' }
  expect((await fetch(`${running.adminUrl}/metrics`, { headers: origin })).status).toBe(403)
  const answer = await fetch(`${running.adminUrl}/metrics`)
  expect(answer.headers.get('content-type')).toStartWith('text/plain; version=0.0.4')
})

const call = (labels: string) => `lectern_calls_total{${labels}}`
const requests = (route: string, code = 200) =>
  `lectern_http_requests_total{route="${route}",code="${code}"}`

verifies('metrics.calls', 'a call over HTTP is counted by its tool and its end', async () => {
  const search = async (q: string) =>
    await fetch(`${running.url}/api/public/docs/search?${new URLSearchParams({ q })}`)
  const counted = await countDuring(async () => {
    // The fourth answer comes from a cache.
    for (let each = 0; each < 4; each += 1) await search('rate limit')
    await search('zzzqqqxxx')
    await search('')
    await fetch(`${running.url}/api/public/docs/pages/a999999`)
    await fetch(`${running.url}/api/public/docs/nothing`)
    await fetch(`${running.url}/llms.txt`)
  })
  const labels = (tool: string, outcome: string) =>
    call(`interface="http_api",tool="${tool}",revision="none",outcome="${outcome}"`)
  expect(counted).toEqual({
    [labels('search_public_docs', 'found')]: 4,
    [labels('search_public_docs', 'nothing')]: 1,
    [labels('search_public_docs', 'refused')]: 1,
    [labels('read_page', 'refused')]: 1,
    [requests('http_api')]: 5,
    [requests('http_api', 400)]: 1,
    [requests('http_api', 404)]: 2,
    [requests('static')]: 1,
  })
})

verifies('metrics.calls', 'a message over MCP is counted by method, revision and end', async () => {
  const counted = await countDuring(async () => {
    const older = { 'mcp-protocol-version': '2025-06-18' }
    await callTool('search_public_docs', { query: 'rate limit' }, older)
    await callTool('search_public_docs', { query: 'zzzqqqxxx' }, older)
    await callTool('search_public_docs', {}, older)
    await callTool('list_jobs', {}, older)
    await post('/mcp', 'tools/list', {}, { 'mcp-protocol-version': '2025-11-25' })
    await post('/mcp', 'tools/list', {}, { 'mcp-protocol-version': '1999-01-01' })
    await post('/mcp', 'tools/forge', {}, older)
  })
  const labels = (tool: string, outcome: string) =>
    call(`interface="mcp",tool="${tool}",revision="2025-06-18",outcome="${outcome}"`)
  const message = (method: string, revision: string, outcome: string) =>
    `lectern_mcp_messages_total{method="${method}",revision="${revision}",outcome="${outcome}"}`
  expect(counted).toEqual({
    [labels('search_public_docs', 'found')]: 1,
    [labels('search_public_docs', 'nothing')]: 1,
    [labels('search_public_docs', 'refused')]: 1,
    [labels('list_jobs', 'refused')]: 1,
    [message('tools/call', '2025-06-18', 'found')]: 1,
    [message('tools/call', '2025-06-18', 'nothing')]: 1,
    [message('tools/call', '2025-06-18', 'refused')]: 2,
    [message('tools/list', '2025-11-25', 'found')]: 1,
    [message('tools/list', 'other', 'refused')]: 1,
    [message('other', '2025-06-18', 'refused')]: 1,
    [requests('mcp')]: 5,
    [requests('mcp', 400)]: 1,
    [requests('mcp', 401)]: 1,
  })
})

verifies(
  'metrics.calls',
  'a question over A2A is counted under the tool that answers',
  async () => {
    const counted = await countDuring(async () => {
      await askAgent('search: rate limit')
      await askAgent('zzzqqqxxx')
      await askAgent('Which capabilities are available?')
      await post('/a2a', 'GetTask', { id: 'x' }, { 'a2a-version': '1.0' })
    })
    const calls = Object.entries(counted).filter(([name]) => name.startsWith('lectern_calls_total'))
    const labels = (tool: string, outcome: string) =>
      call(`interface="a2a",tool="${tool}",revision="1.0.0",outcome="${outcome}"`)
    expect(Object.fromEntries(calls)).toEqual({
      [labels('search_public_docs', 'found')]: 1,
      [labels('search_public_docs', 'nothing')]: 1,
      [labels('list_capabilities', 'found')]: 1,
      [labels('other', 'refused')]: 1,
    })
  },
)

verifies(
  ['metrics.calls', 'metrics.state'],
  'private calls count the product, the store and what waits for approval',
  async () => {
    const { access } = await obtainToken(running.url)
    const caller = createBusinessCaller(running.url)
    const before = await readFigures(running.adminUrl)
    const { result } = await caller.call('list_jobs', { status: 'confirmed' }, access)
    const id = result?.structuredContent?.records?.[0]?.id
    await caller.call('cancel_job', { id, cancel_reason: 'The customer moved.' }, access)
    const after = await readFigures(running.adminUrl)
    const growthOf = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    const labels = (tool: string, outcome: string) =>
      call(`interface="mcp",tool="${tool}",revision="2025-11-25",outcome="${outcome}"`)
    expect(growthOf(labels('list_jobs', 'found'))).toBe(1)
    expect(growthOf(labels('cancel_job', 'held'))).toBe(1)
    expect(after.get('lectern_approvals_waiting')).toBe(1)
    expect(growthOf('lectern_product_duration_seconds_count{status="2xx"}')).toBeGreaterThan(1)
    for (const kind of ['read', 'transaction']) {
      expect(growthOf(`lectern_store_duration_seconds_count{kind="${kind}"}`)).toBeGreaterThan(0)
    }
    await product.stop()
    expect((await caller.call('list_jobs', {}, access)).result?.isError).toBe(true)
    while ((await readFigures(running.adminUrl)).get('lectern_part_up{part="product"}') !== 0) {
      await Bun.sleep(20)
    }
    const away = await readFigures(running.adminUrl)
    expect(away.get('lectern_product_duration_seconds_count{status="none"}')).toBeGreaterThan(0)
    expect(away.get('lectern_part_up{part="store"}')).toBe(1)
    expect(away.get('lectern_log_events_total{level="error",event="outage_began"}')).toBe(1)
  },
)

verifies(
  'metrics.state',
  'the disks below the folders of builds and data have their space',
  async () => {
    const figures = await readFigures(running.adminUrl)
    for (const folder of ['builds', 'data']) {
      const free = figures.get(`lectern_disk_free_bytes{folder="${folder}"}`) ?? 0
      expect(free).toBeGreaterThan(0)
      expect(figures.get(`lectern_disk_size_bytes{folder="${folder}"}`)).toBeGreaterThanOrEqual(
        free,
      )
    }
  },
)

verifies('metrics.state', 'a call that a limit refuses is counted by its limit', async () => {
  const from = { 'x-forwarded-for': LIMITED }
  const counted = await countDuring(async () => {
    for (let each = 0; each < 3; each += 1) await callTool('get_corpus_status', {}, from)
    for (let each = 0; each < 2; each += 1) {
      await fetch(`${running.url}/api/public/docs/status`, { headers: from })
    }
  })
  expect(counted['lectern_limit_refusals_total{limit="mcp"}']).toBe(2)
  expect(counted['lectern_limit_refusals_total{limit="public"}']).toBe(1)
  expect(counted[requests('mcp', 429)]).toBe(2)
})

verifiesLong(
  ['metrics.state', 'admin.parts'],
  'a build that is refused is seen until a good one is there',
  async () => {
    const manifest = join(running.distDir, 'docs-manifest.json')
    const good = await readFile(manifest, 'utf8')
    const stateOf = async () => {
      const figures = await readFigures(running.adminUrl)
      const ready = await (await fetch(`${running.adminUrl}/readyz`)).text()
      return [figures.get('lectern_build_refused'), /^builds: (\w+)/m.exec(ready)?.[1]]
    }
    // At once, or a look in between would refuse an empty file as well.
    const replace = async (text: string) => {
      await writeFile(`${manifest}.next`, text)
      await rename(`${manifest}.next`, manifest)
    }
    const before = await readFigures(running.adminUrl)
    const [info = ''] = [...before.keys()].filter((name) => name.startsWith('lectern_corpus_info'))
    expect(await stateOf()).toEqual([0, 'ok'])
    await replace('{')
    while ((await stateOf())[0] === 0) await Bun.sleep(20)
    expect(await stateOf()).toEqual([1, 'still'])
    const refused = await readFigures(running.adminUrl)
    expect(compareCounters(before, refused)).toEqual({
      'lectern_log_events_total{level="error",event="reload_refused"}': 1,
      'lectern_reloads_total{outcome="refused"}': 1,
    })
    expect(refused.get(info)).toBe(1)
    await replace(good)
    while ((await stateOf())[0] === 1) await Bun.sleep(20)
    const after = await readFigures(running.adminUrl)
    expect(after.get('lectern_reloads_total{outcome="loaded"}')).toBe(1)
    const loaded = 'lectern_build_loaded_timestamp_seconds'
    expect(after.get(loaded)).toBeGreaterThan(before.get(loaded) ?? 0)
  },
)
