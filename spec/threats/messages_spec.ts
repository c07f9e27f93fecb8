import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sendRaw, statusesOf } from '../clients/raw.ts'
import { READ, startSurface } from '../clients/surface.ts'
import { revoke } from '../clients/traffic.ts'
import { obtainToken } from '../support/login.ts'
import type { Running } from '../support/running.ts'

let running: Running
let token = ''

beforeAll(async () => {
  running = await startSurface()
  token = (await obtainToken(running.url)).access
})
afterAll(async () => {
  await running.stop()
})

type Headers = Readonly<Record<string, string>>
type Got = { readonly status: number; readonly text: string; readonly headers: string }

async function mcp(body: RequestInit['body'], headers: Headers = {}): Promise<Got> {
  const answer = await fetch(`${running.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: body ?? '',
  })
  const names = [...answer.headers].filter(([name]) => name !== 'date')
  return { status: answer.status, text: await answer.text(), headers: JSON.stringify(names) }
}

const HEAD = '"jsonrpc":"2.0","id":1'
const toolCall = (name: string, args = '{}', more = '') =>
  `{${HEAD},"method":"tools/call","params":{"name":"${name}","arguments":${args}${more}}}`
const PROFILE = toolCall('get_business_profile')

const FOREIGN = [
  'https://evil.example',
  'null',
  '',
  'http://localhost:1',
  'http://localhost.evil.example',
  `${'http://localhost'}, https://evil.example`,
]

test('threat 1: a foreign origin is refused before its body is read, and not counted', async () => {
  const limited = await startSurface({ env: { DEV_SIGN_IN: '1', RATE_LIMIT_OVERRIDES: '' } })
  try {
    const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
    const type = 'Content-Type: application/json\r\nContent-Length: 1000\r\n'
    for (const origin of FOREIGN) {
      const bytes = `${head}Origin: ${origin}\r\n${type}\r\n`
      expect([origin, ...statusesOf(await sendRaw(limited.url, bytes))]).toEqual([origin, 403])
    }
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    const post = (headers: Headers) =>
      fetch(`${limited.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: ping,
      })
    const origin = 'https://evil.example'
    for (let count = 0; count < 150; count += 1) expect((await post({ origin })).status).toBe(403)
    expect((await post({})).status).toBe(200)
    expect((await post({ origin: limited.url })).status).toBe(200)
  } finally {
    await limited.stop()
  }
})

test('threat 1: a foreign page can do nothing on the pages of OAuth', async () => {
  for (const origin of FOREIGN) {
    const page = await fetch(`${running.url}/oauth/sign-in`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'user=ada&return=/account',
      redirect: 'manual',
    })
    expect([origin, page.headers.get('set-cookie')]).toEqual([origin, null])
    for (const path of ['/oauth/authorize', '/oauth/consent', '/account']) {
      const answer = await fetch(running.url + path, { headers: { origin }, redirect: 'manual' })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  }
})

test('threat 2: documents and challenges name the base address for any Host', async () => {
  const host = { host: 'evil.example' }
  const paths = [
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-protected-resource',
    '/.well-known/mcp.json',
    '/.well-known/agent-card.json',
    '/account',
    '/oauth/sign-in',
    '/llms.txt',
  ]
  for (const path of paths) {
    const answer = await fetch(running.url + path, { headers: host, redirect: 'manual' })
    const seen = JSON.stringify([...answer.headers]) + (await answer.text())
    expect([path, answer.status < 400, seen.includes('evil.example')]).toEqual([path, true, false])
  }
  const challenge = await mcp(PROFILE, { ...host, authorization: '' })
  expect(challenge.headers).toContain(`${running.url}/.well-known/oauth-protected-resource/mcp`)
  expect(challenge.headers + challenge.text).not.toContain('evil.example')
})

test('threat 24: every invalid token gets the same answer, byte for byte', async () => {
  const other = await obtainToken(running.url)
  await revoke(running.url, other.refresh, other.clientId)
  const flipped = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
  const tokens = [other.access, flipped, token.slice(0, -1), `${token}A`, other.refresh, 'key_123']
  const answers = await Promise.all(
    tokens.map((each) => mcp(PROFILE, { authorization: `Bearer ${each}` })),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.status).toBe(401)
  const refusalOf = async (refresh: string) => {
    const answer = await fetch(`${running.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refresh,
        client_id: other.clientId,
      }),
    })
    return [answer.status, await answer.text()]
  }
  const refusals = await Promise.all([other.refresh, other.access, flipped, 'x'].map(refusalOf))
  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
})

test('threat 26: on /mcp, a compressed body is not read', async () => {
  const zipped = Bun.gzipSync(new TextEncoder().encode(PROFILE))
  for (const coding of ['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'identity, gzip']) {
    for (const body of [zipped, PROFILE]) {
      expect((await mcp(body, { 'content-encoding': coding })).status).toBe(415)
    }
  }
  expect((await mcp(PROFILE, { 'content-encoding': 'identity' })).status).toBe(200)
})

test('threat 27: on /mcp, deep nesting is refused anywhere, and the process lives', async () => {
  for (const depth of [65, 131_000]) {
    const deep = '['.repeat(depth) + (depth === 65 ? ']'.repeat(depth) : '')
    const bodies = [
      deep,
      toolCall('add_memory_note', `{"topic":${deep}}`),
      toolCall('search_public_docs', `{"query":${deep}}`),
      toolCall('get_business_profile', '{}', `,"_meta":{"x":${deep}}`),
    ]
    for (const body of bodies) expect((await mcp(body)).status).toBe(400)
  }
  const register = await fetch(`${running.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"redirect_uris":${'['.repeat(8000)}`,
  })
  expect(register.status).toBe(400)
  expect((await mcp(PROFILE)).status).toBe(200)
})

test('threat 28: a message with a repeated name, which has two readings, is refused', async () => {
  const bodies = [
    `{${HEAD},"method":"ping","method":"tools/call","params":{"name":"get_business_profile"}}`,
    `{${HEAD},"id":2,"method":"ping"}`,
    toolCall('search_public_docs","name":"get_business_profile'),
    toolCall('get_business_profile', '{},"arguments":{}'),
    toolCall('add_memory_note', '{"topic":"other","text":"a","text":"b"}'),
    String.raw`{${HEAD},"method":"ping","\u006dethod":"tools/list"}`,
  ]
  for (const body of bodies) {
    const { status, text } = await mcp(body)
    expect([status, JSON.parse(text).error.code]).toEqual([400, -32600])
  }
})

test('threat 29: names that reach into objects reach nothing', async () => {
  const bodies = [
    toolCall('add_memory_note', '{"topic":"other","text":"x","__proto__":{"a":1}}'),
    toolCall('get_business_profile', '{}', ',"_meta":{"__proto__":{"a":1}}'),
    toolCall('search_public_docs', '{"query":"x","__proto__":{"limit":1}}'),
    String.raw`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"\u005f_proto__":{}}}`,
  ]
  for (const body of bodies) expect((await mcp(body)).status).toBe(400)
  for (const name of ['constructor', 'prototype']) {
    const { text } = await mcp(
      toolCall('add_memory_note', `{"topic":"other","text":"x","${name}":1}`),
    )
    expect(JSON.parse(text).result.isError).toBe(true)
    expect(JSON.parse((await mcp(toolCall(name))).text).error.code).toBe(-32602)
  }
  const query = new URLSearchParams({ __proto__x: '1', constructor: '2', ['__proto__']: 'desk' })
  const asked = await fetch(`${running.url}/oauth/authorize?${query}`, { redirect: 'manual' })
  expect(asked.status).toBe(400)
  const registered = await fetch(`${running.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"__proto__":{"redirect_uris":["http://127.0.0.1/cb"]},"client_name":"x"}',
  })
  expect(registered.status).toBe(400)
})

test('threat 33: long queries are refused or answered, and never fail', async () => {
  const words = (count: number) => encodeURIComponent('a'.repeat(count))
  const search = async (count: number) =>
    (await fetch(`${running.url}/api/public/docs/search?q=${words(count)}`)).status
  expect([await search(1024), await search(1025)]).toEqual([200, 400])
  for (const count of [12_000, 20_000]) {
    expect(await search(count)).toBeOneOf([400, 414, 431])
    const query = `client_id=${words(count)}&scope=${READ}`
    const asked = await fetch(`${running.url}/oauth/authorize?${query}`, { redirect: 'manual' })
    expect(asked.status).toBeOneOf([400, 414, 431])
  }
  for (const [count, isError] of [
    [1024, undefined],
    [1025, true],
  ] as const) {
    const { text } = await mcp(toolCall('search_public_docs', `{"query":"${'a'.repeat(count)}"}`))
    expect(JSON.parse(text).result.isError).toBe(isError)
  }
})
