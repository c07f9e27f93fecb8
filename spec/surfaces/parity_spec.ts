import { afterAll, beforeAll, expect } from 'bun:test'
import { HTTP_API_PREFIX } from '../../app/contract/operations/mod.ts'
import type { PageRecord, SearchRecord } from '../../app/contract/page.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { CORPUS } from '../support/repository.ts'
import { type Running, startRunning } from '../support/running.ts'

let running: Running
let pages: readonly PageRecord[]

beforeAll(async () => {
  running = await startRunning({ corpus: CORPUS, env: { PUBLIC_CALLS_PER_MINUTE: '1000000' } })
  pages = (await json<{ pages: readonly PageRecord[] }>('/docs-manifest.json')).pages
})

afterAll(async () => {
  await running.stop()
})

async function text(path: string): Promise<string> {
  const response = await fetch(running.url + path)
  expect([path, response.status]).toEqual([path, 200])
  return await response.text()
}

async function json<Body>(path: string): Promise<Body> {
  const body: Body = JSON.parse(await text(path))
  return body
}

function frontMatterOf(twin: string): unknown {
  const end = twin.indexOf('\n---\n', 4)
  expect(twin.startsWith('---\n') && end > 0).toBe(true)
  return Bun.YAML.parse(twin.slice(4, end))
}

/** The record of a page in its HTML, read as a browser would. */
async function readShownRecord(html: string): Promise<Record<string, string>> {
  const shown: Record<string, string> = {}
  const attribute = (name: string, of: string) => ({
    element: (element: HTMLRewriterTypes.Element) => {
      shown[name] = element.getAttribute(of) ?? ''
    },
  })
  const content = (name: string) => ({
    text: (chunk: HTMLRewriterTypes.Text) => {
      shown[name] = (shown[name] ?? '') + chunk.text
    },
  })
  await new HTMLRewriter()
    .on('link[rel="canonical"]', attribute('url', 'href'))
    .on('link[rel="alternate"][type="text/markdown"]', attribute('markdown_url', 'href'))
    .on('meta[name="description"]', attribute('meta', 'content'))
    .on('main h1', content('title'))
    .on('main .description', content('description'))
    .on('main .status', attribute('status', 'value'))
    .on('main time', attribute('updated', 'datetime'))
    .transform(new Response(html))
    .text()
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, unescapeMarkup(value)]),
  )
}

function unescapeMarkup(markup: string): string {
  return markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

verifiesLong(
  ['rule.parity', 'rule.shared_module', 'pages.one_status'],
  'the list, the page, the manifest and the data agree on every record',
  async () => {
    const listed: PageRecord[] = []
    let after: string | undefined
    do {
      const goOn: string = after === undefined ? '' : `?after=${after}`
      const part = await json<{ pages: PageRecord[]; after?: string }>(
        `${HTTP_API_PREFIX}/pages${goOn}`,
      )
      listed.push(...part.pages)
      after = part.after
    } while (after !== undefined)
    expect(pages.length).toBeGreaterThanOrEqual(40)
    expect(listed).toEqual([...pages])
    const data = await json<{ pages: PageRecord[] }>('/docs-data/pages.json')
    expect(data.pages).toEqual([...pages])
    for (const record of pages) {
      const { markdown, ...rest } = await json<PageRecord & { markdown: string }>(
        `${HTTP_API_PREFIX}/pages/${record.id}`,
      )
      expect(rest).toEqual(record)
      const twin = await text(new URL(record.markdown_url).pathname)
      expect(twin.endsWith(markdown)).toBe(true)
    }
  },
)

verifies(
  ['rule.parity', 'pages.one_status', 'pages.shown_fields', 'page.twin', 'page.status'],
  'the twin and the HTML of every page show the same record',
  async () => {
    for (const record of pages) {
      const twin = await text(new URL(record.markdown_url).pathname)
      expect(frontMatterOf(twin)).toEqual(record)
      const shown = await readShownRecord(await text(new URL(record.url).pathname))
      expect(shown).toEqual({
        url: record.url,
        markdown_url: record.markdown_url,
        meta: record.description,
        title: record.title,
        description: record.description,
        status: record.status,
        updated: record.updated,
      })
    }
  },
)

verifiesLong(
  ['rule.parity', 'page.title'],
  'search finds every page by its title, with the record of the manifest',
  async () => {
    for (const record of pages) {
      const path = `${HTTP_API_PREFIX}/search?limit=50&q=${encodeURIComponent(record.title)}`
      const found = await json<readonly SearchRecord[]>(path)
      // A search may say what it found on the page; all else must be the record itself.
      const {
        section: _,
        passage: __,
        ...plain
      } = found.find((each) => each.id === record.id) ?? {}
      expect(plain).toEqual(record)
    }
  },
)

verifies(
  ['pages.one_status', 'status.vocabulary'],
  'status.json, the API and every page agree on the status of a capability',
  async () => {
    type Capabilities = { capabilities: readonly { status: string; pages: readonly string[] }[] }
    const data = await json<Capabilities>('/docs-data/status.json')
    const api = await json<Capabilities>(`${HTTP_API_PREFIX}/capabilities`)
    expect(api.capabilities).toEqual(data.capabilities)
    const described = new Map<string, string>()
    for (const capability of data.capabilities) {
      for (const id of capability.pages) described.set(id, capability.status)
    }
    for (const record of pages) expect(described.get(record.id)).toBe(record.status)
  },
)

/** Calls a tool as a client of the newest handshake revision does. */
async function callTool<Content>(name: string, args: object): Promise<Content> {
  const response = await fetch(`${running.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  })
  const body: { result: { structuredContent: Content } } = await response.json()
  return body.result.structuredContent
}

verifies(
  ['search.close_results', 'rule.parity'],
  'a list that ends early is the same list over HTTP and MCP, and `limit` brings the rest',
  async () => {
    const query = 'docker compose with postgres'
    const path = `${HTTP_API_PREFIX}/search?q=${encodeURIComponent(query)}`
    const short = await json<SearchRecord[]>(path)
    expect(short.length).toBeLessThan((await json<SearchRecord[]>(`${path}&limit=10`)).length)
    const { results } = await callTool<{ results: SearchRecord[] }>('search_public_docs', { query })
    expect(results).toEqual(short)
  },
)

verifies(
  ['parity.search_order', 'rule.parity', 'rule.shared_module'],
  'search and pages over MCP are the records of the HTTP API in the same order',
  async () => {
    const plain = ['rate limit', 'how do I deploy', 'index.md', 'zzzzzz', 'status', 'été']
    // White space around a query and the form of its accents must not matter on any interface.
    const queries = [...plain, ' conf ', 'rate lim ', 'e\u0301te\u0301']
    for (const query of queries) {
      const path = `${HTTP_API_PREFIX}/search?q=${encodeURIComponent(query)}`
      const { results } = await callTool<{ results: SearchRecord[] }>('search_public_docs', {
        query,
      })
      expect(results).toEqual(await json<SearchRecord[]>(path))
    }
    for (const record of pages.slice(0, 20)) {
      const read = await callTool<{ page: PageRecord }>('read_page', { id: record.id })
      expect(read.page).toEqual(record)
    }
  },
)

/** The data of the agent's answer to a page id. */
async function askAgent(id: string): Promise<{ page: PageRecord; citations: PageRecord[] }> {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: `read ${id}` }] }
  const answer = await fetch(`${running.url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
  })
  const { result } = JSON.parse(await answer.text())
  return result.message.parts.find((part: object) => 'data' in part).data
}

verifies(
  ['page.notice', 'rule.parity', 'status.not_yet'],
  'the notice of a page that must not claim too much is in its record on every interface',
  async () => {
    const noticed = pages.filter(({ status }) => status === 'not_yet' || status === 'foundation')
    expect(noticed.length).toBeGreaterThan(0)
    expect(pages.filter(({ notice }) => notice !== undefined)).toEqual([...noticed])
    for (const record of noticed) {
      const http = await json<PageRecord>(`${HTTP_API_PREFIX}/pages/${record.id}`)
      const tool = await callTool<{ page: PageRecord }>('read_page', { id: record.id })
      const agent = await askAgent(record.id)
      expect(http.notice).toBe(record.notice ?? 'absent')
      expect([tool.page, agent.page, ...agent.citations]).toEqual([record, record, record])
    }
  },
)
