import { expect, test } from 'bun:test'
import { startSurface } from '../clients/surface.ts'
import { testLong } from '../requirements/verifies.ts'
import type { Running } from '../support/running.ts'

/** An answer, as its caller sees it. */
type Answer = { readonly status: number; readonly names: readonly string[]; readonly text: string }
type Headers = Readonly<Record<string, string>>
type Ask = (running: Running, headers: Headers) => Promise<Response>

const MCP: Ask = (running, headers) =>
  fetch(`${running.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  })
const TOKEN: Ask = (running, headers) =>
  fetch(`${running.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'grant_type=refresh_token&refresh_token=a&client_id=b',
  })

async function readAnswer(ask: Ask, running: Running, headers: Headers): Promise<Answer> {
  const answer = await ask(running, headers)
  return { status: answer.status, names: [...answer.headers.keys()], text: await answer.text() }
}

/** How many of these calls the limit admitted. */
async function countAdmitted(
  ask: Ask,
  running: Running,
  calls: number,
  headersOf: (call: number) => Headers,
): Promise<number> {
  let count = 0
  for (let call = 0; call < calls; call += 1) {
    if ((await readAnswer(ask, running, headersOf(call))).status !== 429) count += 1
  }
  return count
}

/** The default limits, except for what a test sets. */
function startLimited(env: Readonly<Record<string, string>> = {}): Promise<Running> {
  return startSurface({ env: { DEV_SIGN_IN: '1', RATE_LIMIT_OVERRIDES: '', ...env } })
}

test('threat 37: call 121 is refused without a hint, whatever address it claims', async () => {
  const running = await startLimited()
  try {
    const spoofHeaders = (call: number) => ({
      'x-forwarded-for': `192.0.2.${call}`,
      'x-real-ip': `192.0.2.${call}`,
      forwarded: `for=192.0.2.${call}`,
      authorization: `Bearer ${call}`,
    })
    expect(await countAdmitted(MCP, running, 125, spoofHeaders)).toBe(120)
    const { status, names, text } = await readAnswer(MCP, running, {})
    expect([status, JSON.parse(text).error.code]).toEqual([429, -32603])
    expect(names.filter((name) => /^retry-after$|ratelimit/i.test(name))).toEqual([])
    // A separate key for each token would let one address spray keys.
    expect((await readAnswer(MCP, running, { authorization: 'Bearer other' })).status).toBe(429)
  } finally {
    await running.stop()
  }
})

testLong('threat 37: behind a trusted proxy each client counts, and a /64 is one', async () => {
  const running = await startLimited({ TRUSTED_PROXIES: '127.0.0.0/8,::1/128' })
  try {
    const one = () => ({ 'x-forwarded-for': '192.0.2.1' })
    expect(await countAdmitted(MCP, running, 122, one)).toBe(120)
    expect((await readAnswer(MCP, running, { 'x-forwarded-for': '192.0.2.2' })).status).toBe(200)
    // What the client itself wrote is to the left of what the proxy saw.
    const lied = { 'x-forwarded-for': '203.0.113.9, 192.0.2.1' }
    expect((await readAnswer(MCP, running, lied)).status).toBe(429)
    const rotating = (call: number) => ({ 'x-forwarded-for': `2001:db8:1:1::${call + 1}` })
    expect(await countAdmitted(MCP, running, 122, rotating)).toBe(120)
    const next = { 'x-forwarded-for': '2001:db8:1:2::1' }
    expect((await readAnswer(MCP, running, next)).status).toBe(200)
  } finally {
    await running.stop()
  }
})

test('threat 37: the OAuth endpoints have their own limit', async () => {
  const running = await startLimited({ AUTHORIZATION_CALLS_PER_MINUTE: '20' })
  try {
    const spoofHeaders = (call: number) => ({ 'x-forwarded-for': `192.0.2.${call}` })
    expect(await countAdmitted(TOKEN, running, 25, spoofHeaders)).toBe(20)
    const { names } = await readAnswer(TOKEN, running, {})
    expect(names.filter((name) => /^retry-after$|ratelimit/i.test(name))).toEqual([])
    const register = await fetch(`${running.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"client_name":"x","redirect_uris":["http://127.0.0.1/cb"]}',
    })
    expect(register.status).toBe(429)
    expect((await readAnswer(MCP, running, {})).status).toBe(200)
  } finally {
    await running.stop()
  }
})
