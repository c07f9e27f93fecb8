import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import fc from 'fast-check'
import { readParameters } from '../../../app/interfaces/oauth/protocol/parameters.ts'
import { authorizePath, registerClient } from './oauth_calls.ts'
import { openOauthService } from './oauth_service.ts'

const REDIRECT = 'http://127.0.0.1:4000/cb'

/** The service on a port of its own, called with raw bytes. */
async function startListening() {
  const service = await openOauthService()
  service.app.listen({ hostname: '127.0.0.1', port: 0, reusePort: false })
  const port = service.app.server?.port ?? 0
  const stop = async () => await service.app.server?.stop(true)
  const send = async (bytes: string): Promise<string> =>
    await new Promise((resolve) => {
      let received = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
      socket.on('data', (data) => {
        received += data.toString('latin1')
      })
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(received))
    })
  return { service, send, stop }
}

function statusesOf(received: string): readonly string[] {
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((found) => found[1] ?? '')
}

test('threat 31: a request that two programs could read differently is refused', async () => {
  const { send, stop } = await startListening()
  const head = 'POST /oauth/token HTTP/1.1\r\nHost: docs.example.com\r\nConnection: close\r\n'
  const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
  const hidden = '0\r\n\r\nGET /oauth/authorize HTTP/1.1\r\nHost: docs.example.com\r\n\r\n'
  const corpus = [
    `${head}${form}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${hidden}`,
    `${head}${form}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n${hidden}`,
    `${head}${form}Content-Length: 3\r\nContent-Length: 4\r\n\r\na=bc`,
    `${head}${form}Content-Length: 3, 4\r\n\r\na=bc`,
    `${head}${form}Content-Length: -3\r\n\r\na=b`,
    `${head}${form}Transfer-Encoding: xchunked\r\n\r\n${hidden}`,
    `${head}${form}Transfer-Encoding: chunked, identity\r\n\r\n${hidden}`,
    `${head}${form}X-Odd: a\0b\r\nContent-Length: 3\r\n\r\na=b`,
    `${head}${form}X-Odd : a\r\nContent-Length: 3\r\n\r\na=b`,
    'GET /oauth/authorize HTTP/1.1\r\n\r\n',
    'GET /oauth/authorize HTTP/1.1\nHost: docs.example.com\n\n',
    'GET /oauth/auth\0rize HTTP/1.1\r\nHost: docs.example.com\r\n\r\n',
    'GET /oauth/authorize HTTP/1.1\r\nHost: docs.example.com\r\n folded: x\r\n\r\n',
  ]
  for (const bytes of corpus) {
    const statuses = statusesOf(await send(bytes))
    expect(statuses.length).toBeLessThanOrEqual(1)
    for (const status of statuses) expect(status).toMatch(/^(400|505)$/)
  }
  const good = `${head}${form}Content-Length: 3\r\n\r\na=b`
  const answer = await send(good)
  expect(statusesOf(answer)).toEqual(['400'])
  expect(answer).toContain('"error":"invalid_request"')
  await stop()
})

test('threat 31: no value that comes back can end a header', async () => {
  const { service, send, stop } = await startListening()
  const clientId = await registerClient(service, [REDIRECT, 'https://client.example/cb'])
  const split = '\r\ninjected: yes\r\n\r\n<script>'
  const answers: string[] = []
  const asked = { client_id: clientId, redirect_uri: REDIRECT }
  const names = [
    'client_id',
    'redirect_uri',
    'state',
    'scope',
    'resource',
    'prompt',
    'code_challenge',
  ]
  for (const name of names) {
    for (const value of [split, `${REDIRECT}${split}`, `x${split}`, 'é\u{1F600}\0']) {
      const path = authorizePath({ ...asked, scope: 'unknown', [name]: value })
      const request = `GET ${path} HTTP/1.1\r\nHost: docs.example.com\r\nConnection: close\r\n\r\n`
      answers.push(await send(request))
    }
  }
  expect(answers).toHaveLength(28)
  for (const answer of answers) {
    expect(statusesOf(answer)).toEqual([expect.stringMatching(/^(303|400)$/)])
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head.toLowerCase()).not.toMatch(/^injected/m)
    expect(head).toMatch(/^[\r\n -~]*$/)
    expect(body).not.toContain('<script>')
  }
  await stop()
})

test('readParameters() reads what a form parser reads when nothing is repeated', () => {
  const names = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), {
    maxLength: 8,
  })
  const pairs = names.chain((all) =>
    fc.tuple(...all.map((name) => fc.tuple(fc.constant(name), fc.string({ unit: 'grapheme' })))),
  )
  fc.assert(
    fc.property(pairs, (given) => {
      const read = readParameters(new URLSearchParams(given).toString())
      expect(read).toEqual({
        ok: true,
        value: {
          values: new Map(given.filter(([, value]) => value !== '')),
          repeated: new Set(),
        },
      })
    }),
  )
})

test('readParameters() takes what it takes as a form parser does, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 40 }), (text) => {
      const read = readParameters(text)
      if (!read.ok) return
      // A parser drops the question mark of a query; a form has none to drop.
      const parsed = new URLSearchParams(`?${text}`)
      for (const [name, value] of read.value.values) expect(parsed.getAll(name)).toEqual([value])
      for (const name of read.value.repeated) expect(parsed.getAll(name).length).toBeGreaterThan(1)
    }),
    { numRuns: 2000 },
  )
})

test('readParameters() refuses more parameters than any request has', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => `p${index}=1`).join('&')
  expect(readParameters(many(100)).ok).toBe(true)
  expect(readParameters(many(101)).ok).toBe(false)
})
