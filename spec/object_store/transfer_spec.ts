import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuildFollower, followBuilds } from '../../app/build_transfer/follow.ts'
import { publishBuild, restoreBuild } from '../../app/build_transfer/publish.ts'
import {
  type ObjectStore,
  ObjectStoreFailure,
  openObjectStore,
} from '../../app/object_store/store.ts'
import { openPublicDocs } from '../../app/public_docs/mod.ts'
import { createLog } from '../../app/telemetry/log.ts'
import { verifies } from '../requirements/verifies.ts'
import { writeSampleBuild } from '../support/sample_build.ts'
import { GATEWAY, type Gateway, startGateway } from '../support/versity_gateway.ts'

const MANIFEST = 'docs-manifest.json'
const WITH_GATEWAY = { needs: [GATEWAY] }

let gateway: Gateway
let home: string
let builds: { readonly first: string; readonly second: string }

beforeAll(async () => {
  if (!GATEWAY.available) return
  gateway = await startGateway()
  builds = { first: await writeSample('One'), second: await writeSample('Two') }
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-transfer-'))
})
afterEach(async () => {
  await rm(home, { recursive: true, force: true })
})
afterAll(async () => {
  if (!GATEWAY.available) return
  await gateway.remove()
  for (const folder of [builds.first, builds.second]) await rm(folder, { recursive: true })
})

/** A build of three pages, of which one has the given title. */
async function writeSample(title: string): Promise<string> {
  const page = (id: string, name: string) => ({
    id,
    folder: `${id}/`,
    title: name,
    body: `${name}\n`,
  })
  return await writeSampleBuild({
    pages: [page('p1', title), page('p2', 'Same'), page('p3', 'Also')],
  })
}

/** A part of the store that no other test uses. */
function openStore(): ObjectStore {
  return openObjectStore({ bucket: 'docs', prefix: `${crypto.randomUUID()}/` }, gateway.access)
}

function publish(store: ObjectStore, distDir: string) {
  return publishBuild({ distDir, store, randomId: () => crypto.randomUUID() })
}

async function publishWhole(store: ObjectStore, distDir: string): Promise<string> {
  const published = await publish(store, distDir)
  if (!published.ok) throw new Error(published.error)
  return published.value.build
}

type Follower = BuildFollower & { readonly refusals: readonly string[]; pass(ms: number): void }

function follow(store: ObjectStore): Follower {
  const refusals: string[] = []
  let nowMs = Date.now()
  const follower = followBuilds({
    store,
    cacheDir: home,
    onRefusal: (reason) => refusals.push(reason),
    clock: () => nowMs,
    random: () => 0.5,
  })
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { ...follower, refusals, pass }
}

/** The titles that a service over the cache would serve, after a check of the whole build. */
async function readTitles(): Promise<readonly string[]> {
  const log = createLog('error', () => undefined, Date.now)
  const docs = await openPublicDocs({ distDir: home, log })
  if (!docs.ok) throw new Error(docs.error)
  const listed = docs.value.current().pages(10)
  docs.value.close()
  return listed.ok ? listed.value.records.map(({ title }) => title) : []
}

/** The same store, with something that happens before a fetch or a put. */
function intercept(
  store: ObjectStore,
  before: { readonly fetch?: (key: string) => unknown; readonly put?: (key: string) => unknown },
): ObjectStore {
  return {
    ...store,
    fetch: async (key, options) => {
      await before.fetch?.(key)
      return await store.fetch(key, options)
    },
    put: async (key, body, condition) => {
      await before.put?.(key)
      return await store.put(key, body, condition)
    },
  }
}

verifies(
  ['builds.published', 'builds.followed'],
  'a published build is served from a cache, and so is the next one',
  async () => {
    const store = openStore()
    const follower = follow(store)
    expect(await publish(store, builds.first)).toMatchObject({
      value: { changed: true, keepsApart: true },
    })
    await follower.look()
    expect(await readTitles()).toEqual(['One', 'Same', 'Also'])
    expect(await publish(store, builds.first)).toMatchObject({ value: { changed: false } })
    await publishWhole(store, builds.second)
    await follower.look()
    expect(await readTitles()).toEqual(['Two', 'Same', 'Also'])
    expect(follower.refusals).toEqual([])
  },
  WITH_GATEWAY,
)

verifies(
  'builds.published',
  'a build that is not whole is not published, and what was there stays',
  async () => {
    const store = openStore()
    const first = await publishWhole(store, builds.first)
    const copy = join(home, 'copy')
    await cp(builds.second, copy, { recursive: true })
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
    const again = await publish(store, builds.second)
    expect(again).toMatchObject({ value: { changed: true, uploaded: 1 } })
  },
  WITH_GATEWAY,
)

verifies(
  'builds.published',
  'the manifest is written after every file',
  async () => {
    const store = openStore()
    const keys: string[] = []
    await publishWhole(intercept(store, { put: (key) => keys.push(key) }), builds.first)
    expect(keys.length).toBeGreaterThan(10)
    expect(keys.at(-1)).toBe(MANIFEST)
  },
  WITH_GATEWAY,
)

verifies(
  'builds.one_publisher',
  'of two publishers at once one is refused, and told so',
  async () => {
    const store = openStore()
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
    const outcomes = await Promise.all([publish(slow, builds.first), publish(slow, builds.second)])
    const refused = outcomes.filter(({ ok }) => !ok)
    expect(refused).toMatchObject([{ error: expect.stringContaining('somebody else published') }])
    await follow(store).look()
    expect(await readTitles()).toEqual([outcomes[0].ok ? 'One' : 'Two', 'Same', 'Also'])
  },
  WITH_GATEWAY,
)

verifies(
  'builds.restored',
  'a build that was published before is put back, and needs no download',
  async () => {
    const store = openStore()
    const first = await publishWhole(store, builds.first)
    const fetched: string[] = []
    const follower = follow(intercept(store, { fetch: (key) => fetched.push(key) }))
    await follower.look()
    await publishWhole(store, builds.second)
    await follower.look()
    fetched.length = 0
    expect(await restoreBuild(store, first)).toMatchObject({ value: { changed: true } })
    await follower.look()
    expect(await readTitles()).toEqual(['One', 'Same', 'Also'])
    // The manifest and three tables of the build, which say that the folder is whole.
    expect(fetched).toHaveLength(4)
    expect(await restoreBuild(store, 'ab'.repeat(16))).toMatchObject({
      error: expect.stringContaining('nobody published it'),
    })
  },
  WITH_GATEWAY,
)

verifies(
  'builds.followed',
  'files that did not change are taken from the build before',
  async () => {
    const store = openStore()
    const fetched: string[] = []
    const follower = follow(intercept(store, { fetch: (key) => fetched.push(key) }))
    await publishWhole(store, builds.first)
    await follower.look()
    await publishWhole(store, builds.second)
    fetched.length = 0
    await follower.look()
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
    const store = openStore()
    const prefix = new URL(store.name).pathname.slice(1)
    const follower = follow(store)
    await publishWhole(store, builds.first)
    await follower.look()
    const build = await publishWhole(store, builds.second)
    const key = `${prefix}builds/${build}/p1/index.md`
    const path = gateway.pathOf(key)
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
      await follower.look()
      expect(follower.refusal()).toContain(reason)
      expect(follower.refusal()).toContain('p1/index.md')
      // Each reason is told once, and a build that rests is not asked for.
      await follower.look()
      expect(follower.refusals).toHaveLength(at === 2 ? 2 : 1)
      expect(await readTitles()).toEqual(['One', 'Same', 'Also'])
      follower.pass(3000)
    }
    const [own = ''] = (await readdir(join(builds.second, 'builds'))) ?? []
    const bytes = await readFile(join(builds.second, 'builds', own, 'p1/index.md'))
    await store.put(`builds/${build}/p1/index.md`, new Blob([new Uint8Array(bytes)]), 'absent')
    await follower.look()
    expect(await readTitles()).toEqual(['Two', 'Same', 'Also'])
    expect(follower.refusal()).toBeUndefined()
  },
  WITH_GATEWAY,
)

verifies(
  ['builds.digests', 'builds.outage'],
  'a download that breaks off leaves the cache as it was',
  async () => {
    const store = openStore()
    await publishWhole(store, builds.first)
    await follow(store).look()
    const build = await publishWhole(store, builds.second)
    let left = 5
    const broken = intercept(store, {
      fetch: () => {
        left -= 1
        if (left < 0) throw new ObjectStoreFailure('ECONNRESET')
      },
    })
    await expect(follow(broken).look()).rejects.toThrow('ECONNRESET')
    expect(existsSync(join(home, 'builds', build))).toBe(false)
    expect((await readdir(join(home, 'builds'))).filter((name) => name.startsWith('.'))).toEqual([])
    expect(await readTitles()).toEqual(['One', 'Same', 'Also'])
  },
  WITH_GATEWAY,
)
