import { afterAll, beforeAll, beforeEach } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BuildFollower } from '../../../app/build/transfer/follow.ts'
import { publishBuild } from '../../../app/build/transfer/publish.ts'
import { createBuildTrial, openPublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { type ObjectStore, openObjectStore } from '../../../app/foundation/object_store/store.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { writeSampleBuild } from '../../support/sample_build.ts'
import { GATEWAY, type Gateway, startGateway } from '../../support/versity_gateway.ts'

export const MANIFEST = 'docs-manifest.json'

/** What a test needs to be run at all. */
export const WITH_GATEWAY = { needs: [GATEWAY] }

/** A server, a cache that is empty before each test, and three builds of which one page differs. */
type TransferWorld = {
  readonly gateway: Gateway
  readonly builds: Readonly<Record<'first' | 'second' | 'third', string>>
  /** The folder that followers fill. */
  cache(): string
  /** A part of the store that no other test uses. */
  openStore(): ObjectStore
  /** Goes on with an empty cache. */
  empty(): Promise<void>
}

/** The world of a file of tests: there before the first of them, and removed after the last. */
export function useTransferWorld(): TransferWorld {
  let opened: Pick<TransferWorld, 'gateway' | 'builds'> | undefined
  let home = ''
  const world = () => {
    if (opened === undefined) throw new Error('Cannot use a store: no test has begun')
    return opened
  }
  const empty = async () => {
    await rm(home, { recursive: true, force: true })
    home = await makeFolder()
  }
  beforeAll(async () => {
    if (!GATEWAY.available) return
    const gateway = await startGateway()
    const first = await writeSample('One')
    const second = await writeSample('Two')
    opened = { gateway, builds: { first, second, third: await writeSample('Three') } }
    home = await makeFolder()
  })
  beforeEach(async () => {
    if (GATEWAY.available) await empty()
  })
  afterAll(async () => {
    if (opened === undefined) return
    await opened.gateway.remove()
    for (const folder of [home, ...Object.values(opened.builds)]) {
      await rm(folder, { recursive: true })
    }
  })
  return {
    get gateway() {
      return world().gateway
    },
    get builds() {
      return world().builds
    },
    cache: () => home,
    openStore: () =>
      openObjectStore(
        { bucket: 'docs', prefix: `${crypto.randomUUID()}/` },
        world().gateway.access,
      ),
    empty,
  }
}

async function makeFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'lectern-transfer-'))
}

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
    // Characters that a signature and an address may encode differently.
    files: { "files/ü+&=~!*'() %.txt": title, 'files/empty.txt': '' },
  })
}

export function publish(store: ObjectStore, distDir: string): ReturnType<typeof publishBuild> {
  return publishBuild({ distDir, store, randomId: () => crypto.randomUUID() })
}

/** Publishes a build that nothing is wrong with; returns its name. */
export async function publishWhole(store: ObjectStore, distDir: string): Promise<string> {
  const published = await publish(store, distDir)
  if (!published.ok) throw new Error(published.error)
  return published.value.build
}

type TestFollower = BuildFollower & {
  readonly refusals: readonly string[]
  /** What the operator hears of the cache: why it is damaged, and when it is whole again. */
  readonly damages: readonly string[]
  pass(ms: number): void
  /** Somebody sets the clock; no time passes. */
  setClock(ms: number): void
}

/** Follows a store only when a test asks it to, by clocks of its own. */
export function follow(
  store: ObjectStore,
  cacheDir: string,
  baseUrl = 'http://localhost:8080',
): TestFollower {
  const [refusals, damages]: [string[], string[]] = [[], []]
  let [nowMs, passedMs] = [Date.now(), 0]
  const follower = new BuildFollower({
    store,
    cacheDir,
    baseUrl,
    trial: createBuildTrial({
      distDir: cacheDir,
      baseUrl,
      limits: {},
      log: createLog(
        'error',
        () => undefined,
        () => nowMs,
      ),
    }),
    onRefusal: (reason) => refusals.push(reason),
    onDamage: (reason) => damages.push(reason),
    onRepair: () => damages.push('repaired'),
    clock: () => nowMs,
    stopwatch: () => passedMs,
    random: () => 0.5,
  })
  const pass = (ms: number) => {
    nowMs += ms
    passedMs += ms
  }
  const setClock = (ms: number) => {
    nowMs = ms
  }
  return Object.assign(follower, { refusals, damages, pass, setClock })
}

/** The titles that a service over the cache would serve, after a check of the whole build. */
export async function readTitles(distDir: string): Promise<readonly string[]> {
  const log = createLog('error', () => undefined, Date.now)
  const docs = await openPublicDocs({ distDir, log })
  if (!docs.ok) throw new Error(docs.error)
  const listed = docs.value.current().pages(10)
  docs.value.close()
  return listed.ok ? listed.value.records.map(({ title }) => title) : []
}

/** The same store, with something that happens before a fetch or a put. */
export function intercept(
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
