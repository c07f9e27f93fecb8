import { afterAll, expect } from 'bun:test'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Value } from '@sinclair/typebox/value'
import { isFresh } from '../../../app/build/corpus_build/build.ts'
import { PrivateFilesSchema, SealSchema, ServiceFileSchema } from '../../../app/contract/build.ts'
import { CAPABILITY_STATUSES } from '../../../app/contract/statuses.ts'
import { openPublicDocs, type Snapshot } from '../../../app/docs/public_docs/mod.ts'
import { createLog } from '../../../app/foundation/telemetry/log.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  buildOrThrow,
  digestsBelow,
  expectProblems,
  fileOf,
  jsonOf,
  manifestOf,
  NOW_MS,
  newFolder,
  removeFolders,
  sha256,
  textOf,
  writePage,
  writeSampleCorpus,
} from '../../support/building.ts'
import { KEPT_EPOCH, placeOurBuild } from '../../support/kept_builds.ts'
import { MAIN } from '../../support/repository.ts'

const PROGRAM = MAIN

afterAll(removeFolders)

verifies('build.private_files', 'private files hold what public_docs needs', async () => {
  const distDir = await newFolder()
  await placeOurBuild(distDir)
  const manifest = await manifestOf(distDir)
  const service: unknown = await jsonOf(distDir, 'private/service.json')
  const listed: unknown = await jsonOf(distDir, 'private/files.json')
  const seal: unknown = await jsonOf(distDir, 'private/seal.json')
  if (!Value.Check(ServiceFileSchema, service)) throw new Error('Cannot read service.json')
  if (!Value.Check(PrivateFilesSchema, listed)) throw new Error('Cannot read files.json')
  if (!Value.Check(SealSchema, seal)) throw new Error('Cannot read seal.json')
  expect(listed.files.map(({ path }) => path)).toEqual([
    'private/headings.bin',
    'private/records.bin',
    'private/search.bin',
    'private/service.json',
  ])
  expect(seal.files.map(({ path }) => path).sort()).toEqual([
    'private/files.json',
    'private/packed.bin',
    'private/served.bin',
  ])
  for (const { path, sha256: digest } of [...listed.files, ...seal.files]) {
    expect(sha256(await fileOf(distDir, path))).toBe(digest)
  }
  expect(seal.manifest).toBe(sha256(await readFile(join(distDir, 'docs-manifest.json'))))
  expect(manifest.files.filter(({ path }) => path.startsWith('private'))).toEqual([])
})

verifiesLong('build.private_files', 'public_docs reads back what the build wrote', async () => {
  const distDir = await newFolder()
  const body = '\n\n## One\n\n```\n## not a heading\n```\n\nTwo\n---\n'
  const corpusDir = await writeSampleCorpus({ 'index.md': { body }, 'a/b.md': { kind: 'concept' } })
  await buildOrThrow({ corpusDir, distDir })
  const { pages } = await manifestOf(distDir)
  const snapshot = await openSnapshot(distDir)
  const all = snapshot.pages(100)
  expect(all.ok && all.value.records).toEqual(pages)
  expect(all.ok && JSON.parse(all.value.json)).toEqual(pages)
  const page = await snapshot.page(snapshot.recordAt('')?.id ?? '')
  if (!page.ok) throw new Error(page.error.message)
  const lines = page.value.markdown.split('\n')
  expect(page.value.headings.map(({ line, anchor }) => [lines[line], anchor])).toEqual([
    ['## One', 'one'],
    ['Two', 'two'],
  ])
  expect(snapshot.recordAt('a/b')?.kind).toBe('concept')
})

/** Formats that are compressed; an asset of another kind is served as it is. */
const TEXT = /\.(conf|css|csv|html|js|jsonl?|md|service|svg|toml|tsv|txt|xml|ya?ml)$/

verifies('static.compressed', 'the build compresses text files and lists none of it', async () => {
  const distDir = await newFolder()
  await placeOurBuild(distDir)
  const snapshot = await openSnapshot(distDir)
  const { files } = await manifestOf(distDir)
  let compressed = 0
  for (const { path } of [...files, { path: 'docs-manifest.json' }]) {
    const file = snapshot.file(path)
    const plain = await file?.read()
    for (const form of file?.forms ?? []) {
      const packed = await form.read()
      if (!packed.ok || plain?.ok !== true) throw new Error(`Cannot read ${path}`)
      const unpack = form.coding === 'br' ? brotliDecompressSync : gunzipSync
      expect(sha256(unpack(packed.value))).toBe(sha256(plain.value))
      expect([path, packed.value.length < plain.value.length]).toEqual([path, true])
      compressed += 1
    }
    expect([path, file?.forms.length]).toEqual([
      path,
      plain?.ok && plain.value.length >= 1024 && TEXT.test(path) ? 2 : 0,
    ])
  }
  expect(compressed).toBeGreaterThan(200)
})

verifies('build.docs_data', 'docs-data holds pages, capabilities and changes', async () => {
  const distDir = await newFolder()
  await placeOurBuild(distDir)
  const { generated, pages, version } = await manifestOf(distDir)
  expect(Date.parse(generated)).toBe(KEPT_EPOCH * 1000)
  expect(await jsonOf<unknown>(distDir, 'docs-data/pages.json')).toEqual({
    version,
    generated,
    pages,
  })
  const status = await jsonOf<{
    generated: string
    capabilities: { status: string; pages: string[] }[]
  }>(distDir, 'docs-data/status.json')
  const changes = await jsonOf<{ generated: string; changes: { date: string }[] }>(
    distDir,
    'docs-data/changes.json',
  )
  expect([status.generated, changes.generated]).toEqual([generated, generated])
  const statuses = status.capabilities.map((capability) => capability.status)
  expect(statuses.filter((value) => !CAPABILITY_STATUSES.some((known) => known === value))).toEqual(
    [],
  )
  const listed = status.capabilities.flatMap((capability) => capability.pages)
  expect(listed.sort()).toEqual(pages.map(({ id }) => id).sort())
  const dates = changes.changes.map(({ date }) => date)
  expect(dates).toEqual([...dates].sort().reverse())
})

verifies('build.problems', 'a corpus with problems writes nothing at all', async () => {
  const distDir = await newFolder()
  const corpusDir = await writeSampleCorpus({ 'index.md': { body: '[gone](gone.md)' } })
  const before = await digestsBelow(corpusDir)
  const problems = await expectProblems({ corpusDir, distDir })
  expect(problems[0]?.file).toEndWith('pages/index.md')
  expect(await readdir(distDir)).toEqual([])
  expect(await digestsBelow(corpusDir)).toEqual(before)
})

verifies('build.problems', 'a folder that cannot be made is a problem with its path', async () => {
  const folder = await newFolder()
  const distDir = join(folder, 'dist')
  await writeFile(distDir, 'a file stands here')
  const problems = await expectProblems({
    corpusDir: await writeSampleCorpus({ 'index.md': {} }),
    distDir,
  })
  expect(problems).toHaveLength(1)
  expect(problems[0]?.file).toStartWith(distDir)
  expect(problems[0]?.what).toStartWith('cannot write: ')
  expect(await readFile(distDir, 'utf8')).toBe('a file stands here')
})

verifies('build.manifest_last', 'a manifest that cannot be replaced leaves no folder', async () => {
  const distDir = await newFolder()
  await mkdir(join(distDir, 'docs-manifest.json'))
  const problems = await expectProblems({
    corpusDir: await writeSampleCorpus({ 'index.md': {} }),
    distDir,
  })
  expect(problems[0]?.what).toStartWith('cannot write: ')
  expect((await readdir(distDir)).sort()).toEqual(['builds', 'docs-manifest.json'])
})

verifiesLong(
  'build.manifest_last',
  'a build that is killed leaves the old one as it was',
  async () => {
    const [distDir, corpusDir] = [await newFolder(), await writeSampleCorpus({ 'index.md': {} })]
    const { build: name } = await buildOrThrow({ corpusDir, distDir })
    const before = await digestsBelow(distDir)
    const body = '## A section\n\nSome words in a row.\n\n'.repeat(400)
    const numbers = [...Array(300).keys()]
    for (const number of numbers) await writePage(corpusDir, `more/p${number}.md`, { body })
    const env = { ...process.env, CORPUS_DIR: corpusDir, DIST_DIR: distDir, BASE_URL }
    const child = Bun.spawn([process.execPath, PROGRAM, 'build'], { env, stderr: 'pipe' })
    const halfWay = async () =>
      (await readdir(join(distDir, 'builds'))).some((entry) => entry.startsWith('.tmp-'))
    while (child.exitCode === null && !(await halfWay())) await Bun.sleep(1)
    child.kill('SIGKILL')
    await child.exited
    expect(child.signalCode).toBe('SIGKILL')
    const after = await digestsBelow(distDir)
    const kept = Object.entries(after).filter(([path]) => !path.startsWith('builds/.tmp-'))
    expect(Object.fromEntries(kept)).toEqual(before)
    expect((await manifestOf(distDir)).build).toBe(name)
  },
)

verifies('serve.base_url', 'isFresh() knows what a build was made from', async () => {
  const [distDir, corpusDir] = [await newFolder(), await writeSampleCorpus({ 'index.md': {} })]
  const options = { corpusDir, distDir, baseUrl: BASE_URL }
  expect(await isFresh(options)).toBe(false)
  await buildOrThrow(options)
  expect(await isFresh(options)).toBe(true)
  expect(await isFresh({ ...options, baseUrl: 'https://other.example' })).toBe(false)
  await writePage(corpusDir, 'index.md', { body: 'Another text.' })
  expect(await isFresh(options)).toBe(false)
  await buildOrThrow({ ...options, nowMs: NOW_MS + 1000 })
  expect(await isFresh(options)).toBe(true)
  await rm(join(distDir, 'builds', (await manifestOf(distDir)).build, 'index.html'))
  expect(await isFresh(options)).toBe(false)
})

verifies('serve.base_url', 'isFresh() compares content, not times', async () => {
  const [distDir, corpusDir] = [await newFolder(), await writeSampleCorpus({ 'index.md': {} })]
  await buildOrThrow({ corpusDir, distDir })
  const copied = join(await newFolder(), 'corpus')
  await cp(corpusDir, copied, { recursive: true })
  expect(await isFresh({ corpusDir: copied, distDir, baseUrl: BASE_URL })).toBe(true)
})

verifies('open.llms_full_path', 'the registry names the second llms file', async () => {
  const [distDir, corpusDir] = [await newFolder(), await writeSampleCorpus({ 'index.md': {} })]
  const file = join(corpusDir, 'registry.yaml')
  const registry = await readFile(file, 'utf8')
  await writeFile(file, registry.replace('/llms-full.txt', '/everything.txt'))
  await buildOrThrow({ corpusDir, distDir })
  expect(await textOf(distDir, 'everything.txt')).toContain('Text of index.md.')
  expect(await textOf(distDir, 'llms.txt')).toContain(`${BASE_URL}/everything.txt`)
  const paths = (await manifestOf(distDir)).files.map(({ path }) => path)
  expect(paths).not.toContain('llms-full.txt')
})

async function openSnapshot(distDir: string): Promise<Snapshot> {
  const opened = await openPublicDocs({
    distDir,
    log: createLog(
      'error',
      () => {},
      () => 0,
    ),
  })
  if (!opened.ok) throw new Error(opened.error)
  const snapshot = opened.value.current()
  opened.value.close()
  return snapshot
}
