import { afterAll, expect } from 'bun:test'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { check } from '../../../app/build/corpus_build/check.ts'
import { createLiveCorpus, type LiveCorpus } from '../../../app/build/corpus_build/live_corpus.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { verifies } from '../../requirements/verifies.ts'
import { BASE_URL, newFolder, removeFolders } from '../../support/building.ts'
import { FILE_ROWS } from '../corpus_build/bad_input/file_rows.ts'
import { type CorpusFolder, copyGoodCorpus, type Row } from '../corpus_build/bad_input/files.ts'
import { LOCK_ROWS } from '../corpus_build/bad_input/lock_rows.ts'
import { TEN_MISTAKES } from '../corpus_build/bad_input/ten_mistakes.ts'

const open: LiveCorpus[] = []
afterAll(async () => {
  for (const live of open) await live.close()
  await removeFolders()
})

verifies('dev.problems', 'a preview has every problem that check prints', async () => {
  const { corpus, live } = await openLive()
  await TEN_MISTAKES.breaks(corpus)
  await corpus.write('bussiness.yaml', 'tools: []\n')
  await corpus.write('allowlist.yml', 'operations: []\n')
  await corpus.write('pages/picture.bmp', 'no page')
  await corpus.write('pages/empty.md', '')
  await writeFile(join(corpus.path, 'pages/latin.md'), Uint8Array.of(35, 32, 0xe9, 10))
  await live.follow()
  const found = await expectSame(corpus, live)
  expect(found.length).toBeGreaterThan(14)
  expect(found.filter((line) => line.includes('is not read'))).toHaveLength(2)
})

type Fault = Pick<Row, 'name' | 'breaks'>

/** Where reading once and reading again could differ. */
const READ_AGAIN = [
  'two addresses that differ in letter case',
  'a folder name that starts with a dot',
  'a broken symbolic link',
  'a page that could be either of two',
  'two pages moved from one',
  'a lock with an unfinished merge',
]

const FAULTS: readonly Fault[] = [
  ...[...FILE_ROWS, ...LOCK_ROWS].filter(({ name }) => READ_AGAIN.includes(name)),
  {
    name: 'a registry that cannot be read, and a page that inherits from it',
    breaks: async (corpus) => {
      await corpus.write('registry.yaml', 'service: [')
      await corpus.write('pages/new.md', '# New\n\nPage.\n')
    },
  },
  { name: 'no registry', breaks: async (corpus) => await corpus.remove('registry.yaml') },
  {
    name: 'no pages',
    breaks: async (corpus) => {
      await corpus.remove('pages')
      await mkdir(join(corpus.path, 'pages'))
    },
  },
]

verifies('dev.problems', 'faults come and go as check says', async () => {
  const { corpus, live } = await openLive()
  expect(FAULTS).toHaveLength(READ_AGAIN.length + 3)
  for (const { name, breaks } of FAULTS) {
    await breaks(corpus)
    await live.follow()
    expect((await expectSame(corpus, live, name)).length).toBeGreaterThan(0)
    await rm(corpus.path, { recursive: true })
    await copyGoodCorpus(corpus.path)
    await live.follow()
    expect([name, ...live.problems().map(formatProblem)]).toEqual([name])
  }
})

verifies('dev.problems', 'a corpus that cannot be shown has every problem too', async () => {
  const path = join(await newFolder(), 'corpus')
  const corpus = await copyGoodCorpus(path)
  await corpus.write('registry.yaml', 'service: [')
  await corpus.swap('pages/guides/start.md', '/export/', '/exports/')
  // What it inherits is in the registry, which is the problem.
  await corpus.write('pages/new.md', '# New\n\nPage.\n')
  const { live } = await openLive(corpus)
  expect(live.current()).toBeUndefined()
  expect(await expectSame(corpus, live)).toHaveLength(2)
})

async function openLive(
  broken?: CorpusFolder,
): Promise<{ readonly corpus: CorpusFolder; readonly live: LiveCorpus }> {
  const corpus = broken ?? (await copyGoodCorpus(join(await newFolder(), 'corpus')))
  const options = { corpusDir: corpus.path, baseUrl: BASE_URL, clock: () => 0 }
  const live = createLiveCorpus({ ...options, onIndexed: () => undefined })
  open.push(live)
  await live.follow()
  return { corpus, live }
}

async function expectSame(
  { path }: CorpusFolder,
  live: LiveCorpus,
  name = '',
): Promise<readonly string[]> {
  const checked = await check({ corpusDir: path, baseUrl: BASE_URL })
  const wanted = checked.ok ? [] : checked.error.map(formatProblem)
  const found = live.problems().map(formatProblem)
  expect([name, ...found]).toEqual([name, ...wanted])
  return found
}
