import { expect } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../../app/build/corpus_build/build.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { type CorpusFolder, copyGoodCorpus, pageText } from './bad_input/files.ts'

verifiesLong(
  ['ids.form', 'ids.stable'],
  'build() gives a new page the letter p and the next number',
  async () => {
    await inCorpus(async (corpus, ids) => {
      await corpus.write('pages/new.md', pageText())
      const first = await ids()
      expect(first).toMatchObject({ 'export.md': 'p2', 'new.md': 'p10' })
      expect(await ids()).toEqual(first)
    })
  },
)

verifies('ids.lock', 'build() keeps the id of a page that changes in place', async () => {
  await inCorpus(async (corpus, ids) => {
    await corpus.write('pages/export.md', pageText({ title: 'All new' }, 'All new.'))
    expect(await ids()).toMatchObject({ 'export.md': 'p2' })
  })
})

verifies('ids.lock', 'build() keeps the id of a page that moves with its text', async () => {
  await inCorpus(async (corpus, ids) => {
    await corpus.write('pages/old.md', pageText({ title: 'One' }))
    expect(await ids()).toMatchObject({ 'old.md': 'p10' })
    await corpus.remove('pages/old.md')
    await corpus.write('pages/guides/new.md', pageText({ title: 'Two' }))
    expect(await ids()).toMatchObject({ 'guides/new.md': 'p10' })
  })
})

verifies('ids.lock', 'build() keeps the id of a page that moves with its title', async () => {
  await inCorpus(async (corpus, ids) => {
    await corpus.write('pages/old.md', pageText({}, 'One.'))
    expect(await ids()).toMatchObject({ 'old.md': 'p10' })
    await corpus.remove('pages/old.md')
    await corpus.write('pages/guides/new.md', pageText({}, 'Two.'))
    expect(await ids()).toMatchObject({ 'guides/new.md': 'p10' })
  })
})

verifies('ids.lock', 'build() keeps the id of a page whose file becomes a folder', async () => {
  await inCorpus(async (corpus, ids) => {
    await corpus.write('pages/deep.md', pageText({ title: 'One' }, 'One.'))
    expect(await ids()).toMatchObject({ 'deep.md': 'p10' })
    await corpus.remove('pages/deep.md')
    await corpus.write('pages/deep/index.md', pageText({ title: 'Two' }, 'Two.'))
    expect(await ids()).toMatchObject({ 'deep/index.md': 'p10' })
  })
})

verifiesLong('ids.lock', 'build() never reuses the id of a removed page', async () => {
  await inCorpus(async (corpus, ids) => {
    await corpus.write('pages/last.md', pageText({ title: 'One' }, 'One.'))
    expect(await ids()).toMatchObject({ 'last.md': 'p10' })
    await corpus.remove('pages/last.md')
    expect(await ids()).toMatchObject({ 'last.md': 'p10' })
    await corpus.write('pages/next.md', pageText({ title: 'Two' }, 'Two.'))
    expect(await ids()).toMatchObject({ 'last.md': 'p10', 'next.md': 'p11' })
    await corpus.write('pages/last.md', pageText({ title: 'One' }, 'One.'))
    expect(await ids()).toMatchObject({ 'last.md': 'p10', 'next.md': 'p11' })
  })
})

verifies(
  'ids.moved_from',
  'build() follows the front matter, now and in later builds',
  async () => {
    await inCorpus(async (corpus, ids) => {
      await corpus.write('pages/new.md', pageText({ moved_from: 'guides/old.md' }))
      const first = await ids()
      expect(first).toMatchObject({ 'new.md': 'p9', 'guides/older.md': 'p8' })
      expect(await ids()).toEqual(first)
    })
  },
)

verifies('ids.moved_from', 'build() accepts "none" for a page that only looks moved', async () => {
  await inCorpus(async (corpus, ids) => {
    const page = pageText({ title: 'An old page', moved_from: 'none' })
    await corpus.write('pages/new.md', page)
    expect(await ids()).toMatchObject({ 'new.md': 'p10', 'guides/old.md': 'p9' })
  })
})

/** Works on a good corpus of its own; `ids` builds it and reads the ids of its lock by path. */
async function inCorpus(
  work: (corpus: CorpusFolder, ids: () => Promise<Record<string, string>>) => Promise<void>,
): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-ids-'))
  try {
    const corpus = await copyGoodCorpus(join(home, 'corpus'))
    await work(corpus, () => buildIds(corpus.path, join(home, 'dist')))
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function buildIds(corpusDir: string, distDir: string): Promise<Record<string, string>> {
  const baseUrl = 'http://localhost:8080'
  const built = await build({ corpusDir, distDir, baseUrl, lock: 'write', nowMs: 0 })
  expect(built.ok ? [] : built.error.map(formatProblem)).toEqual([])
  const lock = await readFile(join(corpusDir, 'ids.lock'), 'utf8')
  const entries = lock.matchAll(/"id":"([^"]+)","path":"([^"]+)"/g)
  return Object.fromEntries([...entries].map(([, id, path]) => [path, id]))
}
