import { afterAll, beforeAll, expect } from 'bun:test'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isTrustedHost } from '../../app/service/admin/_admin_host.ts'
import { needs, verifies, verifiesLong } from '../requirements/verifies.ts'
import { callProgram } from '../support/command_line.ts'
import { type Running, startRunning } from '../support/running.ts'

const OTHER_ADDRESS = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

const NETWORK = needs(
  'an address beside loopback',
  OTHER_ADDRESS !== undefined,
  'connect the machine to a network',
)

let running: Running

beforeAll(async () => {
  running = await startRunning({ env: { ADMIN_HOST: '0.0.0.0' } })
})
afterAll(async () => {
  await running.stop()
})

const adminPort = () => new URL(running.adminUrl).port

verifies(
  'admin.host',
  'ADMIN_HOST opens the admin port to others, but for what people searched for',
  async () => {
    const statusAt = async (host: string | undefined, path: string) =>
      (await fetch(`http://${host}:${adminPort()}${path}`)).status
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect([path, await statusAt(OTHER_ADDRESS, path)]).toEqual([path, 200])
    }
    expect(await statusAt('127.0.0.1', '/search-report')).toBe(200)
    expect(await statusAt(OTHER_ADDRESS, '/search-report')).toBe(403)
  },
  { needs: [NETWORK] },
)

verifiesLong(
  'admin.host',
  'without ADMIN_HOST the admin port is on loopback alone',
  async () => {
    const own = await startRunning()
    const { port } = new URL(own.adminUrl)
    const reached = await fetch(`http://${OTHER_ADDRESS}:${port}/healthz`).catch(() => undefined)
    expect(await own.stop()).toBe(0)
    expect(reached).toBeUndefined()
  },
  { needs: [NETWORK] },
)

verifies('admin.host_names', 'a prober without a Host, over HTTP/1.0, is answered', async () => {
  const ask = async (head: string) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const socket = { data: (_: unknown, chunk: Uint8Array) => resolve(`${Buffer.from(chunk)}`) }
    const { hostname, port } = new URL(running.adminUrl)
    const client = await Bun.connect({ hostname, port: Number(port), socket })
    client.write(`GET /healthz HTTP/1.0\r\n${head}\r\n`)
    const answer = await promise
    client.end()
    return answer.slice(0, 12)
  }
  expect(await ask('')).toBe('HTTP/1.1 200')
  expect(await ask('Host: no name\r\n')).toMatch(/^HTTP\/1\.1 4|^HTTP\/1\.1 200/)
})

verifies(
  'admin.host_names',
  'threat 44: a name that a stranger can point at the admin port gets no figures and no report',
  async () => {
    const statusAs = async (host: string, path: string) =>
      (await fetch(running.adminUrl + path, { headers: { host } })).status
    for (const host of ['evil.example', 'evil.example:8081', '127.0.0.1.evil.example', 'lectern']) {
      expect([host, await statusAs(host, '/metrics')]).toEqual([host, 403])
      expect([host, await statusAs(host, '/search-report')]).toEqual([host, 403])
      // A probe may know the service by any name.
      expect([host, await statusAs(host, '/readyz')]).toEqual([host, 200])
    }
    for (const host of ['10.1.2.3:9090', '[2001:db8::7]:9090', '[::1]', 'localhost:8081']) {
      expect([host, await statusAs(host, '/metrics')]).toEqual([host, 200])
    }
    const isNamed = (host: string | null) => isTrustedHost(host, 'Docs-1.internal')
    expect(['docs-1.internal:9090', null].map(isNamed)).toEqual([true, true])
    expect(['docs-1.internal.evil.example', '127.0.0.1@evil.example', ''].map(isNamed)).toEqual([
      ...[false, false, false],
    ])
  },
)

verifies('admin.parts', 'readyz names search and builds', async () => {
  const lines = (await (await fetch(`${running.adminUrl}/readyz`)).text()).trimEnd().split('\n')
  expect(lines).toEqual([
    'ok',
    expect.stringMatching(/^search: ok: \d+ pages$/),
    expect.stringMatching(/^builds: ok: [0-9a-f]{32}$/),
  ])
})

verifies('admin.probe', 'health says what the service says, and exits with 0', async () => {
  const proxy = 'http://127.0.0.1:9'
  const env = { ADMIN_PORT: adminPort(), HTTP_PROXY: proxy, http_proxy: proxy }
  for (const host of ['', '0.0.0.0', '127.0.0.1']) {
    const { code, out, err } = await callProgram(['health'], { ...env, ADMIN_HOST: host })
    expect([host, code, err]).toEqual([host, 0, ''])
    expect(out).toStartWith('ok\nsearch: ok')
  }
  for (const url of [running.adminUrl, `${running.adminUrl}/healthz`]) {
    expect((await callProgram(['health', url])).code).toBe(0)
  }
})

verifies('admin.probe', 'health says why a service is not ready, and exits with 1', async () => {
  const stopping = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('stopping\n', { status: 503 }),
  })
  const refused = await callProgram(['health', stopping.url.origin])
  await stopping.stop(true)
  const { origin } = stopping.url
  expect(refused).toEqual({
    code: 1,
    out: '',
    err: `Cannot find "${origin}/readyz" ready: it answered 503: stopping\n`,
  })
  const gone = await callProgram(['health', origin])
  expect([gone.code, gone.err]).toEqual([
    1,
    `Cannot find "${origin}/readyz" ready: nothing answers\n`,
  ])
})

verifiesLong('admin.probe', 'health gives up on a service that is silent', async () => {
  const sockets: { destroy(): void }[] = []
  const silent = createServer((socket) => sockets.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { code, err } = await callProgram(['health', `http://127.0.0.1:${port}`])
  for (const socket of sockets) socket.destroy()
  silent.close()
  expect([code, err]).toEqual([1, expect.stringContaining('it does not answer within 2 seconds')])
})

verifies('admin.probe', 'health without anything to ask is wrong use', async () => {
  for (const [words, says] of [
    [[], 'ADMIN_PORT is not set'],
    [['localhost:8081'], 'it is not an http or https address'],
    [['http://a', 'http://b'], 'give one address'],
  ] as const) {
    const { code, err } = await callProgram(['health', ...words])
    expect([words, code, err.includes(says)]).toEqual([words, 2, true])
  }
})
