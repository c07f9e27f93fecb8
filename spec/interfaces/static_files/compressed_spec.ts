import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Manifest } from '../../../app/contract/corpus.ts'
import { LIMITS } from '../../../app/contract/limits.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { CORPUS } from '../../support/repository.ts'
import { type Running, startRunning } from '../../support/running.ts'

const UNPACKED = { br: brotliDecompressSync, gzip: gunzipSync } as const
const CODINGS = ['br', 'gzip'] as const

/** Formats worth compressing. */
const TEXT = /\.(css|html|json|md|service|txt|xml|yaml)$/

let running: Running
let manifest: Manifest

beforeAll(async () => {
  running = await startRunning({ corpus: CORPUS })
  manifest = await (await fetch(`${running.url}/docs-manifest.json`)).json()
})

afterAll(async () => {
  await running.stop()
})

/** The address of a file of the build: a page at its folder, others at their own path. */
function addressOf(path: string): string {
  return `/${path.replace(/(^|\/)index\.html$/, '$1')}`
}

/** Requests a form of a file; returns its bytes as they were sent. */
async function sendRequest(
  path: string,
  acceptEncoding: string,
  init: BunFetchRequestInit = {},
): Promise<{ readonly response: Response; readonly bytes: Uint8Array }> {
  const headers = { ...init.headers, 'accept-encoding': acceptEncoding }
  // The runtime would decompress the body.
  const response = await fetch(running.url + path, { ...init, headers, decompress: false })
  return { response, bytes: await response.bytes() }
}

verifiesLong(
  'static.compressed',
  'every compressed form decompresses to the file and has its own entity tag',
  async () => {
    const large = manifest.files.filter(
      ({ path, bytes }) => TEXT.test(path) && bytes >= LIMITS.compressedFromBytes,
    )
    expect(large.length).toBeGreaterThan(80)
    // A file beside a page, with a name that says nothing about its format.
    expect(large.some(({ path }) => path.endsWith('.service'))).toBe(true)
    for (const { path, sha256 } of large) {
      const { response: plain } = await sendRequest(addressOf(path), 'identity')
      const tags = new Set([plain.headers.get('etag')])
      for (const coding of CODINGS) {
        const { response, bytes } = await sendRequest(addressOf(path), coding)
        const digest = new Bun.CryptoHasher('sha256').update(UNPACKED[coding](bytes)).digest('hex')
        expect([path, response.headers.get('content-encoding'), digest]).toEqual([
          path,
          coding,
          sha256,
        ])
        expect(response.headers.get('content-length')).toBe(String(bytes.length))
        expect(response.headers.get('content-type')).toBe(plain.headers.get('content-type'))
        tags.add(response.headers.get('etag'))
      }
      expect([path, tags.size]).toEqual([path, 3])
      expect(plain.headers.get('vary')).toContain('Accept-Encoding')
    }
  },
)

verifies(
  'static.compressed',
  'the manifest comes compressed, and its forms agree in HEAD, GET and 304',
  async () => {
    const disk = await readFile(join(running.distDir, 'docs-manifest.json'))
    for (const coding of CODINGS) {
      const { response, bytes } = await sendRequest('/docs-manifest.json', coding)
      expect(Buffer.compare(UNPACKED[coding](bytes), disk)).toBe(0)
      const head = await sendRequest('/docs-manifest.json', coding, { method: 'HEAD' })
      for (const name of ['etag', 'vary', 'content-encoding', 'content-length', 'content-type']) {
        expect([name, head.response.headers.get(name)]).toEqual([name, response.headers.get(name)])
      }
      const etag = response.headers.get('etag') ?? ''
      const again = { headers: { 'if-none-match': etag } }
      const current = await sendRequest('/docs-manifest.json', coding, again)
      expect([current.response.status, current.response.headers.get('etag')]).toEqual([304, etag])
      expect(current.response.headers.get('vary')).toBe('Accept-Encoding')
      expect((await sendRequest('/docs-manifest.json', 'identity', again)).response.status).toBe(
        200,
      )
    }
  },
)

verifies(
  'static.compressed',
  'weights choose the form, and no acceptable form is 406',
  async () => {
    for (const [asked, coding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0.2, gzip;q=0.8', 'gzip'],
      ['*', 'br'],
      ['gzip, identity;q=0', 'gzip'],
      ['identity', null],
      ['zstd', null],
      ['br;q=0, gzip;q=0', null],
    ] as const) {
      const { response } = await sendRequest('/llms.txt', asked)
      expect([asked, response.status]).toEqual([asked, 200])
      expect([asked, response.headers.get('content-encoding')]).toEqual([asked, coding])
    }
    for (const asked of ['identity;q=0', '*;q=0', 'zstd, *;q=0']) {
      const { response } = await sendRequest('/llms.txt', asked)
      expect([asked, response.status]).toEqual([asked, 406])
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
    }
  },
)

verifies('static.compressed', 'the page for missing addresses is compressed too', async () => {
  const accept = { headers: { accept: 'text/html' } }
  const plain = await sendRequest('/no/such/page/', 'identity', accept)
  for (const coding of CODINGS) {
    const { response, bytes } = await sendRequest('/no/such/page/', coding, accept)
    expect([response.status, response.headers.get('content-encoding')]).toEqual([404, coding])
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding')
    expect(Buffer.compare(UNPACKED[coding](bytes), plain.bytes)).toBe(0)
  }
  const refused = await sendRequest('/no/such/page/', '*;q=0', accept)
  expect([refused.response.status, refused.response.headers.get('content-encoding')]).toEqual([
    404,
    null,
  ])
})

verifies('http.compressed', 'answers of the HTTP API are compressed when asked for', async () => {
  for (const path of ['/pages', '/search?q=corpus', '/search?q=corpus', '/search?q=corpus']) {
    const address = `/api/public/docs${path}`
    const plain = await sendRequest(address, 'identity')
    expect(plain.response.headers.get('content-encoding')).toBeNull()
    expect(plain.response.headers.get('vary')).toBe('Accept-Encoding')
    const tags = new Set([plain.response.headers.get('etag')])
    for (const coding of CODINGS) {
      const { response, bytes } = await sendRequest(address, coding)
      expect([path, response.headers.get('content-encoding')]).toEqual([path, coding])
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      expect(bytes.length).toBeLessThan(plain.bytes.length)
      expect(Buffer.compare(UNPACKED[coding](bytes), plain.bytes)).toBe(0)
      const etag = response.headers.get('etag') ?? ''
      tags.add(etag)
      const again = await sendRequest(address, coding, { headers: { 'if-none-match': etag } })
      expect([path, again.response.status, again.response.headers.get('etag')]).toEqual([
        path,
        304,
        etag,
      ])
    }
    expect(tags.size).toBe(CODINGS.length + 1)
  }
  const small = await sendRequest('/api/public/docs/status', 'br, gzip')
  expect(small.response.headers.get('content-encoding')).toBeNull()
})
