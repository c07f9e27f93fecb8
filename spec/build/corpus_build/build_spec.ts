import { afterAll, expect } from 'bun:test'
import { cp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  buildOrThrow,
  copyOurCorpus,
  digestsBelow,
  fileOf,
  manifestOf,
  NOW_MS,
  newFolder,
  removeFolders,
  sha256,
  writePage,
  writeSampleCorpus,
} from '../../support/building.ts'
import { writeExcerpt } from '../../support/excerpt.ts'
import { waitUntil } from '../../support/wait_until.ts'

const HOUR_MS = 60 * 60 * 1000

afterAll(removeFolders)

verifies('build.deterministic', 'the same corpus twice gives the same bytes', () =>
  expectSameBytes(writeExcerpt),
)

verifiesLong('build.deterministic', 'our whole corpus twice gives the same bytes', () =>
  expectSameBytes(copyOurCorpus),
)

/** Builds two copies of a corpus an hour apart. */
async function expectSameBytes(copyCorpus: () => Promise<string>): Promise<void> {
  const [one, other] = [await newFolder(), await newFolder()]
  const sourceDateEpoch = 1_790_000_000
  await buildOrThrow({ corpusDir: await copyCorpus(), distDir: one, sourceDateEpoch })
  const nowMs = NOW_MS + HOUR_MS
  await buildOrThrow({ corpusDir: await copyCorpus(), distDir: other, sourceDateEpoch, nowMs })
  expect(await digestsBelow(other)).toEqual(await digestsBelow(one))
}

verifiesLong(
  ['build.deterministic', 'corpus_status.instant'],
  'another SOURCE_DATE_EPOCH changes only the files that contain the instant',
  async () => {
    const [one, other, corpusDir] = [await newFolder(), await newFolder(), await writeExcerpt()]
    const early = await buildOrThrow({ corpusDir, distDir: one, sourceDateEpoch: 1_790_000_000 })
    const late = await buildOrThrow({ corpusDir, distDir: other, sourceDateEpoch: 1_790_000_001 })
    expect(early.generated).toBe('2026-09-21T14:13:20Z')
    expect(late.generated).toBe('2026-09-21T14:13:21Z')
    const [before, after] = [
      await digestsBelow(join(one, 'builds', early.build)),
      await digestsBelow(join(other, 'builds', late.build)),
    ]
    const changed = Object.keys(before).filter((path) => before[path] !== after[path])
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(changed.sort()).toEqual([
      'developers/asyncapi.yaml',
      'developers/openapi.yaml',
      'developers/workflows.arazzo.yaml',
      'docs-data/changes.json',
      'docs-data/pages.json',
      'docs-data/status.json',
      'private/files.json',
      'private/packed.bin',
      'private/seal.json',
      'private/served.bin',
      'private/service.json',
    ])
  },
)

verifiesLong(
  'build.unchanged',
  'an unchanged corpus writes nothing, whatever the clock',
  async () => {
    const [distDir, corpusDir] = [await newFolder(), await writeExcerpt()]
    const first = await buildOrThrow({ corpusDir, distDir })
    const manifest = join(distDir, 'docs-manifest.json')
    await utimes(manifest, 1000, 1000)
    const before = await digestsBelow(distDir)
    const second = await buildOrThrow({ corpusDir, distDir, nowMs: NOW_MS + HOUR_MS })
    expect(second).toEqual({ ...first, changed: false, replacedBaseUrl: BASE_URL })
    expect(await digestsBelow(distDir)).toEqual(before)
    expect((await stat(manifest)).mtimeMs).toBe(1_000_000)
  },
)

verifies('build.unchanged', 'a changed page makes a new build with a new instant', async () => {
  const [distDir, corpusDir] = [await newFolder(), await writeSampleCorpus({ 'index.md': {} })]
  const first = await buildOrThrow({ corpusDir, distDir })
  await writePage(corpusDir, 'index.md', { body: 'Another text.' })
  const second = await buildOrThrow({ corpusDir, distDir, nowMs: NOW_MS + HOUR_MS })
  expect(second.changed).toBe(true)
  expect(second.build).not.toBe(first.build)
  expect([first.generated, second.generated]).toEqual([
    '2026-11-01T12:00:00Z',
    '2026-11-01T13:00:00Z',
  ])
})

verifies('build.unchanged', 'a damaged build is rebuilt under the same name', async () => {
  const [distDir, corpusDir] = [await newFolder(), await writeSampleCorpus({ 'index.md': {} })]
  const first = await buildOrThrow({ corpusDir, distDir })
  const before = await digestsBelow(distDir)
  await rm(join(distDir, 'builds', first.build, 'index.html'))
  const second = await buildOrThrow({ corpusDir, distDir, nowMs: NOW_MS + HOUR_MS })
  expect(second).toEqual({ ...first, changed: true, replacedBaseUrl: BASE_URL })
  expect(await digestsBelow(distDir)).toEqual(before)
})

verifiesLong('build.last_five', 'the last five builds are kept, and each is complete', async () => {
  const [distDir, corpusDir] = [await newFolder(), await writeSampleCorpus({ 'index.md': {} })]
  const names: string[] = []
  for (const step of [0, 1, 2, 3, 4, 5, 6]) {
    await writePage(corpusDir, 'index.md', { body: `Text ${step}.` })
    names.push((await buildOrThrow({ corpusDir, distDir, nowMs: NOW_MS + step * HOUR_MS })).build)
  }
  const kept = (await readdir(join(distDir, 'builds'))).filter((name) => !name.startsWith('.'))
  expect(kept.sort()).toEqual(names.slice(-5).sort())
  expect(kept).toContain((await manifestOf(distDir)).build)
})

verifies('build.last_five', 'what a crashed build left behind is removed', async () => {
  const [distDir, corpusDir] = [await newFolder(), await writeSampleCorpus({ 'index.md': {} })]
  const [dead, atWork] = ['.tmp-dead', '.tmp-at-work'].map((name) => join(distDir, 'builds', name))
  for (const [folder, ageMs] of [
    [dead, 2 * HOUR_MS],
    [atWork, 0],
  ] as const) {
    await cp(corpusDir, String(folder), { recursive: true })
    const seconds = (NOW_MS - ageMs) / 1000
    await utimes(String(folder), seconds, seconds)
  }
  await buildOrThrow({ corpusDir, distDir })
  const left = (await readdir(join(distDir, 'builds'))).filter((name) => name.startsWith('.tmp-'))
  expect(left).toEqual(['.tmp-at-work'])
})

verifiesLong(
  'build.manifest_last',
  'a reader of the manifest never sees half a build',
  async () => {
    const [distDir, corpusDir] = [await newFolder(), await writeSampleCorpus({ 'index.md': {} })]
    await buildOrThrow({ corpusDir, distDir })
    const seen = new Set<string>()
    let running = true
    const reading = (async () => {
      while (running) {
        const manifest = await manifestOf(distDir)
        if (!seen.has(manifest.build)) {
          for (const { path, bytes } of manifest.files) {
            const found = await stat(join(distDir, 'builds', manifest.build, path))
            expect([path, found.size]).toEqual([path, bytes])
          }
        }
        seen.add(manifest.build)
        await Bun.sleep(1)
      }
    })()
    for (const step of [1, 2, 3]) {
      await writePage(corpusDir, 'added.md', { body: `Text ${step}.` })
      const { build } = await buildOrThrow({ corpusDir, distDir, nowMs: NOW_MS + step * HOUR_MS })
      // The reader may be slow; it has to see each build, and stops at the first that is not whole.
      await Promise.race([reading, waitUntil(() => seen.has(build))])
    }
    running = false
    await reading
    expect(seen.size).toBe(4)
  },
)

verifies('build.manifest_last', 'two builds at once leave a complete build', async () => {
  const [distDir, one] = [await newFolder(), await writeSampleCorpus({ 'index.md': {} })]
  const other = await writeSampleCorpus({ 'index.md': { body: 'Another text.' } })
  const names = await Promise.all(
    [one, other, one, other].map(
      async (corpusDir) => (await buildOrThrow({ corpusDir, distDir })).build,
    ),
  )
  const manifest = await manifestOf(distDir)
  expect(names).toContain(manifest.build)
  for (const { path, sha256: digest } of manifest.files) {
    expect([path, sha256(await fileOf(distDir, path))]).toEqual([path, digest])
  }
})

verifies(
  ['build.manifest_shape', 'static.manifests'],
  'the manifest lists every file that can be fetched with its digest and size',
  async () => {
    const [distDir, corpusDir] = [await newFolder(), await writeExcerpt()]
    const report = await buildOrThrow({ corpusDir, distDir })
    const manifest = await manifestOf(distDir)
    expect([manifest.build, manifest.base_url]).toEqual([report.build, BASE_URL])
    const folder = join(distDir, 'builds', report.build)
    const onDisk = Object.entries(await digestsBelow(folder))
      .filter(([path]) => !path.startsWith('private/') && path !== '404.html')
      .sort(([a], [b]) => (a < b ? -1 : 1))
    expect(manifest.files.map(({ path, sha256: digest }) => [path, digest])).toEqual(onDisk)
    for (const { path, bytes } of manifest.files) {
      expect([path, (await stat(join(folder, path))).size]).toEqual([path, bytes])
    }
  },
)
