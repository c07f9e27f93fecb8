import { afterAll, beforeAll, expect } from 'bun:test'
import { copyFile, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from '../../../app/build/corpus_build/build.ts'
import type { Manifest } from '../../../app/contract/corpus.ts'
import type { LimitSettings } from '../../../app/contract/limits.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { removeFolders, writeSampleCorpus } from '../../support/building.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { waitUntil } from '../../support/wait_until.ts'
import { BROKEN_MANIFESTS } from './broken_manifests.ts'

/** Settings of the service, which a build for it needs too. */
const LIMITS = { publicCallsPerMinute: 1_000_000 }

let running: Running

beforeAll(async () => {
  running = await startRunning({
    corpus: await writeSampleCorpus({ 'index.md': { body: 'Words about a corpus.' } }),
    env: { PUBLIC_CALLS_PER_MINUTE: String(LIMITS.publicCallsPerMinute) },
  })
})

afterAll(async () => {
  await running.stop()
  await removeFolders()
})

const manifestPath = (): string => join(running.distDir, 'docs-manifest.json')

async function addPage(name: string, title: string): Promise<void> {
  await writeFile(
    join(running.corpusDir, 'pages', `${name}.md`),
    [
      '---',
      `title: ${title}`,
      'description: A page that a test adds while the service runs.',
      'updated: 2026-11-21',
      'kind: guide',
      'capability: project',
      '---',
      '',
      'Words of this page.',
      '',
    ].join('\n'),
  )
}

async function rebuild(limits: LimitSettings = LIMITS): Promise<void> {
  const { corpusDir, distDir, url } = running
  const options = { corpusDir, distDir, baseUrl: url, limits, nowMs: Date.now() } as const
  const built = await build({ ...options, lock: 'write' })
  if (!built.ok) throw new Error(`Cannot build: ${JSON.stringify(built.error)}`)
  expect(built.value.changed).toBe(true)
}

async function titlesFor(query: string): Promise<readonly string[]> {
  const answer = await fetch(`${running.url}/api/public/docs/search?q=${query}&limit=3`)
  const records = (await answer.json()) as { title: string }[]
  return records.map((record) => record.title)
}

async function statusText(): Promise<string> {
  return await (await fetch(`${running.url}/api/public/docs/status`)).text()
}

async function pageCount(): Promise<number> {
  return (JSON.parse(await statusText()) as { pages: number }).pages
}

/** How many log lines of one event there are so far. */
function countLogged(event: string): number {
  return running.log().filter((line) => line.event === event).length
}

async function breakManifest(bytes: Uint8Array | string): Promise<void> {
  await writeFile(`${manifestPath()}.broken`, bytes)
  await rename(`${manifestPath()}.broken`, manifestPath())
}

verifies(
  ['rule.reload', 'reload.within_one_second'],
  'serve finds the page of a manifest that is renamed into place (bench: within a second)',
  async () => {
    expect(await titlesFor('zanzibarite')).toEqual([])
    await addPage('zanzibarite', 'Zanzibarite')
    await rebuild()
    await waitUntil(async () => (await titlesFor('zanzibarite')).length === 1)
  },
)

verifies(
  'reload.rollback',
  'serve loads an older manifest that is put back with its older mtime',
  async () => {
    const before = await pageCount()
    const keep = `${manifestPath()}.old`
    await copyFile(manifestPath(), keep)
    await addPage('second-page', 'Second page of a test')
    await rebuild()
    await waitUntil(async () => (await pageCount()) === before + 1)
    const newer = (await fetch(`${running.url}/`)).headers.get('last-modified') ?? ''
    const longAgo = new Date('2026-01-01T00:00:00Z')
    await utimes(keep, longAgo, longAgo)
    await rename(keep, manifestPath())
    await waitUntil(async () => (await pageCount()) === before)
    const older = (await fetch(`${running.url}/`)).headers.get('last-modified') ?? ''
    expect(Date.parse(older)).toBeGreaterThanOrEqual(Date.parse(newer))
  },
)

for (const [kind, broken] of Object.entries(BROKEN_MANIFESTS)) {
  verifies(
    'reload.bad_build',
    `serve keeps the old corpus and logs one line for a manifest ${kind}`,
    async () => {
      const good = new Uint8Array(await readFile(manifestPath()))
      const changed = broken(good)
      expect(Buffer.from(changed).equals(Buffer.from(good))).toBe(false)
      const status = await statusText()
      const before = countLogged('reload_refused')
      await breakManifest(changed)
      await waitUntil(async () => countLogged('reload_refused') > before)
      await Bun.sleep(500)
      expect(countLogged('reload_refused')).toBe(before + 1)
      expect(await statusText()).toBe(status)
      const refusal = running.log().findLast((line) => line.event === 'reload_refused')
      expect(String(refusal?.reason)).toStartWith('Cannot ')
      const taken = countLogged('reloaded')
      await breakManifest(good)
      await waitUntil(async () => countLogged('reloaded') > taken)
    },
  )
}

verifies(
  ['reload.bad_build', 'openapi.limits'],
  'serve refuses a build that states limits other than its settings, and keeps the old one',
  async () => {
    const status = await statusText()
    const before = countLogged('reload_refused')
    await rebuild({ ...LIMITS, searchLimitMax: 7 })
    await waitUntil(async () => countLogged('reload_refused') > before)
    const refusal = running.log().findLast((line) => line.event === 'reload_refused')
    expect(String(refusal?.reason)).toContain('SEARCH_LIMIT_MAX=7')
    expect(String(refusal?.reason)).toContain('SEARCH_LIMIT_MAX=50')
    expect(await statusText()).toBe(status)
    const taken = countLogged('reloaded')
    await rebuild()
    await waitUntil(async () => countLogged('reloaded') > taken)
  },
)

verifiesLong(
  'reload.bad_build',
  'serve loads a refused build by itself once its files are complete',
  async () => {
    const before = await pageCount()
    const good = new Uint8Array(await readFile(manifestPath()))
    await addPage('late-page', 'Late page')
    await rebuild()
    await waitUntil(async () => (await pageCount()) > before)
    const newer = new Uint8Array(await readFile(manifestPath()))
    await breakManifest(good)
    await waitUntil(async () => (await pageCount()) === before)
    const { build: name } = JSON.parse(new TextDecoder().decode(newer)) as Manifest
    const page = join(running.distDir, 'builds', name, 'late-page/index.html')
    await rename(page, `${page}.away`)
    const refused = countLogged('reload_refused')
    await breakManifest(newer)
    await waitUntil(async () => countLogged('reload_refused') > refused)
    expect(await pageCount()).toBe(before)
    const taken = countLogged('reloaded')
    await rename(`${page}.away`, page)
    await waitUntil(async () => countLogged('reloaded') > taken)
    expect(await pageCount()).toBeGreaterThan(before)
    expect(countLogged('reload_refused')).toBe(refused + 1)
  },
)

verifies(
  'reload.bad_build',
  'serve loads a manifest with the same content in other bytes, and serves those bytes',
  async () => {
    const good = new Uint8Array(await readFile(manifestPath()))
    const spaced = JSON.stringify(JSON.parse(new TextDecoder().decode(good)), null, 2)
    const taken = countLogged('reloaded')
    await breakManifest(spaced)
    await waitUntil(async () => countLogged('reloaded') > taken)
    const answer = await fetch(`${running.url}/docs-manifest.json`)
    expect(await answer.text()).toBe(spaced)
    await breakManifest(good)
    await waitUntil(async () => countLogged('reloaded') > taken + 1)
    expect(countLogged('reloaded')).toBe(taken + 2)
  },
)

verifiesLong(
  ['rule.reload', 'replicas.no_loss'],
  'serve answers every request while builds are swapped',
  async () => {
    let failed = 0
    let answered = 0
    let going = true
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (going) {
          const answer = await fetch(`${running.url}/api/public/docs/search?q=corpus`)
          if (answer.status === 200 && ((await answer.json()) as unknown[]).length > 0) answered++
          else failed += 1
          await Bun.sleep(1)
        }
      }),
    )
    for (const name of ['swap-one', 'swap-two', 'swap-three']) {
      const before = await pageCount()
      await addPage(name, `Swapped ${name}`)
      await rebuild()
      await waitUntil(async () => (await pageCount()) === before + 1)
    }
    await waitUntil(() => answered > 100 || failed > 0)
    going = false
    await load
    expect(failed).toBe(0)
    expect(answered).toBeGreaterThan(100)
  },
)
