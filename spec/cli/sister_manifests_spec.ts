import { afterAll, expect } from 'bun:test'
import { createManifestFetch } from '../../app/cli/_sister_manifests.ts'
import { matchPages, readSisterPages } from '../../app/docs/model/sister_pages.ts'
import { verifies } from '../requirements/verifies.ts'

const answers: { make: () => Response } = { make: () => Response.json({}) }
const paths: string[] = []
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => {
    paths.push(new URL(request.url).pathname)
    return answers.make()
  },
})
afterAll(() => server.stop(true))

const address = `http://127.0.0.1:${server.port}/docs-manifest.json`

verifies(
  'sisters.networks',
  'threat 56: createManifestFetch() asks no private address unless it is told to',
  async () => {
    const refused = { ok: false, error: 'an address of the name is not public' }
    const asPublic = createManifestFetch('https://docs.example.com', false)
    expect(await asPublic(address)).toEqual(expect.objectContaining(refused))
    // A site on this machine may have sisters there, and nowhere else.
    const asLocal = createManifestFetch('http://localhost:8080', false)
    expect(await asLocal('http://10.0.0.1/docs-manifest.json')).toEqual(
      expect.objectContaining(refused),
    )
    expect(paths).toEqual([])
    expect((await asLocal(address)).ok).toBe(true)
    expect((await createManifestFetch('https://docs.example.com', true)(address)).ok).toBe(true)
    expect(paths).toEqual(['/docs-manifest.json', '/docs-manifest.json'])
  },
)

verifies(
  'sisters.networks',
  'threat 56: createManifestFetch() follows no redirect and reads no body without end',
  async () => {
    const fetchManifest = createManifestFetch('http://localhost:8080', false)
    answers.make = () => Response.redirect('/elsewhere', 302)
    expect(await fetchManifest(address)).toEqual(
      expect.objectContaining({ ok: false, error: 'it answered 302' }),
    )
    expect(paths).not.toContain('/elsewhere')
    const piece = new Uint8Array(1024 * 1024)
    answers.make = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) }))
    expect(await fetchManifest(address)).toEqual(
      expect.objectContaining({ ok: false, error: 'it has more than 67108864 bytes' }),
    )
  },
)

verifies(
  'sisters.networks',
  'threat 56: readSisterPages() takes paths of pages, and no address of somebody else',
  async () => {
    const record = (id: string, url: string) => ({
      ...{ id, url, kind: 'guide', title: 'Page', description: 'Words.', status: 'available' },
      ...{ updated: '2026-11-01', markdown_url: `${url}index.md` },
    })
    const base = 'https://evil.example'
    const bad = ['https://other.example/a/', `${base}/../b/`, `${base}/c?d`, `${base}/%5C%5Ce/`]
    const pages = [...bad, `${base}/f//g/`, `${base}/fine/`].map((url, at) => record(`p${at}`, url))
    const manifest = {
      ...{ version: '1.0.0', generated: '2026-11-21T10:00:00Z', base_url: base },
      ...{ build: '0'.repeat(32), files: [], redirects: { old: 'https://other.example/' } },
      pages: [...pages, record('p9', `${base}/`)],
    }
    const read = readSisterPages(new TextEncoder().encode(JSON.stringify(manifest)))
    if (read === undefined) throw new Error('it was not read')
    expect([...read.names.keys()]).toEqual(['', 'fine'])
    const own = { names: new Map([['old', 'p1 Old']]), redirects: {} }
    expect([...matchPages(own, read)]).toEqual([])
    expect(readSisterPages(new TextEncoder().encode('{"pages": []}'))).toBeUndefined()
    expect(readSisterPages(new Uint8Array([0xff]))).toBeUndefined()
  },
)
