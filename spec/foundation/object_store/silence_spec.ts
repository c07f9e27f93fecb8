import { afterEach, expect } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openObjectStore } from '../../../app/foundation/object_store/store.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { writeSampleBuild } from '../../support/sample_build.ts'
import { follow, MANIFEST } from './_transfer.ts'

/** More than is held in memory, so it is written as it arrives. */
const LARGE = 'large '.repeat(200_000)

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

/** A build behind a server that answers itself where `answer` does not. */
async function serveBuild(
  answer: (
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<Response | undefined> | undefined,
  patience: { readonly idleMsMax?: number; readonly backgroundMsMax?: number } = {},
) {
  const distDir = await writeSampleBuild({ files: { 'files/large.txt': LARGE } })
  const cache = await mkdtemp(join(tmpdir(), 'lectern-silence-'))
  const server = Bun.serve({
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const path = decodeURIComponent(new URL(request.url).pathname).replace('/docs/', '')
      const bytes = await Bun.file(join(distDir, path)).bytes()
      return (await answer(path, bytes)) ?? new Response(bytes, { headers: { etag: '"1"' } })
    },
  })
  const keys = { accessKeyId: 'k', secretAccessKey: 's', sessionToken: undefined }
  const access = { region: 'us-east-1', endpoint: `http://127.0.0.1:${server.port}`, ...keys }
  const store = openObjectStore({ bucket: 'docs', prefix: '' }, access, {
    // Where slowness is tried, a busy machine must not look like silence.
    idleMsMax: 3000,
    ...patience,
  })
  const follower = follow(store, cache)
  stops.push(
    () => rm(distDir, { recursive: true }),
    () => rm(cache, { recursive: true }),
    () => server.stop(true),
    () => follower.stop(),
  )
  return { follower, cache, store }
}

type Trickle = {
  readonly pieces: number
  readonly everyMs: number
  readonly status?: number
  /** Bytes that come before the first of them. */
  readonly atOnce?: number
}

/** Sends a body in pieces, some time apart. */
function trickle(
  bytes: Uint8Array<ArrayBuffer>,
  { pieces, everyMs, status = 200, atOnce = 0 }: Trickle,
): Response {
  const length = Math.ceil(bytes.length / pieces)
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const end = at === 0 && atOnce > 0 ? atOnce : at + length
      if (end !== atOnce) await Bun.sleep(everyMs)
      controller.enqueue(bytes.subarray(at, end))
      at = end
      if (at >= bytes.length) controller.close()
    },
  })
  return new Response(body, { status, headers: { etag: '"1"' } })
}

verifies(
  'builds.silence',
  'a store that falls silent in the middle of a large file is away, whatever its size',
  async () => {
    let asked = 0
    const { follower, cache } = await serveBuild(
      (path, bytes) => {
        if (!path.endsWith('large.txt') || asked === 2) return undefined
        asked += 1
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(bytes.subarray(0, 100_000)),
        })
        const headers = { 'content-length': String(bytes.length) }
        return Promise.resolve(new Response(body, { headers }))
      },
      { idleMsMax: 1500 },
    )
    // By its size alone, the rest would have had half a minute each time.
    await expect(follower.poll(5000)).rejects.toThrow('it stopped in the middle of an answer')
    expect(asked).toBe(2)
    await follower.poll(5000)
    expect(await readdir(cache)).toContain(MANIFEST)
  },
)

verifiesLong(
  'builds.silence',
  'a manifest or a reason that trickles is given up; a file of a build is waited for',
  async () => {
    let asked = 0
    const { follower, cache } = await serveBuild(async (path, bytes) => {
      if (path === MANIFEST) asked += 1
      if (path === MANIFEST && asked === 1) return trickle(bytes, { pieces: 1000, everyMs: 200 })
      if (path === MANIFEST && asked === 2) {
        return trickle(bytes, { pieces: 1000, everyMs: 200, status: 503 })
      }
      const isSlow = path.endsWith('seal.json') || path.endsWith('.html')
      // Longer than a manifest of that size has.
      return isSlow ? trickle(bytes, { pieces: 8, everyMs: 600 }) : undefined
    })
    await expect(follower.poll(5000)).rejects.toThrow('it sends too slowly')
    await expect(follower.poll(5000)).rejects.toThrow('it answered 503')
    await follower.poll(5000)
    expect(await readdir(cache)).toContain(MANIFEST)
  },
)

verifies(
  'builds.silence',
  'a file of a build that trickles is asked for once more, then the store is away',
  async () => {
    const slow = ['seal.json', 'seal.json', 'large.txt', 'large.txt']
    const { follower, cache } = await serveBuild(
      async (path, bytes) => {
        if (slow[0] === undefined || !path.endsWith(slow[0])) return undefined
        slow.shift()
        // A fast beginning earns the rest no patience.
        const atOnce = path.endsWith('large.txt') ? bytes.length - 30 : 0
        return trickle(bytes, { pieces: bytes.length, everyMs: 100, atOnce })
      },
      { backgroundMsMax: 500 },
    )
    for (const left of [2, 0]) {
      await expect(follower.poll(5000)).rejects.toThrow('it sends too slowly')
      expect(slow.length).toBe(left)
    }
    await follower.poll(5000)
    expect(await readdir(cache)).toContain(MANIFEST)
  },
)

verifies(
  'builds.cache_first',
  'who waits longer for the manifest does not give up with somebody who waits less',
  async () => {
    let asked = 0
    const { follower, cache } = await serveBuild((path) => {
      if (path !== MANIFEST) return undefined
      asked += 1
      return asked > 1 ? undefined : new Promise<Response>(() => {})
    })
    const [short, long] = [follower.poll(300), follower.poll(60_000)]
    await expect(short).rejects.toThrow('it did not answer in time')
    await long
    expect([asked, await readdir(cache)]).toEqual([2, expect.arrayContaining([MANIFEST])])
  },
)

verifies(
  'builds.silence',
  'a reader that is held up, as by a disk that stands still, is no slow store',
  async () => {
    const { store } = await serveBuild(() => undefined, { backgroundMsMax: 1500 })
    const found = await store.fetch(MANIFEST, { isBackground: true })
    if (found.state !== 'found') throw new Error('Cannot find the manifest')
    const reader = found.body.getReader()
    expect((await reader.read()).done).toBe(false)
    // Longer than what came first earns.
    await Bun.sleep(4000)
    while (!(await reader.read()).done);
  },
)
