import { afterAll, beforeAll, expect } from 'bun:test'
import { isJsonObject } from '../../app/contract/json_rpc.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { createInProcess } from '../support/in_process_service.ts'
import { CORPUS } from '../support/repository.ts'
import { type Running, startRunning } from '../support/running.ts'
import { createSampleDocs } from '../support/sample_docs.ts'

let running: Running

beforeAll(async () => {
  running = await startRunning({ corpus: CORPUS, env: { PUBLIC_CALLS_PER_MINUTE: '1000000' } })
})
afterAll(async () => {
  await running.stop()
})

async function post(path: string, body: string) {
  const answer = await fetch(running.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body,
  })
  const text = await answer.text()
  return { status: answer.status, text, body: JSON.parse(text) }
}

const callAgent = async (parts: unknown) =>
  await post(
    '/a2a',
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: { message: { messageId: 'm', role: 'ROLE_USER', parts } },
    }),
  )

const toolCall = (args: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search_public_docs', arguments: args },
})

async function searchOverHttp(query: string): Promise<Response> {
  return await fetch(`${running.url}/api/public/docs/search?q=${encodeURIComponent(query)}`)
}

/** The ids that each interface finds, or its code of refusal. */
const SEARCHES: Readonly<Record<string, (query: string) => Promise<unknown>>> = {
  http: async (query) => {
    const found: unknown = await (await searchOverHttp(query)).json()
    return Array.isArray(found) ? found.map(({ id }) => id) : Object(found).error.code
  },
  mcp: async (query) => {
    const { result } = (await post('/mcp', JSON.stringify(toolCall({ query })))).body
    if (result.isError === true) return 'invalid_parameter'
    return result.structuredContent.results.map(({ id }: { id: string }) => id)
  },
  'a2a text': async (query) => readCitations(await callAgent([{ text: query }])),
  'a2a input': async (query) => {
    return readCitations(
      await callAgent([{ data: { skillId: await searchSkill(), input: { query } } }]),
    )
  },
}

function readCitations({ body }: { readonly body: Record<string, unknown> }): unknown {
  if (isJsonObject(body.error)) {
    return body.error.code === -32602 ? 'invalid_parameter' : body.error.code
  }
  const { parts } = Object(body.result).message
  const { data } = parts.find((part: object) => 'data' in part)
  return data.citations.map(({ id }: { id: string }) => id)
}

async function searchSkill(): Promise<string> {
  const card = await (await fetch(`${running.url}/.well-known/agent-card.json`)).json()
  const ids: readonly string[] = Object(card).skills.map(({ id }: { id: string }) => id)
  return ids.find((id) => id.includes('search')) ?? 'none'
}

/** Words of which no section of our pages holds two. */
const WEAK_QUERY = 'qqxjzkwv zzvqkjx kerning samovar rollback brass hyphen'

const everywhere = async (query: string) =>
  await Promise.all(
    Object.entries(SEARCHES).map(async ([name, search]) => [name, await search(query)] as const),
  )

verifies(
  'query.one_reading',
  'a query is trimmed, NFC, and 1,024 code points everywhere',
  async () => {
    const found = await SEARCHES.http?.('rate limit')
    expect(found).not.toEqual([])
    const emoji = '\u{1f600}'
    const most = `rate limit ${emoji.repeat(1013)}`
    const decomposed = 'e\u0301'.repeat(1024)
    for (const query of [most, ` \n${most}\u3000 `, `${decomposed} `]) {
      for (const [name, ids] of await everywhere(query)) {
        expect([name, Array.isArray(ids)]).toEqual([name, true])
        expect([name, ids]).toEqual([name, await SEARCHES.http?.(query)])
      }
    }
    for (const query of [`${most}${emoji}`, `${decomposed}e\u0301`, 'x'.repeat(1025)]) {
      for (const answer of await everywhere(query)) {
        expect(answer).toEqual([answer[0], 'invalid_parameter'])
      }
    }
  },
)

verifies(
  'query.names_page',
  'a page id or an address finds its page first everywhere',
  async () => {
    const { pages } = await (await fetch(`${running.url}/docs-manifest.json`)).json()
    const record = pages.find(({ url }: { url: string }) => url.endsWith('/run/settings/'))
    const anchors = await (await fetch(record.url)).text()
    const anchor = /<h2[^>]* id="([^"]+)"/.exec(anchors)?.[1] ?? 'none'
    const queries = [
      ...[record.id, record.url, record.markdown_url, `${record.url}#${anchor}`],
      ...['/run/settings/', '/run/settings', '/run/settings.md', `/run/settings/#${anchor}`],
    ]
    for (const query of queries) {
      for (const [name, ids] of await everywhere(query)) {
        expect([name, query, Array.isArray(ids) && ids[0]]).toEqual([name, query, record.id])
      }
      const answer = await searchOverHttp(query)
      expect(answer.headers.has('search-unmatched')).toBe(false)
      const [first] = await answer.json()
      if (query.includes('#')) expect([query, first.section?.anchor]).toEqual([query, anchor])
    }
    for (const query of ['https://zzzqqq.example/run/settings/', '/run/zzzqqq/']) {
      expect((await searchOverHttp(query)).headers.has('search-unmatched')).toBe(true)
    }
  },
)

verifies(
  'query.one_outcome',
  'every interface says alike whether a search is weak, and of which words',
  async () => {
    const skillId = await searchSkill()
    const seen: unknown[] = []
    for (const query of ['rate limit', WEAK_QUERY, 'qqxjzkwv']) {
      const { headers } = await searchOverHttp(query)
      const tool = (await post('/mcp', JSON.stringify(toolCall({ query })))).body.result
      const { parts } = (await callAgent([{ data: { skillId, input: { query } } }])).body.result
        .message
      const { data } = parts.find((part: object) => 'data' in part)
      const { outcome, apart = [] } = tool.structuredContent
      const quoted = apart.map((word: string) => `"${word}"`).join(', ')
      expect([headers.get('search-outcome'), headers.get('search-apart') ?? '']).toEqual([
        outcome,
        quoted,
      ])
      expect([data.outcome, data.apart ?? []]).toEqual([outcome, apart])
      seen.push(outcome)
      const page = await (
        await fetch(`${running.url}/search/?q=${encodeURIComponent(query)}`)
      ).text()
      expect([query, page.includes('class="weak"')]).toEqual([query, outcome === 'weak'])
    }
    expect(seen).toEqual(['found', 'weak', 'nothing_found'])
  },
)

verifies('json.no_lone_surrogate', 'half of a character is refused and never echoed', async () => {
  const lone = String.raw`\ud83d`
  const call = JSON.stringify(toolCall({ query: 'HALF' }))
  const bodies = [
    call.replace('HALF', lone),
    call.replace('search_public_docs', lone),
    call.replace('"id":1', `"id":"${lone}"`),
    call.replace('tools/call', lone),
    call.replace('"query"', `"${lone}"`),
  ]
  for (const body of bodies) {
    for (const path of ['/mcp', '/a2a']) {
      const answer = await post(path, body)
      expect([path, body, answer.body.error.code]).toEqual([path, body, -32600])
      expect(answer.text).not.toMatch(/\\u[dD][89a-fA-F]/)
      expect(answer.body.error.message).toContain('half of a character')
    }
  }
})

const { open, log } = createSampleDocs()

verifiesLong(
  'query.one_reading',
  'a query is normalised once on its way to the search',
  async () => {
    const { docs } = await open()
    const { handle } = createInProcess(docs, log)
    const query = 'cafe\u0301 rate limit'
    const { tools, skills } = docs.current().registry
    const tool = tools.find(({ operation }) => operation === 'search')?.name
    const skill = skills.find(({ operation }) => operation === 'search')?.id
    const search = { data: { skillId: skill, input: { query } } }
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [search] }
    const calls: readonly (readonly [string, object?])[] = [
      [`/api/public/docs/search?q=${encodeURIComponent(query)}`],
      ['/mcp', { method: 'tools/call', params: { name: tool, arguments: { query } } }],
      ['/a2a', { method: 'SendMessage', params: { message } }],
    ]
    for (const [path, call] of calls) {
      const body = call && JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
      const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' }
      const init = body === undefined ? {} : { method: 'POST', headers, body }
      let status = 0
      const normalised = await countNormalised(query, async () => {
        status = (await handle(new Request(new URL(path, docs.current().baseUrl), init))).status
      })
      expect([path, status, normalised]).toEqual([path, 200, 1])
    }
  },
)

/** How often the whole of a text is normalised: words of it are read in other ways. */
async function countNormalised(text: string, run: () => Promise<void>): Promise<number> {
  const { normalize } = String.prototype
  const forms = new Set([text, text.normalize('NFC')])
  let count = 0
  String.prototype.normalize = function (this: string, form?: string) {
    if (forms.has(String(this))) count += 1
    return normalize.call(this, form)
  }
  await run().finally(() => {
    String.prototype.normalize = normalize
  })
  return count
}
