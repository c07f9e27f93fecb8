import { expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ObjectStoreFailure } from '../../../app/foundation/object_store/failure.ts'
import { verifies } from '../../requirements/verifies.ts'
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

verifies(
  ['builds.published', 'builds.followed'],
  'a published build is served from a cache, and so is the next one',
  async () => {
    const store = world.openStore()
    const follower = follow(store, world.cache())
    expect(await publish(store, world.builds.first)).toMatchObject({
      value: { changed: true, keepsApart: true },
    })
    await follower.poll()
    expect(await readTitles(world.cache())).toEqual(['One', 'Same', 'Also'])
    expect(await publish(store, world.builds.first)).toMatchObject({ value: { changed: false } })
    await publishWhole(store, world.builds.second)
    await follower.poll()
    expect(await readTitles(world.cache())).toEqual(['Two', 'Same', 'Also'])
    expect(follower.refusals).toEqual([])
  },
  WITH_GATEWAY,
)

verifies(
  'builds.followed',
  'files that did not change are taken from the build before',
  async () => {
    const store = world.openStore()
    const fetched: string[] = []
    const follower = follow(intercept(store, { fetch: (key) => fetched.push(key) }), world.cache())
    await publishWhole(store, world.builds.first)
    await follower.poll()
    await publishWhole(store, world.builds.second)
    fetched.length = 0
    await follower.poll()
    const names = fetched.map((key) => key.split('/').slice(2).join('/'))
    expect(names).toContain('p1/index.html')
    expect(names).not.toContain('p2/index.html')
    expect(names).not.toContain('p3/index.md')
  },
  WITH_GATEWAY,
)

verifies(
  'builds.digests',
  'an object that is damaged, swapped or missing is refused until it is repaired',
  async () => {
    const store = world.openStore()
    const prefix = new URL(store.name).pathname.slice(1)
    const fetched: string[] = []
    const follower = follow(intercept(store, { fetch: (key) => fetched.push(key) }), world.cache())
    await publishWhole(store, world.builds.first)
    await follower.poll()
    const build = await publishWhole(store, world.builds.second)
    const key = `${prefix}builds/${build}/p1/index.md`
    const path = world.gateway.pathOf(key)
    const right = await readFile(path)
    const faults = [
      ['its digest differs', () => writeFile(path, right.subarray(1))],
      [
        'its digest differs',
        () =>
          writeFile(
            path,
            right.map((byte) => byte ^ 1),
          ),
      ],
      ['it does not exist', () => rm(path)],
    ] as const
    for (const [at, [reason, damage]] of faults.entries()) {
      await damage()
      await follower.poll()
      expect(follower.refusal()?.reason).toContain(reason)
      expect(follower.refusal()?.reason).toContain('p1/index.md')
      // Each reason is told once, and of a build that rests only the manifest is asked for.
      fetched.length = 0
      await follower.poll()
      expect(fetched).toEqual([MANIFEST])
      expect(follower.refusals).toHaveLength(at === 2 ? 2 : 1)
      expect(await readTitles(world.cache())).toEqual(['One', 'Same', 'Also'])
      follower.pass(3000)
    }
    const [own = ''] = (await readdir(join(world.builds.second, 'builds'))) ?? []
    const bytes = await readFile(join(world.builds.second, 'builds', own, 'p1/index.md'))
    await store.put(`builds/${build}/p1/index.md`, new Blob([new Uint8Array(bytes)]), 'absent')
    await follower.poll()
    expect(await readTitles(world.cache())).toEqual(['Two', 'Same', 'Also'])
    expect(follower.refusal()).toBeUndefined()
  },
  WITH_GATEWAY,
)

verifies(
  ['builds.digests', 'builds.outage', 'builds.resumed'],
  'a download that breaks off leaves what is served as it was, and goes on from there',
  async () => {
    const store = world.openStore()
    await publishWhole(store, world.builds.first)
    await follow(store, world.cache()).poll()
    const build = await publishWhole(store, world.builds.second)
    let [left, fetched]: [number, string[]] = [7, []]
    const follower = follow(
      intercept(store, {
        fetch: (key) => {
          left -= 1
          if (left < 0) throw new ObjectStoreFailure('ECONNRESET')
          fetched.push(key)
        },
      }),
      world.cache(),
    )
    const listHidden = async () =>
      (await readdir(join(world.cache(), 'builds'))).filter((name) => name.startsWith('.'))
    await expect(follower.poll()).rejects.toThrow('ECONNRESET')
    expect(existsSync(join(world.cache(), 'builds', build))).toBe(false)
    expect(await readTitles(world.cache())).toEqual(['One', 'Same', 'Also'])
    // The manifest and three tables come first.
    const taken = fetched.slice(4)
    expect(taken).toHaveLength(3)
    ;[left, fetched] = [Number.POSITIVE_INFINITY, []]
    await follower.poll()
    expect(await readTitles(world.cache())).toEqual(['Two', 'Same', 'Also'])
    expect(fetched.filter((key) => taken.includes(key) && !key.includes('/private/'))).toEqual([])
    expect(await listHidden()).toEqual([])
    left = 7
    await publishWhole(store, world.builds.third)
    await expect(follower.poll()).rejects.toThrow('ECONNRESET')
    await follower.stop()
    expect(await listHidden()).toEqual([])
  },
  WITH_GATEWAY,
)
