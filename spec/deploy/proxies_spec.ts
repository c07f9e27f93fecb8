import { afterAll, beforeAll, expect } from 'bun:test'
import { connect } from 'node:net'
import { examineAddress } from '../../app/checks/doctor/mod.ts'
import { OAUTH_PATHS } from '../../app/contract/oauth.ts'
import { startSurface } from '../clients/surface.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { removeFolders } from '../support/building.ts'
import { writeExcerpt } from '../support/excerpt.ts'
import { runProgram } from '../support/program.ts'
import { freePort, type Running } from '../support/running.ts'
import { PROXIES, PROXY_KINDS, startProxy } from './proxies.ts'

const TRIES = 20
const BODIES = [300_000, 400_000, 1_000_000, 3_000_000, 10_000_000].map(
  (bytes) => new Blob([new Uint8Array(bytes)]),
)
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Requests that are refused before anything reads their body, and the status of the refusal. */
const REFUSED: readonly (readonly [string, number, Readonly<Record<string, string>>])[] = [
  ['/a2a', 413, { 'content-type': JSON_TYPE }],
  [OAUTH_PATHS.token, 413, { 'content-type': FORM_TYPE }],
  [OAUTH_PATHS.register, 413, { 'content-type': JSON_TYPE }],
  ['/mcp', 403, { 'content-type': JSON_TYPE, origin: 'https://elsewhere.example' }],
  ['/mcp', 415, { 'content-type': 'text/plain' }],
  ['/api/public/docs/status', 405, { 'content-type': JSON_TYPE }],
  ['/llms.txt', 405, { 'content-type': JSON_TYPE }],
]

let running: Running

beforeAll(async () => {
  running = await startSurface()
})
afterAll(async () => {
  await running.stop()
})

async function statusOf(url: string, headers: HeadersInit, body: Blob): Promise<number> {
  const answer = await fetch(url, { method: 'POST', headers, body })
  await answer.bytes()
  return answer.status
}

for (const kind of PROXY_KINDS) {
  verifiesLong(
    'errors.refused_body',
    `through ${kind}, a body over the limit is 413 every time, whoever caps it`,
    async () => {
      for (const isUncapped of [false, true]) {
        const proxy = await startProxy(kind, { upstream: running.url, isUncapped })
        try {
          const headers = { 'content-type': JSON_TYPE }
          for (const body of BODIES) {
            for (let round = 1; round <= TRIES; round += 1) {
              const status = await statusOf(`${proxy.url}/mcp`, headers, body)
              expect([body.size, round, status]).toEqual([body.size, round, 413])
            }
          }
        } finally {
          await proxy.stop()
        }
      }
    },
    { needs: PROXIES },
  )

  verifiesLong(
    'errors.refused_body',
    `through ${kind}, every refusal of an unread body arrives`,
    async () => {
      const proxy = await startProxy(kind, { upstream: running.url, isUncapped: true })
      try {
        for (const [path, expected, headers] of REFUSED) {
          for (const body of BODIES) {
            const status = await statusOf(`${proxy.url}${path}`, headers, body)
            expect([path, body.size, status]).toEqual([path, body.size, expected])
          }
        }
      } finally {
        await proxy.stop()
      }
    },
    { needs: PROXIES },
  )
}

verifiesLong(
  ['operator.verify', 'errors.refused_body', 'doctor.address'],
  'verify and doctor have no finding about business tools behind any proxy',
  async () => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const corpus = await writeExcerpt()
    const service = await startSurface({ corpus, env: { BASE_URL: url, DEV_SIGN_IN: '1' } })
    try {
      for (const kind of PROXY_KINDS) {
        const proxy = await startProxy(kind, { upstream: service.url, port })
        try {
          const { code, out, err } = await runProgram(['verify', url, '--all', '--json'])
          expect([kind, code, err, JSON.parse(out).disagreements]).toEqual([kind, 0, '', []])
          const findings = await examineAddress(url, Date.now)
          const trouble = findings.filter(({ state }) => state !== 'fine')
          expect([kind, trouble]).toEqual([kind, []])
        } finally {
          await proxy.stop()
        }
      }
    } finally {
      await service.stop()
      await removeFolders()
    }
  },
  { needs: PROXIES },
)

/** Sends a body piece by piece until an answer comes; returns its status and the pieces sent. */
async function trickle(head: string, piece: string, pieces: number): Promise<[string, number]> {
  return await new Promise((resolve, reject) => {
    let sent = 0
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1', () => socket.write(head))
    const timer = setInterval(() => {
      sent += 1
      socket.write(piece)
      if (sent === pieces) clearInterval(timer)
    }, 50)
    socket.on('error', reject)
    socket.on('close', () => clearInterval(timer))
    socket.once('data', (data) => {
      clearInterval(timer)
      socket.destroy()
      resolve([data.toString('latin1').slice(0, 12), sent])
    })
  })
}

verifies(
  'errors.refused_body',
  'a refused body that trickles in is answered long before its end',
  async () => {
    const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${JSON_TYPE}\r\n`
    for (const connection of ['close', 'keep-alive']) {
      const more = `Connection: ${connection}\r\nContent-Length: 400000\r\n\r\n`
      const [status, sent] = await trickle(head + more, 'x'.repeat(100), 4000)
      expect([connection, status]).toEqual([connection, 'HTTP/1.1 413'])
      expect(sent).toBeLessThan(2000)
    }
    // Without a declared length, the refusal comes after 256 KiB, and the rest is waited for.
    const more = 'Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n'
    const [status, sent] = await trickle(head + more, `5000\r\n${'x'.repeat(0x5000)}\r\n`, 4000)
    expect(status).toBe('HTTP/1.1 413')
    expect(sent).toBeLessThan(2000)
  },
)
