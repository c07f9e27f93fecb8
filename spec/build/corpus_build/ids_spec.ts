import { afterAll, expect } from 'bun:test'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGE_ID_PATTERN } from '../../../app/contract/page.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  buildOrThrow,
  digestsBelow,
  expectProblems,
  manifestOf,
  newFolder,
  removeFolders,
  writePage,
  writeSampleCorpus,
} from '../../support/building.ts'
import { placeOurBuild } from '../../support/kept_builds.ts'

afterAll(removeFolders)

/** Ids by path of the page, after a build. */
async function idsOf(
  corpusDir: string,
  distDir: string,
): Promise<Readonly<Record<string, string>>> {
  await buildOrThrow({ corpusDir, distDir })
  const { pages } = await manifestOf(distDir)
  return Object.fromEntries(pages.map(({ url, id }) => [url.slice(BASE_URL.length), id]))
}

/** Builds a corpus once; `before` has its ids. */
async function buildOnce(): Promise<{
  readonly corpusDir: string
  readonly distDir: string
  readonly before: Readonly<Record<string, string>>
}> {
  const corpusDir = await writeSampleCorpus({ 'index.md': {}, 'a.md': {}, 'folder/b.md': {} })
  const distDir = await newFolder()
  return { corpusDir, distDir, before: await idsOf(corpusDir, distDir) }
}

verifies(['page.id', 'ids.form'], 'every page of ours has a unique id', async () => {
  const distDir = await newFolder()
  await placeOurBuild(distDir)
  const ids = (await manifestOf(distDir)).pages.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(50)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !new RegExp(PAGE_ID_PATTERN).test(id))).toEqual([])
})

verifiesLong(['ids.stable', 'ids.lock'], 'a page that is renamed keeps its id', async () => {
  const { corpusDir, distDir, before } = await buildOnce()
  await rename(join(corpusDir, 'pages/a.md'), join(corpusDir, 'pages/z.md'))
  const after = await idsOf(corpusDir, distDir)
  expect([after['/z/'], after['/folder/b/'], after['/']]).toEqual([
    before['/a/'],
    before['/folder/b/'],
    before['/'],
  ])
  expect(after['/a/']).toBeUndefined()
})

verifiesLong(['ids.stable', 'ids.lock'], 'a page that moves and changes keeps its id', async () => {
  const { corpusDir, distDir, before } = await buildOnce()
  await rm(join(corpusDir, 'pages/folder/b.md'))
  const title = 'Title of folder/b.md'
  await writePage(corpusDir, 'deep/down/c.md', { title, body: 'All other words.' })
  expect((await idsOf(corpusDir, distDir))['/deep/down/c/']).toBe(before['/folder/b/'])
})

verifies('ids.moved_from', 'moved_from decides where title and text do not', async () => {
  const { corpusDir, distDir, before } = await buildOnce()
  await rm(join(corpusDir, 'pages/a.md'))
  await rm(join(corpusDir, 'pages/folder/b.md'))
  const page = { title: 'New', body: 'All other words.', movedFrom: 'folder/b.md' }
  await writePage(corpusDir, 'new.md', page)
  expect((await idsOf(corpusDir, distDir))['/new/']).toBe(before['/folder/b/'])
})

verifiesLong('ids.stable', 'an id is never reused for another page', async () => {
  const { corpusDir, distDir, before } = await buildOnce()
  await rm(join(corpusDir, 'pages/a.md'))
  await idsOf(corpusDir, distDir)
  await writePage(corpusDir, 'other.md', { title: 'Other', body: 'All other words.' })
  const id = (await idsOf(corpusDir, distDir))['/other/']
  expect(id).toBeString()
  expect(Object.values(before)).not.toContain(id)
})

verifiesLong('ids.lock', 'a page that comes back gets its id back', async () => {
  const { corpusDir, distDir, before } = await buildOnce()
  await rm(join(corpusDir, 'pages/a.md'))
  await idsOf(corpusDir, distDir)
  await writePage(corpusDir, 'a.md', {})
  expect((await idsOf(corpusDir, distDir))['/a/']).toBe(before['/a/'])
})

verifies('ids.lock', 'the lock holds id, path, title and digest, and is written once', async () => {
  const { corpusDir, distDir, before } = await buildOnce()
  const file = join(corpusDir, 'ids.lock')
  const lock = await readFile(file, 'utf8')
  const entries = Bun.YAML.parse(lock)
  expect(entries).toContainEqual({
    id: before['/a/'] ?? '',
    path: 'a.md',
    title: 'Title of a.md',
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  await idsOf(corpusDir, distDir)
  expect(await readFile(file, 'utf8')).toBe(lock)
})

verifies('ids.lock_read_only', 'a build that keeps the lock writes nothing there', async () => {
  const [distDir, corpusDir] = [await newFolder(), await writeSampleCorpus({ 'index.md': {} })]
  const before = await digestsBelow(corpusDir)
  expect((await buildOrThrow({ corpusDir, distDir, lock: 'keep' })).locked).toBe(false)
  expect(await digestsBelow(corpusDir)).toEqual(before)
  expect((await manifestOf(distDir)).pages).toHaveLength(1)
})

verifies('ids.moved_from', 'a move that could be two pages is a problem', async () => {
  const pages = { 'index.md': {}, 'a.md': { body: 'Same.' }, 'b.md': { body: 'Same.' } }
  const [distDir, corpusDir] = [await newFolder(), await writeSampleCorpus(pages)]
  await buildOrThrow({ corpusDir, distDir })
  await rm(join(corpusDir, 'pages/a.md'))
  await rm(join(corpusDir, 'pages/b.md'))
  await writePage(corpusDir, 'c.md', { body: 'Same.' })
  const problems = await expectProblems({ corpusDir, distDir })
  expect(problems[0]?.file).toEndWith('pages/c.md')
})
