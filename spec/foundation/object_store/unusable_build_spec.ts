import { afterAll, beforeAll, expect } from 'bun:test'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { planPublication, publishBuild, restoreBuild } from '../../../app/build/transfer/publish.ts'
import { ObjectStoreFailure } from '../../../app/foundation/object_store/failure.ts'
import { verifies } from '../../requirements/verifies.ts'
import { writeSampleBuild } from '../../support/sample_build.ts'
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

const randomId = () => crypto.randomUUID()

const world = useTransferWorld()
let moved: string

beforeAll(async () => {
  moved = await writeSampleBuild({ baseUrl: 'http://localhost:9090' })
})
afterAll(async () => {
  await rm(moved, { recursive: true })
})

verifies(
  'builds.address',
  'a build for another address is published only if the service moves',
  async () => {
    const store = world.openStore()
    const first = await publishWhole(store, world.builds.first)
    const refusal = {
      error: expect.stringMatching(/for "http:.*9090", .* for "http:.*8080": .*--new-address/),
    }
    expect(await publish(store, moved)).toMatchObject(refusal)
    expect(await planPublication(moved, store, {})).toMatchObject(refusal)
    await follow(store, world.cache()).poll()
    expect(await readTitles(world.cache())).toEqual(['One', 'Same', 'Also'])
    const asked = { distDir: moved, store, randomId, isMove: true }
    expect(await publishBuild(asked)).toMatchObject({ value: { changed: true } })
    const noted = await store.list(`notes/${first}`)
    expect(noted).toHaveLength(1)
    expect(await restoreBuild(store, first, { randomId })).toMatchObject({
      error: expect.stringContaining('--new-address'),
    })
    // Every note has bytes of its own: this one was not renewed.
    expect(await store.list(`notes/${first}`)).toEqual(noted)
    expect(await restoreBuild(store, first, { randomId, isMove: true })).toMatchObject({ ok: true })
  },
  WITH_GATEWAY,
)

verifies(
  'builds.address',
  'a replica keeps the build for its address, says so, and fetches nothing of another',
  async () => {
    const store = world.openStore()
    const answers: string[] = []
    const fetch: typeof store.fetch = async (key, options) => {
      const found = await store.fetch(key, options)
      answers.push(`${key}: ${found.state}`)
      return found
    }
    const follower = follow({ ...store, fetch }, world.cache())
    const first = await publishWhole(store, world.builds.first)
    await follower.poll()
    const manifest = await readFile(join(world.cache(), MANIFEST))
    await publishBuild({ distDir: moved, store, randomId, isMove: true })
    answers.length = 0
    await follower.poll()
    // However much time passes: only another manifest can change that.
    follower.pass(60_000)
    await follower.poll()
    expect([answers, follower.refusals]).toEqual([
      [`${MANIFEST}: found`, `${MANIFEST}: same`],
      [expect.stringContaining('made for "http://localhost:9090", not "http://localhost:8080"')],
    ])
    // What a restart finds.
    expect(await readFile(join(world.cache(), MANIFEST))).toEqual(manifest)
    await restoreBuild(store, first, { randomId, isMove: true })
    await follower.poll()
    expect(follower.refusal()).toBeUndefined()
  },
  WITH_GATEWAY,
)

verifies(
  'builds.repaired',
  'a damaged cache is repaired while the store names a build that cannot be used, or none',
  async () => {
    const store = world.openStore()
    const follower = follow(store, world.cache())
    const first = await publishWhole(store, world.builds.first)
    await follower.poll()
    const prefix = new URL(store.name).pathname.slice(1)
    const second = await publishWhole(store, world.builds.second)
    await rm(world.gateway.pathOf(`${prefix}builds/${second}/p1/index.md`))
    await follower.poll()
    expect(follower.refusals).toHaveLength(1)
    const path = join(world.cache(), 'builds', first, 'p2/index.md')
    const damage = async () => {
      await writeFile(path, 'Sane\n')
      follower.pass(5000)
      follower.reportUnreadable()
    }
    await damage()
    await follower.poll()
    expect(await readFile(path, 'utf8')).toBe('Same\n')
    expect(follower.damages).toEqual([expect.stringContaining('p2/index.md'), 'repaired'])
    await store.remove(MANIFEST)
    await damage()
    await expect(follower.poll()).rejects.toThrow('it has no manifest')
    expect(await readFile(path, 'utf8')).toBe('Same\n')
    expect(await readTitles(world.cache())).toEqual(['One', 'Same', 'Also'])
  },
  WITH_GATEWAY,
)

verifies(
  ['builds.repaired', 'builds.resumed'],
  'a repair that the store has no file for leaves what was fetched of the build it names',
  async () => {
    const store = world.openStore()
    const fetched: string[] = []
    const follower = follow(intercept(store, { fetch: (key) => fetched.push(key) }), world.cache())
    const first = await publishWhole(store, world.builds.first)
    await follower.poll()
    const second = await publishWhole(store, world.builds.second)
    await store.remove(`builds/${second}/p1/index.md`)
    await store.remove(`builds/${first}/p2/index.md`)
    const path = join(world.cache(), 'builds', first, 'p2/index.md')
    await rm(path)
    follower.pass(5000)
    follower.reportUnreadable()
    const pollAgain = async () => {
      fetched.length = 0
      follower.pass(3000)
      await follower.poll()
      return fetched.filter((key) => /\/p\d\//.test(key))
    }
    for (let round = 0; round < 2; round += 1) await pollAgain()
    expect(await pollAgain()).toEqual([`builds/${second}/p1/index.md`])
    expect(follower.damages).toHaveLength(1)
    // Another manifest is another chance.
    await publishWhole(store, world.builds.third)
    await follower.poll()
    expect(follower.damages.at(-1)).toBe('repaired')
  },
  WITH_GATEWAY,
)

verifies(
  ['builds.resumed', 'builds.repaired'],
  'a repair that breaks off and a build that lacks a file both go on with what they have',
  async () => {
    const store = world.openStore()
    const fetched: string[] = []
    let broken = ''
    const fetch = (key: string) => {
      fetched.push(key)
      if (key === broken) throw new ObjectStoreFailure('it answered 503')
    }
    const follower = follow(intercept(store, { fetch }), world.cache())
    const first = await publishWhole(store, world.builds.first)
    await follower.poll()
    const second = await publishWhole(store, world.builds.second)
    const lacking = `builds/${second}/p1/index.md`
    await store.remove(lacking)
    const served = join(world.cache(), 'builds', first)
    await rm(join(served, 'p2/index.md'))
    await rm(join(served, 'p3/index.md'))
    broken = `builds/${first}/p3/index.md`
    follower.pass(5000)
    follower.reportUnreadable()
    const pollAgain = async () => {
      fetched.length = 0
      follower.pass(3000)
      await follower.poll().catch(() => undefined)
      return fetched.filter((key) => /\/p\d\//.test(key))
    }
    expect(await pollAgain()).toContain(`builds/${first}/p2/index.md`)
    for (let round = 0; round < 2; round += 1) expect(await pollAgain()).toEqual([lacking, broken])
    const listHidden = async () =>
      (await readdir(join(world.cache(), 'builds'))).filter((name) => name.startsWith('.'))
    const third = await publishWhole(store, world.builds.third)
    const missing = `builds/${third}/p1/index.md`
    await store.remove(missing)
    // What was fetched of the second makes room for the third.
    await pollAgain()
    expect([await pollAgain(), await listHidden()]).toMatchObject([
      [missing, broken],
      { length: 2 },
    ])
    broken = ''
    await pollAgain()
    expect(follower.damages.at(-1)).toBe('repaired')
    expect(await pollAgain()).toEqual([missing])
    await publishWhole(store, world.builds.second)
    await follower.poll()
    expect(await readTitles(world.cache())).toEqual(['Two', 'Same', 'Also'])
    expect(await listHidden()).toEqual([])
  },
  WITH_GATEWAY,
)

verifies(
  'builds.tried',
  'a manifest that would be refused never replaces the one that a restart finds',
  async () => {
    const store = world.openStore()
    const follower = follow(store, world.cache())
    await publishWhole(store, world.builds.first)
    await follower.poll()
    const good = await readFile(join(world.cache(), MANIFEST))
    await publishWhole(store, world.builds.second)
    const published = world.gateway.pathOf(`${new URL(store.name).pathname.slice(1)}${MANIFEST}`)
    const right = await readFile(published, 'utf8')
    const replace = async (text: string) => {
      const found = await store.fetch(MANIFEST)
      if (found.state !== 'found') throw new Error('Cannot replace the manifest: it is not there')
      expect(await store.put(MANIFEST, new Blob([text]), { etag: found.etag })).toBe('written')
    }
    await replace(right.replace(/"bytes":\s*\d+/, '"bytes": 1'))
    await follower.poll()
    expect(follower.refusals).toEqual([expect.stringContaining('the manifest and the build')])
    // Another process over the same cache: it starts with the good one, and says why.
    const restarted = follow(store, world.cache())
    expect(await readTitles(world.cache())).toEqual(['One', 'Same', 'Also'])
    await restarted.poll()
    expect(restarted.refusals).toEqual(follower.refusals)
    expect(await readFile(join(world.cache(), MANIFEST))).toEqual(good)
    expect((await readdir(world.cache())).sort()).toEqual(['builds', MANIFEST])
    await replace(right)
    await restarted.poll()
    expect(restarted.refusal()).toBeUndefined()
    expect(await readTitles(world.cache())).toEqual(['Two', 'Same', 'Also'])
  },
  WITH_GATEWAY,
)
