import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '../../../app/checks/doctor/finding.ts'
import { examineAddress } from '../../../app/checks/doctor/mod.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { certificateFor } from '../../support/certificate.ts'
import { startEndlessServer } from '../../support/endless_server.ts'
import { runProgram } from '../../support/program.ts'
import { freePort, type Running, startRunning } from '../../support/running.ts'

/** What a proxy does to one request; undefined passes it on as it is. */
type Mistake = (
  request: Request,
  path: string,
) => Response | undefined | Promise<Response | undefined>

const HTML = { headers: { 'content-type': 'text/html' } }
const page = (status: number) => new Response('<h1>nginx</h1>', { status, ...HTML })
const isLarge = (request: Request) => Number(request.headers.get('content-length')) > 300_000

let running: Running
let proxyPort: number
let folder: string
let server: Bun.Server<undefined> | undefined

beforeAll(async () => {
  proxyPort = await freePort()
  const env = { BASE_URL: `http://localhost:${proxyPort}`, DEV_SIGN_IN: '1' }
  running = await startRunning({ env })
  folder = await mkdtemp(join(tmpdir(), 'lectern-doctor-'))
})
afterAll(async () => {
  await server?.stop(true)
  await running.stop()
  await rm(folder, { recursive: true })
})

/** Examines the service through a proxy that makes a mistake. */
async function examineBehind(mistake: Mistake): Promise<readonly Finding[]> {
  const pass = (request: Request, path: string) => {
    const { method, headers, body } = request
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const sent = { method, headers, ...(hasBody ? { body } : {}) }
    // The body passes as it is: its headers do, too.
    return fetch(running.url + path, { ...sent, decompress: false })
  }
  server = Bun.serve({
    port: proxyPort,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const path = pathname + search
      return (await mistake(request, pathname)) ?? (await pass(request, path))
    },
  })
  try {
    return await examineAddress(`http://localhost:${proxyPort}`, Date.now)
  } finally {
    await server.stop(true)
  }
}

/** Names of what is not fine, with their states. */
async function findTrouble(mistake: Mistake): Promise<readonly string[]> {
  const findings = await examineBehind(mistake)
  return findings.flatMap(({ name, state }) => (state === 'fine' ? [] : [`${state} ${name}`]))
}

verifies('doctor.address', 'a service behind a proxy that changes nothing is fine', async () => {
  const findings = await examineBehind(() => undefined)
  expect(findings.filter(({ state }) => state !== 'fine')).toEqual([])
  expect(findings.map(({ name }) => name)).toEqual([
    ...['address', 'tls', 'base address', 'clock', 'revalidation', 'well-known files'],
    ...['mcp', 'origins', 'body limit', 'admin port'],
  ])
})

const MISTAKES: Readonly<Record<string, readonly [Mistake, readonly string[]]>> = {
  'it answers /.well-known/ itself': [
    (_, path) => (path.startsWith('/.well-known/') ? page(404) : undefined),
    ['fault well-known files'],
  ],
  'it does not know the documents of OAuth': [
    (_, path) => (path.startsWith('/.well-known/oauth-') ? page(404) : undefined),
    ['fault well-known files'],
  ],
  'it does not pass POST /mcp on': [
    (request, path) => (path === '/mcp' && request.method === 'POST' ? page(405) : undefined),
    ['fault mcp', 'fault origins', 'fault body limit'],
  ],
  'it fails at large bodies': [
    async (request) => (isLarge(request) ? page(502) : undefined),
    ['fault body limit'],
  ],
  'it refuses large bodies itself': [
    async (request) => (isLarge(request) ? page(413) : undefined),
    ['warning body limit'],
  ],
  'it removes the header Origin': [
    (request, path) => {
      if (path !== '/mcp') return undefined
      request.headers.delete('origin')
      return undefined
    },
    ['fault origins'],
  ],
  'it removes If-None-Match': [
    (request) => {
      request.headers.delete('if-none-match')
      return undefined
    },
    ['warning revalidation'],
  ],
  'it shows the admin port': [
    (_, path) => (path === '/readyz' ? fetch(`${running.adminUrl}/readyz`) : undefined),
    ['fault admin port'],
  ],
  'it redirects to another name': [
    () => Response.redirect('https://docs.example.com/docs-manifest.json', 301),
    ['fault address'],
  ],
  'it shows a page of its own': [() => page(200), ['fault address']],
}

for (const [name, [mistake, expected]] of Object.entries(MISTAKES)) {
  verifies('doctor.address', `doctor finds what a proxy does wrong: ${name}`, async () => {
    expect(await findTrouble(mistake)).toEqual(expected)
  })
}

verifies('doctor.address', 'another base address and a wrong clock are found', async () => {
  const findings = await examineAddress(running.url, Date.now)
  expect(findings.find(({ name }) => name === 'base address')).toMatchObject({ state: 'fault' })
  const late = await findTrouble(async (request, path) => {
    if (path !== '/docs-manifest.json') return undefined
    const { headers: asked } = request
    const answer = await fetch(running.url + path, { headers: asked, decompress: false })
    const headers = new Headers(answer.headers)
    headers.set('date', new Date(Date.now() - 300_000).toUTCString())
    return new Response(await answer.bytes(), { status: answer.status, headers })
  })
  expect(late).toContain('warning clock')
})

verifies('doctor.address', 'an address that cannot be reached says what to do', async () => {
  const [refused] = await examineAddress(`http://127.0.0.1:${proxyPort}`, Date.now)
  expect(refused).toMatchObject({
    state: 'fault',
    fix: expect.stringContaining('start the service'),
  })
  const [unknown] = await examineAddress('http://nowhere.invalid', Date.now)
  expect(unknown).toMatchObject({ state: 'fault', fix: expect.stringContaining('DNS') })
})

verifiesLong(
  'doctor.address',
  'a certificate that is not trusted, or ends soon, is found',
  async () => {
    const tls = await certificateFor('localhost')
    const authority = join(folder, 'authority.pem')
    await writeFile(authority, tls.cert)
    const secure = Bun.serve({
      port: 0,
      tls,
      fetch: ({ url, headers }) =>
        fetch(running.url + new URL(url).pathname, { headers, decompress: false }),
    })
    try {
      const address = `https://localhost:${secure.port}`
      const examine = async (env: Readonly<Record<string, string>>): Promise<readonly Finding[]> =>
        JSON.parse((await runProgram(['doctor', address, '--json'], env)).out)
      expect(await examine({})).toMatchObject([
        { name: 'address', state: 'fault', fix: 'install a certificate that clients trust' },
      ])
      // It holds for an hour.
      const trusted = await examine({ NODE_EXTRA_CA_CERTS: authority })
      expect(trusted.find(({ name }) => name === 'tls')).toMatchObject({
        state: 'warning',
        what: 'the certificate expires in 0 days',
      })
    } finally {
      await secure.stop(true)
    }
  },
)

verifies('doctor.address', 'an answer without an end is read to a limit', async () => {
  const server = startEndlessServer('application/json')
  try {
    const [finding] = await examineAddress(server.url, Date.now)
    expect(finding?.what).toContain('more than 8000000 bytes')
    expect(server.sent().bytes).toBeGreaterThan(8_000_000)
    expect(server.sent().bytes).toBeLessThan(4 * 8_000_000)
  } finally {
    await server.stop()
  }
})
