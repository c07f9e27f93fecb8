import { expect } from 'bun:test'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { ObjectStoreFailure } from '../../../app/foundation/object_store/failure.ts'
import type { ObjectStore } from '../../../app/foundation/object_store/store.ts'
import { verifies } from '../../requirements/verifies.ts'
import {
  follow,
  intercept,
  MANIFEST,
  publishWhole,
  readTitles,
  useTransferWorld,
  WITH_GATEWAY,
} from './_transfer.ts'

const world = useTransferWorld()

/** A cache with a published build, and the keys that are fetched from then on. */
async function fillCache() {
  const store = world.openStore()
  const fetched: string[] = []
  let isAway = false
  const counted = intercept(store, {
    fetch: (key) => {
      if (isAway) throw new ObjectStoreFailure('it is away')
      fetched.push(key)
    },
  })
  const setAway = (is: boolean) => {
    isAway = is
  }
  const build = await publishWhole(store, world.builds.first)
  const follower = follow(counted, world.cache())
  await follower.poll()
  fetched.length = 0
  const folder = join(world.cache(), 'builds', build)
  /** Files, without the manifest and the three tables that list them. */
  const files = () => {
    const names = fetched.map((key) => key.replace(`builds/${build}/`, ''))
    const tables = [MANIFEST, 'private/seal.json', 'private/files.json', 'private/served.bin']
    return names.filter((name, at) => !tables.includes(name) || names.indexOf(name) !== at)
  }
  return { store, counted, follower, folder, files, fetched, setAway }
}

async function readStored(store: ObjectStore, key: string): Promise<string> {
  const found = await store.fetch(key)
  if (found.state !== 'found') throw new Error(`Cannot find ${key}`)
  return await new Response(found.body).text()
}

verifies(
  'builds.repaired',
  'what is missing or wrong in the cache is fetched again, and nothing else',
  async () => {
    const { follower, folder, files, fetched, store } = await fillCache()
    const right = await readFile(join(folder, 'p2/index.html'))
    await writeFile(
      join(folder, 'p2/index.html'),
      right.map((byte) => byte ^ 1),
    )
    await rm(join(folder, 'p3'), { recursive: true })
    await writeFile(join(folder, 'p3'), 'a file where a folder was')
    await rm(join(folder, 'p1/index.md'))
    await mkdir(join(folder, 'p1/index.md/folder'), { recursive: true })
    await writeFile(join(folder, 'private/seal.json'), '{}')
    // Nobody knows of it, and a request for the manifest says that nothing changed.
    await follower.poll()
    expect(follower.damages).toEqual([])
    fetched.length = 0
    follower.pass(5000)
    follower.reportUnreadable()
    await follower.poll()
    expect(files().sort()).toEqual([
      'p1/index.md',
      'p2/index.html',
      'p3/index.html',
      'p3/index.md',
      'private/seal.json',
    ])
    expect(follower.damages).toEqual([expect.stringContaining('seal.json'), 'repaired'])
    const prefix = `builds/${folder.split('/').at(-1)}`
    for (const path of ['p1/index.md', 'p2/index.html', 'p3/index.md', 'private/seal.json']) {
      const stored = await readStored(store, `${prefix}/${path}`)
      expect(await readFile(join(folder, path), 'utf8')).toBe(stored)
    }
    expect(await readTitles(world.cache())).toEqual(['One', 'Same', 'Also'])
  },
  WITH_GATEWAY,
)

verifies(
  'builds.repaired',
  'a cache that is emptied, or whose manifest is another, is filled again without being asked',
  async () => {
    const { follower } = await fillCache()
    const manifest = join(world.cache(), MANIFEST)
    const right = await readFile(manifest)
    for (const damage of [
      () => rm(world.cache(), { recursive: true }),
      () => rm(manifest),
      () => writeFile(manifest, right.subarray(0, 100)),
      () => writeFile(manifest, 'other'),
    ]) {
      const before = follower.damages.length
      await damage()
      await follower.poll()
      expect(await readTitles(world.cache())).toEqual(['One', 'Same', 'Also'])
      expect(follower.damages.slice(before)).toEqual([expect.any(String), 'repaired'])
    }
  },
  WITH_GATEWAY,
)

verifies(
  ['builds.repaired', 'builds.outage'],
  'damage is known while the store is away, and repaired once it is back',
  async () => {
    const { follower, folder } = await fillCache()
    await rm(join(folder, 'p2'), { recursive: true })
    follower.pass(5000)
    follower.reportUnreadable()
    world.gateway.freeze()
    try {
      await expect(follower.poll(200)).rejects.toThrow('it did not answer in time')
      await expect(follower.poll(200)).rejects.toThrow('it did not answer in time')
      expect(follower.damages).toEqual([expect.stringContaining('p2/index.html')])
    } finally {
      world.gateway.thaw()
    }
    await follower.poll()
    expect(follower.damages.slice(1)).toEqual(['repaired'])
    expect(await readFile(join(folder, 'p2/index.md'), 'utf8')).toBe('Same\n')
  },
  WITH_GATEWAY,
)

verifies(
  'builds.repaired',
  'a start checks every digest of its cache, and fetches a whole one not again',
  async () => {
    const { counted, folder, fetched } = await fillCache()
    const whole = follow(counted, world.cache())
    await whole.poll()
    expect([fetched, whole.damages]).toEqual([[MANIFEST], []])
    const path = join(folder, 'p2/index.md')
    await writeFile(path, 'Sane\n')
    const later = follow(counted, world.cache())
    await later.poll()
    expect(later.damages).toEqual([expect.stringContaining('p2/index.md'), 'repaired'])
    expect(await readFile(path, 'utf8')).toBe('Same\n')
  },
  WITH_GATEWAY,
)

verifies(
  ['builds.repaired', 'builds.digests'],
  'a clock that is set back holds up neither a repair nor another try',
  async () => {
    const { follower, folder, store } = await fillCache()
    const damage = async () => {
      await rm(join(folder, 'p2/index.md'))
      follower.pass(5000)
      follower.reportUnreadable()
      await follower.poll()
    }
    await damage()
    follower.setClock(Date.now() - 3_600_000)
    await damage()
    expect(await readFile(join(folder, 'p2/index.md'), 'utf8')).toBe('Same\n')
    expect(follower.damages.slice(2)).toEqual([expect.any(String), 'repaired'])
    const build = await publishWhole(store, world.builds.second)
    const prefix = new URL(store.name).pathname.slice(1)
    const path = world.gateway.pathOf(`${prefix}builds/${build}/p1/index.md`)
    const right = await readFile(path)
    await writeFile(path, right.subarray(1))
    await follower.poll()
    expect(follower.refusals).toHaveLength(1)
    await writeFile(path, right)
    follower.setClock(Date.now() - 7_200_000)
    follower.pass(3000)
    await follower.poll()
    expect(await readTitles(world.cache())).toEqual(['Two', 'Same', 'Also'])
  },
  WITH_GATEWAY,
)

verifies(
  ['builds.repaired', 'builds.followed'],
  'a file that cannot be read at all is replaced, and holds up no new build',
  async () => {
    const { follower, folder, store } = await fillCache()
    const path = join(folder, 'p2/index.md')
    await rm(path)
    // No open succeeds on a socket, whoever asks: rights would not stop a test that runs as root.
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(path, resolve))
    try {
      follower.pass(5000)
      follower.reportUnreadable()
      await follower.poll()
      expect(follower.damages).toEqual([expect.stringContaining('p2/index.md'), 'repaired'])
      expect(await readFile(path, 'utf8')).toBe('Same\n')
      await publishWhole(store, world.builds.second)
      await follower.poll()
      expect(await readTitles(world.cache())).toEqual(['Two', 'Same', 'Also'])
    } finally {
      await new Promise<void>((resolve) => server.close(() => resolve()))
    }
  },
  WITH_GATEWAY,
)

verifies(
  'builds.repaired',
  'a manifest that is cut or changed and still names its build is replaced, also after an outage',
  async () => {
    const { follower, fetched, setAway } = await fillCache()
    const manifest = join(world.cache(), MANIFEST)
    const right = await readFile(manifest)
    await writeFile(manifest, right.subarray(0, -5))
    await follower.poll()
    expect(await readFile(manifest)).toEqual(right)
    await writeFile(manifest, `${right.toString().trimEnd()} `)
    setAway(true)
    await expect(follower.poll()).rejects.toThrow('it is away')
    setAway(false)
    await follower.poll()
    expect(await readFile(manifest)).toEqual(right)
    fetched.length = 0
    await follower.poll()
    expect(fetched).toEqual([MANIFEST])
  },
  WITH_GATEWAY,
)
