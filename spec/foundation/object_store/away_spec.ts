import { afterAll, beforeAll, expect } from 'bun:test'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openObjectStore } from '../../../app/foundation/object_store/store.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { GATEWAY } from '../../support/versity_gateway.ts'
import { type CuttingProxy, startCuttingProxy } from './_cutting_proxy.ts'
import {
  follow,
  intercept,
  MANIFEST,
  publish,
  publishWhole,
  readTitles,
  useTransferWorld,
  WITH_GATEWAY,
} from './_transfer.ts'

const world = useTransferWorld()
let proxy: CuttingProxy

beforeAll(async () => {
  if (!GATEWAY.available) return
  proxy = await startCuttingProxy(world.gateway.access.endpoint ?? '')
})
afterAll(async () => {
  if (GATEWAY.available) await proxy.stop()
})

/** A part of the store that no other test uses, behind the proxy. */
function openCutStore() {
  const access = { ...world.gateway.access, endpoint: proxy.endpoint }
  return openObjectStore({ bucket: 'docs', prefix: `${crypto.randomUUID()}/` }, access)
}

/** Breaks the first answer to each request that the pattern finds. */
function cutFirst(pattern: RegExp, bytes: number): readonly string[] {
  const seen: string[] = []
  proxy.cut((request) => {
    const isFirst = pattern.test(request) && !seen.includes(request)
    if (isFirst) seen.push(request)
    return isFirst ? bytes : undefined
  })
  return seen
}

verifiesLong(
  'builds.resumed',
  'answers that break off, in their head or in their body, are asked for again',
  async () => {
    const store = openCutStore()
    await publishWhole(store, world.builds.first)
    for (const bytes of [0, 700]) {
      await world.empty()
      // The manifest is asked for again a second later anyway.
      const cut = cutFirst(/\/builds\//, bytes)
      await follow(store, world.cache()).poll()
      expect(cut.length).toBeGreaterThan(10)
      expect(await readTitles(world.cache())).toEqual(['One', 'Same', 'Also'])
    }
    cutFirst(/none/, 0)
  },
  WITH_GATEWAY,
)

verifies(
  ['builds.one_publisher', 'builds.published'],
  'a publisher whose answers are lost is not refused because of what it wrote itself',
  async () => {
    const store = openCutStore()
    // Files, notes, the copy of the manifest and the manifest: all are written, none is answered.
    const cut = cutFirst(/^PUT /, 0)
    const first = await publish(store, world.builds.first)
    expect(first).toMatchObject({ value: { changed: true } })
    expect(cut.some((request) => request.endsWith(MANIFEST))).toBe(true)
    // And so is one that replaces what it knows.
    cutFirst(new RegExp(`^PUT .*${MANIFEST}`), 0)
    expect(await publish(store, world.builds.second)).toMatchObject({ value: { changed: true } })
    cutFirst(/none/, 0)
    await follow(store, world.cache()).poll()
    expect(await readTitles(world.cache())).toEqual(['Two', 'Same', 'Also'])
  },
  WITH_GATEWAY,
)

verifies(
  'builds.one_publisher',
  'two publishers of the same build at once both succeed, and each file is there once',
  async () => {
    const store = world.openStore()
    const both = await Promise.all([
      publish(store, world.builds.first),
      publish(store, world.builds.first),
    ])
    expect(both).toMatchObject([{ value: { changed: true } }, { value: { changed: true } }])
    await follow(store, world.cache()).poll()
    expect(await readTitles(world.cache())).toEqual(['One', 'Same', 'Also'])
  },
  WITH_GATEWAY,
)

verifies(
  'builds.one_publisher',
  'who publishes while another uploads wins, and what is served is whole at every moment',
  async () => {
    const store = world.openStore()
    await publishWhole(store, world.builds.first)
    const follower = follow(store, world.cache())
    let uploads = 0
    // In the middle of the second build the third is published by somebody else.
    const put = async () => {
      uploads += 1
      if (uploads !== 12) return
      await publishWhole(store, world.builds.third)
      await follower.poll()
      expect(await readTitles(world.cache())).toEqual(['Three', 'Same', 'Also'])
    }
    expect(await publish(intercept(store, { put }), world.builds.second)).toMatchObject({
      error: expect.stringContaining('somebody else published meanwhile'),
    })
    await follower.poll()
    expect(await readTitles(world.cache())).toEqual(['Three', 'Same', 'Also'])
    // What the loser uploaded is compared, not sent again.
    const puts: string[] = []
    const counted = intercept(store, { put: (key) => puts.push(key) })
    expect(await publish(counted, world.builds.second)).toMatchObject({ value: { uploaded: 0 } })
    expect(puts.filter((key) => key.startsWith('builds/'))).toEqual([])
  },
  WITH_GATEWAY,
)

verifies(
  ['builds.resumed', 'builds.digests'],
  'no more of an object is read than the build says that it has',
  async () => {
    const store = world.openStore()
    const build = await publishWhole(store, world.builds.first)
    const prefix = new URL(store.name).pathname.slice(1)
    for (const path of ['p1/index.md', 'private/served.bin', 'private/seal.json']) {
      const file = world.gateway.pathOf(`${prefix}builds/${build}/${path}`)
      const right = await Bun.file(file).bytes()
      await writeFile(file, new Uint8Array(4 * 1024 * 1024))
      let read = 0
      const counted = {
        ...store,
        fetch: async (...asked: Parameters<typeof store.fetch>) => {
          const found = await store.fetch(...asked)
          if (found.state !== 'found') return found
          const count = new TransformStream<Uint8Array, Uint8Array>({
            transform: (chunk, controller) => {
              if (asked[0].endsWith(path)) read += chunk.length
              controller.enqueue(chunk)
            },
          })
          return { ...found, body: found.body.pipeThrough(count) }
        },
      }
      const follower = follow(counted, world.cache())
      await follower.poll()
      expect(follower.refusal()?.reason).toContain(path)
      expect(read).toBeLessThan(2 * 1024 * 1024)
      expect(await readdir(join(world.cache()))).toEqual(['builds'])
      await writeFile(file, right)
    }
  },
  WITH_GATEWAY,
)
