import { afterAll, beforeAll, expect, test } from 'bun:test'
import { OPERATION_NAMES } from '../../../app/contract/operations/mod.ts'
import { createBusinessCaller } from '../../support/business_calls.ts'
import { obtainToken } from '../../support/login.ts'
import { type Running, startRunning } from '../../support/running.ts'

const VERSION = '2026-07-28'

let running: Running
beforeAll(async () => {
  const env = { DEV_SIGN_IN: '1', LIST_PRIVATE_TOOLS: '0' }
  running = await startRunning({ env })
})
afterAll(async () => {
  await running.stop()
})

/** The list of the current revision, as a caller with this header gets it. */
async function listWith(authorization?: string) {
  const answer = await fetch(`${running.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': VERSION,
      'mcp-method': 'tools/list',
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': VERSION,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(answer.headers.get('www-authenticate')).toBeNull()
  const { result } = (await answer.json()) as {
    result: { tools: readonly { name: string }[]; cacheScope: string }
  }
  return { names: result.tools.map(({ name }) => name), cacheScope: result.cacheScope }
}

test('hidden private tools are listed for a live token only, in no shared cache', async () => {
  const { names: open, cacheScope } = await listWith()
  expect([open.length, cacheScope]).toEqual([OPERATION_NAMES.length, 'private'])
  for (const header of ['', 'Bearer', 'Bearer garbage', 'Basic YTpi', 'Bearer a, Bearer b']) {
    expect(await listWith(header)).toEqual({ names: open, cacheScope: 'private' })
  }
  for (const scope of ['mcp:business:read', 'mcp:business:write']) {
    const { access, clientId } = await obtainToken(running.url, { scope })
    const { names } = await listWith(`Bearer ${access}`)
    expect(names.slice(0, OPERATION_NAMES.length)).toEqual(open)
    expect(names).toContain('get_business_profile')
    const body = new URLSearchParams({ token: access, client_id: clientId })
    await fetch(`${running.url}/oauth/revoke`, { method: 'POST', body })
    expect((await listWith(`Bearer ${access}`)).names).toEqual(open)
  }
})

test('a hidden tool still requires sign-in: hiding it permits nothing', async () => {
  const answer = await createBusinessCaller(running.url).call('get_business_profile', {})
  expect([answer.status, answer.error?.code]).toEqual([401, -31401])
})

test('a name from a prototype is not a tool, with or without a token', async () => {
  const { access } = await obtainToken(running.url)
  const caller = createBusinessCaller(running.url)
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']) {
    for (const token of [undefined, access]) {
      const answer = await caller.call(name, {}, token)
      expect([answer.status, answer.challenge, answer.error?.code]).toEqual([200, null, -32602])
    }
  }
})

test('a notification that names a private tool is accepted and runs nothing', async () => {
  const { access } = await obtainToken(running.url)
  const marker = 'written by a notification'
  const params = { name: 'add_memory_note', arguments: { topic: 'other', text: marker } }
  for (const headers of [{ authorization: `Bearer ${access}` }, {}]) {
    const answer = await fetch(`${running.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params }),
    })
    expect([answer.status, await answer.text()]).toEqual([202, ''])
    expect(answer.headers.get('www-authenticate')).toBeNull()
  }
  const found = await createBusinessCaller(running.url).call(
    'search_records',
    { query: marker },
    access,
  )
  expect(found.result?.structuredContent?.records).toEqual([])
})

test('a page from an allowed origin may read a challenge, a foreign one nothing', async () => {
  const { access } = await obtainToken(running.url, { scope: 'mcp:business:read' })
  const calling = async (origin: string, authorization: string) => {
    const { status, headers } = await fetch(`${running.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, authorization },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'add_memory_note', arguments: { topic: 'other', text: 'x' } },
      }),
    })
    const exposed = headers.get('access-control-expose-headers')
    return [status, headers.get('access-control-allow-origin'), exposed, headers.get('vary')]
  }
  const readable = [running.url, 'MCP-Protocol-Version, WWW-Authenticate', 'Origin']
  expect(await calling(running.url, 'Bearer garbage')).toEqual([401, ...readable])
  expect(await calling(running.url, `Bearer ${access}`)).toEqual([403, ...readable])
  expect(await calling('https://evil.example', '')).toEqual([403, null, null, 'Origin'])
})
