import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hold, sendRaw, statusesOf } from '../clients/raw.ts'
import { startSurface } from '../clients/surface.ts'
import { obtainToken } from '../support/login.ts'
import type { Running } from '../support/running.ts'
import { waitUntil } from '../support/wait_until.ts'

let running: Running
let token = ''

beforeAll(async () => {
  running = await startSurface()
  token = (await obtainToken(running.url)).access
})
afterAll(async () => {
  await running.stop()
})

const MCP_BYTES = 262_144
const FORM_BYTES = 16_384
const HEAD = 'Host: localhost\r\nConnection: close\r\n'
const JSON_TYPE = 'Content-Type: application/json\r\n'
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded\r\n'

function post(path: string, headers: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\n${HEAD}${headers}\r\n${body}`
}

function encodeChunked(body: string): string {
  return `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
}

/** A private call of exactly that many bytes. */
function privateCall(bytes: number): string {
  const params = { name: 'get_business_profile', arguments: {}, _meta: { pad: '' } }
  const whole = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  return whole.replace('"pad":""', `"pad":"${'x'.repeat(bytes - whole.length)}"`)
}

const MCP = () => `${JSON_TYPE}Authorization: Bearer ${token}\r\n`
const form = (bytes: number) => `grant_type=refresh_token&a=${'x'.repeat(bytes - 27)}`

test('threat 25: a body is read to its cap, whatever length it declares', async () => {
  for (const [path, headers, fits, over] of [
    ['/mcp', MCP(), privateCall(MCP_BYTES), privateCall(MCP_BYTES + 1)],
    ['/oauth/token', FORM_TYPE, form(FORM_BYTES), form(FORM_BYTES + 1)],
  ] as const) {
    const fine = path === '/mcp' ? 200 : 400
    const sendDeclared = (body: string) =>
      post(path, `${headers}Content-Length: ${body.length}\r\n`, body)
    const sendChunked = (body: string) =>
      post(path, `${headers}Transfer-Encoding: chunked\r\n`, encodeChunked(body))
    for (const send of [sendDeclared, sendChunked]) {
      expect([path, ...statusesOf(await sendRaw(running.url, send(fits)))]).toEqual([path, fine])
      expect([path, ...statusesOf(await sendRaw(running.url, send(over)))]).toEqual([path, 413])
    }
    // The declared body never follows: the call is refused without it.
    const promised = post(path, `${headers}Content-Length: ${over.length}\r\n`, '')
    expect(statusesOf(await sendRaw(running.url, promised))).toEqual([413])
    // More follows than was declared: the excess is neither part of the call nor a call.
    const more = post(path, `${headers}Content-Length: 2\r\n`, `{}${over}`)
    for (const status of statusesOf(await sendRaw(running.url, more))) expect(status).toBe(400)
  }
})

test('threat 30: a thousand slow or idle connections block nobody, and end', async () => {
  const held = await Promise.all([
    hold(running.url, 400, ''),
    hold(running.url, 100, 'POST /mcp HTTP/1.1\r\nHost: localhost\r\n'),
    hold(running.url, 250, post('/mcp', `${JSON_TYPE}Content-Length: 100\r\n`, '{')),
    hold(running.url, 250, post('/oauth/token', `${FORM_TYPE}Content-Length: 100\r\n`, 'a')),
  ])
  try {
    for (let call = 0; call < 20; call += 1) {
      const body = privateCall(1000)
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const init = { method: 'POST', headers, body }
      expect((await fetch(`${running.url}/mcp`, init)).status).toBe(200)
      expect((await obtainToken(running.url)).access).not.toBe('')
    }
    const [, heads, calls, forms] = held
    await waitUntil(() => heads.closed() === 100)
    await waitUntil(() => calls.closed() === 250 && forms.closed() === 250)
  } finally {
    for (const { release } of held) release()
  }
})

test('threat 31: on /mcp, a request that has two readings is refused', async () => {
  const hidden = '0\r\n\r\nGET /account HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const corpus = [
    post('/mcp', `${MCP()}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`, hidden),
    post('/mcp', `${MCP()}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n`, hidden),
    post('/mcp', `${MCP()}Content-Length: 2\r\nContent-Length: 3\r\n`, '{}}'),
    post('/mcp', `${MCP()}Content-Length: 2, 3\r\n`, '{}}'),
    post('/mcp', `${MCP()}Transfer-Encoding: xchunked\r\n`, hidden),
    post('/mcp', `${MCP()}X-Odd: a\0b\r\nContent-Length: 2\r\n`, '{}'),
    post('/mcp', `${MCP()}X-Odd : a\r\nContent-Length: 2\r\n`, '{}'),
    `POST /mcp HTTP/1.1\r\n${JSON_TYPE}Content-Length: 2\r\n\r\n{}`,
    `POST /mcp HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n{}`,
    post('/mcp', 'Host: localhost\r\nContent-Length: 2\r\n', '{}'),
    post('/mcp', 'hOST: evil.example\r\nContent-Length: 2\r\n', '{}'),
    `GET / HTTP/1.1\r\n${HEAD}Host: evil.example\r\n\r\n`,
    'GET / HTTP/1.1\r\nHost: localhost, evil.example\r\nConnection: close\r\n\r\n',
  ]
  for (const bytes of corpus) {
    const statuses = statusesOf(await sendRaw(running.url, bytes))
    expect(statuses.length).toBeLessThanOrEqual(1)
    for (const status of statuses) expect([400, 505]).toContain(status)
  }
})

/** Three requests in one write; the last asks for the end of the connection. */
function sendPipelined(request: (at: number, close: string) => string): Promise<string> {
  const close = (at: number) => (at === 3 ? 'Connection: close\r\n' : '')
  return sendRaw(running.url, [1, 2, 3].map((at) => request(at, close(at))).join(''))
}

test('threat 31: pipelined calls are answered in order, with a refusal between them', async () => {
  const received = await sendPipelined((id, close) => {
    const type = id === 2 ? 'Content-Type: text/plain\r\n' : JSON_TYPE
    const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })
    const head = `Host: localhost\r\n${type}Content-Length: ${body.length}\r\n${close}`
    return `POST /mcp HTTP/1.1\r\n${head}\r\n${body}`
  })
  // Bodies have no line break at their end, so these answers share lines.
  const answers = received.matchAll(/HTTP\/1\.1 (\d{3})[\s\S]*?"id":(\d)/g)
  expect(Array.from(answers, ([, status, id]) => [status, id])).toEqual([
    ['200', '1'],
    ['415', '2'],
    ['200', '3'],
  ])
})

test('threat 31: behind a call that waits, the next are answered in order or never', async () => {
  const paths = ['/docs-manifest.json', '/llms.txt', '/robots.txt']
  const received = await sendPipelined(
    (at, close) => `GET ${paths[at - 1]} HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`,
  )
  // The runtime ends the connection, so that a client sends again what was not answered.
  const tags = [...received.matchAll(/^etag: (.*)$/gim)].map(([, tag]) => tag?.trim())
  const headers = { 'accept-encoding': 'identity' }
  const alone = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(`${running.url}${path}`, { headers })
      return answer.headers.get('etag') ?? ''
    }),
  )
  expect(new Set(alone).size).toBe(3)
  expect(tags).toEqual(alone.slice(0, tags.length))
})

test('threat 31: on /mcp, no caller input comes back in a header', async () => {
  const mark = 'x"; injected=1%0d%0aSet-Cookie: a=b'
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: mark,
    method: 'tools/call',
    params: { name: 'get_job', arguments: { [mark]: mark } },
  })
  for (const authorization of ['', `Bearer ${mark}`, `${mark} x`]) {
    const headers = { 'content-type': 'application/json', authorization }
    const answer = await fetch(`${running.url}/mcp`, { method: 'POST', headers, body })
    expect(answer.status).toBe(401)
    expect(JSON.stringify([...answer.headers])).not.toContain('injected')
  }
})

const TRAVERSALS = [
  '../private/service.json',
  '..%2fprivate%2fservice.json',
  '%2e%2e/private/service.json',
  '..%5cprivate%5cservice.json',
  '..%252fprivate/service.json',
  '....//private/service.json',
  '..;/private/service.json',
  '../../../../../../etc/passwd',
  '%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  'linked.txt',
  'PRIVATE/service.json',
  '%00/../private/service.json',
]
const PREFIXES = ['/', '/assets/', '/docs-data/', '/guides/', '/changelog/', '/.well-known/']
const OAUTH_PREFIXES = ['/oauth/', '/oauth/consent/', '/account/', '/mcp/', '/private/']

test('threat 32: no spelling of a path and no link leads outside the published files', async () => {
  const manifest = await Bun.file(join(running.distDir, 'docs-manifest.json')).json()
  const folder = join(running.distDir, 'builds', String(manifest.build))
  await writeFile(join(running.distDir, 'secret.txt'), 'root:x:0:0')
  for (const place of ['', 'assets', 'docs-data']) {
    await mkdir(join(folder, place), { recursive: true })
    await symlink(join(running.distDir, 'secret.txt'), join(folder, place, 'linked.txt'))
  }
  for (const prefix of [...PREFIXES, ...OAUTH_PREFIXES]) {
    for (const path of TRAVERSALS) {
      const bytes = `GET ${prefix}${path} HTTP/1.1\r\n${HEAD}\r\n`
      const received = await sendRaw(running.url, bytes)
      expect([prefix + path, ...statusesOf(received)]).toEqual([prefix + path, expect.any(Number)])
      expect(statusesOf(received)[0]).toBeOneOf([400, 404])
      expect(received).not.toContain('root:')
    }
  }
})
