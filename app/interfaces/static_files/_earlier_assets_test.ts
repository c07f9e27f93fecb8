import { expect, test } from 'bun:test'
import { createSampleDocs } from '../../../spec/support/sample_docs.ts'
import type { PublicDocs } from '../../docs/public_docs/mod.ts'
import { staticFiles } from './plugin.ts'

const { open, log } = createSampleDocs()
const BODY = 'body { color: black }\n'
const DIGITS = new Bun.CryptoHasher('sha256').update(BODY).digest('hex').slice(0, 16)
const STYLE = `assets/style.${DIGITS}.css`
const FORGED = 'assets/style.0123456789abcdef.css'
const HOUR_MS = 60 * 60_000

/** A site that serves the build that a test says, by the clock of the test. */
async function openSite() {
  const first = await open({ files: { [STYLE]: BODY, [FORGED]: BODY } })
  const second = await open({ files: { 'assets/other.txt': '' } })
  let current = first.docs
  let nowMs = 0
  const docs: PublicDocs = { ...first.docs, current: () => current.current() }
  const site = staticFiles({
    docs,
    log,
    admit: async () => 'admitted',
    peerOf: () => '127.0.0.1',
    stopwatch: () => nowMs,
  })
  return {
    ask: (path: string, init?: RequestInit) =>
      site.handle(new Request(`http://localhost:8080/${path}`, init)),
    deploy: () => {
      current = second.docs
    },
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test('createEarlierAssets() finds what pages in caches need, and only for a while', async () => {
  const { ask, deploy, pass } = await openSite()
  const before = await ask(STYLE)
  expect([before.status, await before.text()]).toEqual([200, BODY])
  deploy()
  await ask('')
  const after = await ask(STYLE)
  expect([after.status, await after.text()]).toEqual([200, BODY])
  for (const name of ['etag', 'content-type', 'cache-control']) {
    expect([name, after.headers.get(name)]).toEqual([name, before.headers.get(name)])
  }
  const headers = { 'if-none-match': before.headers.get('etag') ?? '' }
  expect((await ask(STYLE, { headers })).status).toBe(304)
  expect((await ask(STYLE, { method: 'POST' })).status).toBe(405)
  pass(HOUR_MS)
  expect((await ask(STYLE)).status).toBe(404)
})

test('createEarlierAssets() finds nothing else of an earlier build', async () => {
  const { ask, deploy } = await openSite()
  await ask('')
  deploy()
  await ask('')
  // The digest in a name decides, whatever the disk has.
  for (const path of [FORGED, `x/${STYLE}`, `assets/x%2f..%2fstyle.${DIGITS}.css`]) {
    expect([path, (await ask(path)).status]).toEqual([path, 404])
  }
})
