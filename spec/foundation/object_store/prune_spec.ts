import { expect } from 'bun:test'
import { utimes } from 'node:fs/promises'
import { keyOfCopy } from '../../../app/build/transfer/_names.ts'
import { listOldBuilds, removeOldBuilds } from '../../../app/build/transfer/prune.ts'
import { restoreBuild } from '../../../app/build/transfer/publish.ts'
import { ObjectStoreFailure } from '../../../app/foundation/object_store/failure.ts'
import type { ObjectStore } from '../../../app/foundation/object_store/store.ts'
import { verifies } from '../../requirements/verifies.ts'
import { callProgram } from '../../support/command_line.ts'
import {
  follow,
  intercept,
  publish,
  publishWhole,
  readTitles,
  useTransferWorld,
  WITH_GATEWAY,
} from './_transfer.ts'

const HOUR_MS = 60 * 60 * 1000

const randomId = () => crypto.randomUUID()

const world = useTransferWorld()

/** Publishes all three, and lets time pass since the manifest named the first two. */
async function publishThree(store: ObjectStore): Promise<readonly [string, string, string]> {
  const first = await publishWhole(store, world.builds.first)
  const second = await publishWhole(store, world.builds.second)
  const third = await publishWhole(store, world.builds.third)
  await age(store, first, 26)
  await age(store, second, 25)
  return [first, second, third]
}

/** Makes the store believe that the note of a build was written hours ago. */
async function age(store: ObjectStore, build: string, hours: number): Promise<void> {
  const then = (Date.now() - hours * HOUR_MS) / 1000
  const prefix = store.name.replace('s3://docs/', '')
  await utimes(world.gateway.pathOf(`${prefix}notes/${build}.json`), then, then)
}

async function readFollowed(store: ObjectStore): Promise<readonly string[]> {
  await world.empty()
  await follow(store, world.cache()).poll()
  return await readTitles(world.cache())
}

verifies(
  'builds.pruned',
  'what the manifest named last, or within a day, is kept; the rest is removed whole',
  async () => {
    const store = world.openStore()
    const [first, second, third] = await publishThree(store)
    const all = (await store.list('')).length
    const rule = { kept: 1, nowMs: Date.now() }
    expect(await listOldBuilds(store, third, rule)).toEqual([second, first])
    expect(await store.list('')).toHaveLength(all)
    expect(await removeOldBuilds(store, 3, randomId)).toMatchObject({ value: [] })
    expect(await removeOldBuilds(store, 2, randomId)).toMatchObject({ value: [first] })
    // Named within the last day, although it is not among the last.
    await age(store, second, 23)
    expect(await removeOldBuilds(store, 1, randomId)).toMatchObject({ value: [] })
    expect((await store.list('')).filter(({ key }) => key.includes(first))).toEqual([])
    expect(await restoreBuild(store, first, { randomId })).toMatchObject({
      error: expect.stringContaining('removed as old'),
    })
    // What was put back, and what that replaced, are named again.
    await restoreBuild(store, second, { randomId })
    await age(store, third, 25)
    expect(await removeOldBuilds(store, 2, randomId)).toMatchObject({ value: [] })
    expect(await removeOldBuilds(store, 1, randomId)).toMatchObject({ value: [third] })
    expect(await readFollowed(store)).toEqual(['Two', 'Same', 'Also'])
  },
  WITH_GATEWAY,
)

verifies(
  'builds.pruned',
  'an upload that was interrupted is removed a day later',
  async () => {
    const store = world.openStore()
    await publishWhole(store, world.builds.first)
    const lost = 'ab'.repeat(16)
    await store.put(`builds/${lost}/index.md`, new Blob(['lost']), 'absent')
    expect(await removeOldBuilds(store, 1, randomId)).toMatchObject({ value: [] })
    await age(store, lost, 25)
    expect(await removeOldBuilds(store, 1, randomId)).toMatchObject({ value: [lost] })
    expect(await store.list(`builds/${lost}`)).toEqual([])
  },
  WITH_GATEWAY,
)

verifies(
  'builds.pruned',
  'a build that somebody publishes again is not removed beneath them',
  async () => {
    const store = world.openStore()
    const [first, second] = await publishThree(store)
    // They begin after it was found to be old, and before it is removed.
    let again: Promise<unknown> | undefined
    const late = intercept(store, {
      put: async (key) => {
        if (key !== `notes/${first}.json` || again !== undefined) return
        again = publish(store, world.builds.first)
        await again
      },
    })
    expect(await removeOldBuilds(late, 1, randomId)).toMatchObject({ value: [second] })
    expect(await again).toMatchObject({ ok: true, value: { changed: true } })
    expect(await readFollowed(store)).toEqual(['One', 'Same', 'Also'])
  },
  WITH_GATEWAY,
)

verifies(
  'builds.pruned',
  'a build that is being removed is not published until that has ended',
  async () => {
    const store = world.openStore()
    await publishThree(store)
    let refused: Promise<unknown> | undefined
    const busy = {
      ...store,
      remove: async (key: string) => {
        refused ??= publish(store, world.builds.first)
        await refused
        await store.remove(key)
      },
    }
    const removed = await removeOldBuilds(busy, 2, randomId)
    expect(removed).toMatchObject({ value: [expect.any(String)] })
    expect(await refused).toMatchObject({ error: expect.stringContaining('removes it as old') })
    await publishWhole(store, world.builds.first)
    expect(await readFollowed(store)).toEqual(['One', 'Same', 'Also'])
  },
  WITH_GATEWAY,
)

verifies(
  ['builds.pruned', 'builds.published'],
  'threat 47: an upload that is held up until it was removed as old names no missing file',
  async () => {
    const store = world.openStore()
    const second = await publishWhole(store, world.builds.second)
    let removed: ReturnType<typeof removeOldBuilds> | undefined
    const late = intercept(store, {
      put: async (key) => {
        const [, build = ''] = /^builds\/(\w+)\/p2\//.exec(key) ?? []
        if (build === '') return
        removed ??= age(store, build, 25).then(() => removeOldBuilds(store, 1, randomId))
        expect(await removed).toEqual({ ok: true, value: [build] })
      },
    })
    expect(await publish(late, world.builds.first)).toMatchObject({
      error: expect.stringMatching(/: \d+ files of build "\w+" are gone, .*: publish again$/),
    })
    expect(removed).toBeDefined()
    expect(await readFollowed(store)).toEqual(['Two', 'Same', 'Also'])
    expect((await store.list('manifests/')).map(({ key }) => key)).toEqual([keyOfCopy(second)])
    await publishWhole(store, world.builds.first)
    expect(await readFollowed(store)).toEqual(['One', 'Same', 'Also'])
  },
  WITH_GATEWAY,
)

verifies(
  'builds.pruned',
  'a removal that broke off is finished by who wants the build again',
  async () => {
    const store = world.openStore()
    const [first] = await publishThree(store)
    let left = 3
    const breaking = {
      ...store,
      remove: async (key: string) => {
        left -= 1
        if (left < 0) throw new ObjectStoreFailure('ECONNRESET')
        await store.remove(key)
      },
    }
    await expect(removeOldBuilds(breaking, 2, randomId)).rejects.toThrow('ECONNRESET')
    expect(await publish(store, world.builds.first)).toMatchObject({ ok: false })
    await age(store, first, 2)
    await publishWhole(store, world.builds.first)
    expect(await readFollowed(store)).toEqual(['One', 'Same', 'Also'])
  },
  WITH_GATEWAY,
)

verifies(
  'builds.pruned',
  'publish removes what is old, and says before what it would do',
  async () => {
    const store = world.openStore()
    const [first, second, third] = await publishThree(store)
    await restoreBuild(store, second, { randomId })
    const to = ['publish', '--to', store.name, '--from', world.builds.third]
    const ask = (...more: readonly string[]) => callProgram([...to, ...more], world.gateway.env)
    const before = await store.list('')
    const planned = await ask('--dry-run', '--keep', '2')
    expect([planned.code, planned.err, planned.out.trim().split('\n')]).toEqual([
      ...[0, ''],
      [
        `Would publish 0 files, build ${third} at ${store.name}`,
        `Would remove 1 old build: ${first}`,
      ],
    ])
    expect(await store.list('')).toEqual(before)
    const done = await ask('--keep', '2')
    expect(done.out).toEndWith(`\nRemoved 1 old build: ${first}\n`)
    expect((await ask('--keep', 'all')).code).toBe(2)
    const both = await callProgram([...to.slice(0, 3), '--restore', first, '--keep', '2'])
    expect(both.code).toBe(2)
  },
  WITH_GATEWAY,
)
