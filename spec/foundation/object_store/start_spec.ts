import { afterAll, afterEach, beforeAll, expect } from 'bun:test'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openObjectStore } from '../../../app/foundation/object_store/store.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { openFirstDocs } from '../../../app/service/first_docs.ts'
import { openBuildStore } from '../../../app/service/parts/build_store.ts'
import { type Config, readConfig } from '../../../app/service/settings/config.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { freePort } from '../../support/running.ts'
import { writeSampleBuild } from '../../support/sample_build.ts'
import { GATEWAY, type Gateway, startGateway } from '../../support/versity_gateway.ts'
import { MANIFEST, publishWhole } from './_transfer.ts'

const BASE_URL = 'http://localhost:8080'

let gateway: Gateway
let build: string
const folders: string[] = []

beforeAll(async () => {
  build = await writeSampleBuild({ baseUrl: BASE_URL })
  if (GATEWAY.available) gateway = await startGateway()
})
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})
afterAll(async () => {
  if (GATEWAY.available) await gateway.remove()
  await rm(build, { recursive: true })
})

/** A service that is about to start; the store is at `endpoint`. */
async function prepare(endpoint: string, settings: Readonly<Record<string, string>> = {}) {
  const home = await mkdtemp(join(tmpdir(), 'lectern-start-'))
  folders.push(home)
  const cache = join(home, 'cache')
  const read = readConfig({
    DIST_DIR: 's3://docs/site',
    BUILD_CACHE_DIR: cache,
    CORPUS_DIR: join(home, 'none'),
    BASE_URL,
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    ...settings,
  })
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const lines: string[] = []
  const log = createLog('warn', (line) => lines.push(line), Date.now)
  return { config: read.value, cache, log, lines }
}

/** What each call of the stopwatch adds. */
function openStoreOf(config: Config, log: ReturnType<typeof createLog>, stepMs: number) {
  let nowMs = 0
  const stopwatch = () => {
    nowMs += stepMs
    return nowMs
  }
  const store = openBuildStore(config, { log, clock: Date.now, stopwatch })
  if (store === undefined) throw new Error('Cannot follow a store: there is none')
  return store
}

verifies(
  'builds.cache_first',
  'a start with a build that it may serve never asks the store; any other build is no reason to',
  async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`
    for (const [settings, asks] of [
      [{}, 0],
      [{ BASE_URL: 'http://localhost:9090' }, 1],
      [{ PUBLIC_CALLS_PER_MINUTE: '7' }, 1],
    ] as const) {
      const { config, cache, log } = await prepare(nowhere, settings)
      await cp(build, cache, { recursive: true })
      const store = openStoreOf(config, log, 40_000)
      let asked = 0
      const fetchFirst = async () => {
        asked += 1
        return await store.fetchFirst()
      }
      const opened = await openFirstDocs(config, { log }, { ...store, fetchFirst })
      expect([settings, asked, opened.ok]).toEqual([settings, asks, asks === 0])
      if (opened.ok) opened.value.close()
      else {
        expect(opened.error).toEqual({
          isForeign: false,
          lines: [
            expect.stringMatching(/: none that can be served is in ".*": publish a build/),
            expect.stringMatching(/^Cannot serve .* of "s3:\/\/docs\/site\/" in ".*publish /),
          ],
        })
        // Nobody set one: where builds come from a store, there is no corpus.
        expect(opened.error.lines.join()).not.toContain('CORPUS_DIR')
      }
    }
  },
)

verifies(
  'builds.cache_first',
  'a start without a build gives up after half a minute, and says why',
  async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`
    const { config, cache, log, lines } = await prepare(nowhere)
    const opened = await openFirstDocs(config, { log }, openStoreOf(config, log, 20_000))
    expect(opened).toMatchObject({
      error: {
        isForeign: false,
        lines: [
          expect.stringMatching(
            /^Cannot read builds from "s3:\/\/docs\/site\/": \w+: none is in "/,
          ),
        ],
      },
    })
    // One attempt is followed by a wait, the other by the end.
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'outage_began', part: 'build_store' },
    ])
    expect(await readdir(cache).catch(() => [])).toEqual([])
  },
)

verifies(
  'builds.cache_first',
  'a start without a build waits for a store that is not there yet',
  async () => {
    const { config, log, lines } = await prepare(gateway.access.endpoint ?? '', {
      AWS_ACCESS_KEY_ID: gateway.access.accessKeyId ?? '',
      AWS_SECRET_ACCESS_KEY: gateway.access.secretAccessKey ?? '',
    })
    await publishWhole(openObjectStore({ bucket: 'docs', prefix: 'site/' }, gateway.access), build)
    await gateway.kill()
    const store = openStoreOf(config, log, 0)
    const opening = openFirstDocs(config, { log }, store)
    while (lines.length === 0) await Bun.sleep(20)
    await gateway.start()
    const opened = await opening
    expect(opened.ok).toBe(true)
    if (opened.ok) opened.value.close()
    await store.stop()
  },
  { needs: [GATEWAY] },
)

verifies(
  ['builds.cache_first', 'builds.repaired'],
  'a start serves the cache that it just repaired, although the store names a build for elsewhere',
  async () => {
    const foreign = await writeSampleBuild({ baseUrl: 'http://localhost:9090' })
    folders.push(foreign)
    const server = Bun.serve({
      port: 0,
      fetch: async (request) => {
        const path = decodeURIComponent(new URL(request.url).pathname).replace('/docs/site/', '')
        const isCopy = path.startsWith('manifests/')
        const named = path === MANIFEST ? join(foreign, MANIFEST) : join(build, path)
        const headers = { etag: Bun.hash(path).toString() }
        return new Response(Bun.file(isCopy ? join(build, MANIFEST) : named), { headers })
      },
    })
    const { config, cache, log } = await prepare(`http://127.0.0.1:${server.port}`)
    await cp(build, cache, { recursive: true })
    const [name = ''] = await readdir(join(cache, 'builds'))
    await rm(join(cache, 'builds', name, 'private/records.bin'))
    const store = openStoreOf(config, log, 0)
    const opened = await openFirstDocs(config, { log }, store)
    expect(opened).toMatchObject({ ok: true })
    if (opened.ok) opened.value.close()
    expect(store.part.describe()).toContain('made for "http://localhost:9090"')
    await store.stop()
    await server.stop(true)
  },
)

/** A store with one file that answers 503 so many times; each answer takes some time. */
async function fetchFromBusyStore(refusals: number, fileMs: number, refusalMs: number) {
  let [nowMs, asked] = [0, 0]
  const server = Bun.serve({
    port: 0,
    fetch: (request) => {
      const path = decodeURIComponent(new URL(request.url).pathname).replace('/docs/site/', '')
      const isBusy = path.endsWith('start/index.html') && asked < refusals
      nowMs += isBusy ? refusalMs : fileMs
      if (isBusy) asked += 1
      if (isBusy) return new Response('', { status: 503 })
      return new Response(Bun.file(join(build, path)), { headers: { etag: '"1"' } })
    },
  })
  const { config, log } = await prepare(`http://127.0.0.1:${server.port}`)
  const store = openBuildStore(config, { log, clock: Date.now, stopwatch: () => nowMs })
  if (store === undefined) throw new Error('Cannot follow a store: there is none')
  const fetched = await store.fetchFirst()
  await store.stop()
  await server.stop(true)
  return fetched
}

verifiesLong(
  ['builds.cache_first', 'builds.resumed'],
  'a start goes on with a large build while files of it arrive, although one is refused',
  async () => {
    expect(await fetchFromBusyStore(4, 5000, 0)).toMatchObject({ ok: true })
  },
)

verifiesLong(
  'builds.cache_first',
  'a start gives up when half a minute brought nothing but what it had',
  async () => {
    expect(await fetchFromBusyStore(12, 0, 5000)).toMatchObject({
      error: { line: expect.stringContaining('it answered 503') },
    })
  },
)
