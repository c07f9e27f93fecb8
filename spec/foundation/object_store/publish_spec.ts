import { expect } from 'bun:test'
import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { restoreBuild } from '../../../app/build/transfer/publish.ts'
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

const randomId = () => crypto.randomUUID()

const world = useTransferWorld()

verifies(
  'builds.published',
  'a build that is not whole is not published, and what was there stays',
  async () => {
    const store = world.openStore()
    const first = await publishWhole(store, world.builds.first)
    const copy = join(world.cache(), 'copy')
    await cp(world.builds.second, copy, { recursive: true })
    const [build = ''] = await readdir(join(copy, 'builds'))
    await writeFile(join(copy, 'builds', build, 'p2/index.md'), 'changed\n')
    const refused = await publish(store, copy)
    expect(refused).toMatchObject({
      ok: false,
      error: expect.stringContaining('p2/index.md": its'),
    })
    const found = await store.fetch(MANIFEST)
    if (found.state !== 'found') throw new Error('Cannot find the manifest')
    expect(await new Response(found.body).text()).toContain(first)
    // An earlier attempt left most files there: only what is missing is uploaded.
    const again = await publish(store, world.builds.second)
    expect(again).toMatchObject({ value: { changed: true, uploaded: 1 } })
  },
  WITH_GATEWAY,
)

verifies(
  'builds.published',
  'the manifest is written after every file',
  async () => {
    const store = world.openStore()
    const keys: string[] = []
    await publishWhole(intercept(store, { put: (key) => keys.push(key) }), world.builds.first)
    expect(keys.length).toBeGreaterThan(10)
    expect(keys.at(-1)).toBe(MANIFEST)
  },
  WITH_GATEWAY,
)

verifies(
  'builds.one_publisher',
  'of two publishers at once one is refused, and told so',
  async () => {
    const store = world.openStore()
    const publishTwo = async (one: string, other: string) => {
      let waiting = 0
      const both = Promise.withResolvers<void>()
      // Each has seen the store as it was before either wrote the manifest.
      const put = async (key: string) => {
        if (key !== MANIFEST) return
        waiting += 1
        if (waiting === 2) both.resolve()
        await both.promise
      }
      const slow = intercept(store, { put })
      const outcomes = await Promise.all([publish(slow, one), publish(slow, other)])
      const refused = outcomes.filter(({ ok }) => !ok)
      expect(refused).toMatchObject([
        { error: expect.stringContaining('somebody else published meanwhile') },
      ])
      return outcomes[0].ok ? [one, other] : [other, one]
    }
    // Into an empty place, and over a manifest that both know.
    const [, loser = ''] = await publishTwo(world.builds.first, world.builds.second)
    const [winner] = await publishTwo(loser, world.builds.third)
    await follow(store, world.cache()).poll()
    const title =
      winner === world.builds.first ? 'One' : winner === world.builds.second ? 'Two' : 'Three'
    expect(await readTitles(world.cache())).toEqual([title, 'Same', 'Also'])
  },
  WITH_GATEWAY,
)

verifies(
  'builds.restored',
  'a build that was published before is put back, and needs no download',
  async () => {
    const store = world.openStore()
    const first = await publishWhole(store, world.builds.first)
    const fetched: string[] = []
    const follower = follow(intercept(store, { fetch: (key) => fetched.push(key) }), world.cache())
    await follower.poll()
    await publishWhole(store, world.builds.second)
    await follower.poll()
    fetched.length = 0
    expect(await restoreBuild(store, first, { randomId })).toMatchObject({
      value: { changed: true },
    })
    await follower.poll()
    expect(await readTitles(world.cache())).toEqual(['One', 'Same', 'Also'])
    // The manifest and three tables of the build, which say that the folder is whole.
    expect(fetched).toHaveLength(4)
    expect(await restoreBuild(store, 'ab'.repeat(16), { randomId })).toMatchObject({
      error: expect.stringContaining('nobody published it'),
    })
  },
  WITH_GATEWAY,
)
