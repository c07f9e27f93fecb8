import { afterEach, expect } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { callProgram } from '../../support/command_line.ts'
import { runProgram } from '../../support/program.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { writeSampleBuild } from '../../support/sample_build.ts'
import { GATEWAY, startGateway } from '../../support/versity_gateway.ts'

const BASE_URL = 'http://localhost:8080'
const STORE = 's3://docs/site'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-store-'))
  stops.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function writeSample(title: string): Promise<string> {
  const pages = [{ id: 'p1', folder: '', title, body: `${title}\n` }]
  const folder = await writeSampleBuild({ baseUrl: BASE_URL, pages })
  stops.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function waitForTitle({ url }: Running, title: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/`)
    expect(answer.status).toBe(200)
    if ((await answer.text()).includes(`<title>${title}</title>`)) return
    await Bun.sleep(20)
  }
}

/** Waits for a line of `/readyz`, which stays 200 whatever is away. */
async function waitForState({ adminUrl }: Running, state: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${adminUrl}/readyz`)
    expect(answer.status).toBe(200)
    const lines = (await answer.text()).split('\n')
    if (lines.some((line) => line.startsWith(state))) return
    await Bun.sleep(20)
  }
}

verifiesLong(
  [
    'builds.followed',
    'builds.outage',
    'builds.restored',
    'builds.repaired',
    'outage.one_line',
    'outage.readyz',
  ],
  'a service follows the store, goes on and starts without it, and repairs its cache',
  async () => {
    const gateway = await startGateway()
    stops.push(() => gateway.remove())
    const [one, two] = [await writeSample('One'), await writeSample('Two')]
    const cache = join(await makeFolder(), 'cache')
    const none = await makeFolder()
    const store = { ...gateway.env, DIST_DIR: STORE, BUILD_CACHE_DIR: cache, BASE_URL }
    const env = { ...store, CORPUS_DIR: join(none, 'none') }
    const publish = async (...words: readonly string[]) => {
      const { code, err } = await callProgram(['publish', ...words], store)
      expect([code, err]).toEqual([0, ''])
    }
    const empty = await runProgram(['serve'], env)
    expect([empty.code, empty.err]).toEqual([
      1,
      expect.stringMatching(/^Cannot read builds from "s3:\/\/docs\/site\/": it has no manifest/),
    ])
    await publish('--from', one)
    const first = await startRunning({ corpus: none, env })
    await waitForTitle(first, 'One')
    await publish('--from', two)
    await waitForTitle(first, 'Two')
    gateway.freeze()
    await waitForState(first, 'build_store: away since 20')
    await waitForTitle(first, 'Two')
    await first.stop()
    const second = await startRunning({ corpus: none, env })
    stops.push(() => second.stop())
    await waitForTitle(second, 'Two')
    await waitForState(second, 'build_store: away since 20')
    gateway.thaw()
    await waitForState(second, 'build_store: ok')
    const manifest = await Bun.file(join(one, 'docs-manifest.json')).json()
    await publish('--restore', manifest.build)
    await waitForTitle(second, 'One')
    gateway.freeze()
    await rm(join(cache, 'builds'), { recursive: true })
    expect((await fetch(`${second.url}/`)).status).toBe(503)
    await waitForState(second, 'builds: damaged since 20')
    gateway.thaw()
    await waitForState(second, 'builds: ok')
    await waitForTitle(second, 'One')
    const listOutages = (of: string) =>
      second.log().filter(({ event, part }) => String(event).startsWith('outage_') && part === of)
    // Lines arrive a moment after what they tell.
    while (listOutages('builds').length < 2) await Bun.sleep(20)
    expect(listOutages('builds')).toMatchObject([
      { event: 'outage_began' },
      { event: 'outage_ended' },
    ])
    const outages = listOutages('build_store')
    const part = { level: 'error', part: 'build_store' }
    // A store that is slow on a busy machine may be away once more.
    expect(outages.slice(0, 2)).toMatchObject([
      { ...part, event: 'outage_began', reason: 'it did not answer in time' },
      { ...part, event: 'outage_ended' },
    ])
  },
  { needs: [GATEWAY] },
)

verifies(
  ['settings.build_store', 'settings.all_problems', 'secrets.unseen'],
  'settings of a store that cannot be used are named at once, and nothing is built into one',
  async () => {
    const folder = await makeFolder()
    const secret = join(folder, 'secret')
    await writeFile(secret, 'topsecret\n')
    const listNames = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0])
    const bad = { DIST_DIR: 's3://UPPER', AWS_ENDPOINT_URL: 'ftp://store', AWS_ACCESS_KEY_ID: '' }
    const wrong = await runProgram(['serve'], bad)
    expect(wrong.code).toBe(2)
    expect(listNames(wrong.err)).toEqual([
      'DIST_DIR',
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
      'AWS_ENDPOINT_URL',
    ])
    const fromFile = { ...bad, AWS_SECRET_ACCESS_KEY_FILE: secret }
    const filed = await runProgram(['serve'], fromFile)
    expect(listNames(filed.err)).not.toContain('AWS_SECRET_ACCESS_KEY')
    expect(filed.err).not.toContain('topsecret')
    const cached = await callProgram(['check'], { BUILD_CACHE_DIR: folder })
    expect([cached.code, listNames(cached.err)]).toEqual([2, ['BUILD_CACHE_DIR']])
    const access = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
    const built = await callProgram(['build'], { DIST_DIR: STORE, ...access })
    expect([built.code, built.err]).toEqual([2, expect.stringContaining('into an object store')])
    const nowhere = await callProgram(['publish'], access)
    expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('no object store')])
    const unset = await callProgram(['publish', '--to', 's3://docs'], {})
    expect([unset.code, listNames(unset.err)]).toEqual([
      2,
      ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    ])
  },
)
