import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../../app/foundation/store/open.ts'
import { addSearches } from '../../../app/foundation/store/search_counts.ts'
import {
  type CorpusFolder,
  copyGoodCorpus,
  pageText,
} from '../../build/corpus_build/bad_input/files.ts'
import { verifies } from '../../requirements/verifies.ts'
import { callProgram } from '../../support/command_line.ts'
import { type Running, startRunning } from '../../support/running.ts'

let home: string
let corpus: CorpusFolder

const BODY = '## Taking one\n\nEach night.\n\n## Going back\n\nTo any night.'
const QUESTION = '{ ask: How do I restore a backup?, section: going-back }'

const writeSnapshots = (questions?: string) => {
  const fields = questions === undefined ? {} : { questions: `[${questions}]` }
  return corpus.write('pages/snapshots.md', pageText({ title: 'Snapshots', ...fields }, BODY))
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-questions-'))
  corpus = await copyGoodCorpus(join(home, 'corpus'))
  await corpus.write('pages/orders.md', pageText({ title: 'Restore an order' }, 'Of last night.'))
  await corpus.write('pages/nights.md', pageText({ title: 'Night shifts' }, 'Who packs at night.'))
  await writeSnapshots()
})

afterAll(async () => await rm(home, { recursive: true, force: true }))

/** Runs a service on the corpus as it is now. */
async function whileServed<Answer>(
  use: (running: Running) => Promise<Answer>,
  env: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const running = await startRunning({ corpus: corpus.path, env })
  try {
    return await use(running)
  } finally {
    await running.stop()
  }
}

type FoundPages = {
  readonly outcome: string | null
  readonly titles: readonly string[]
  readonly section: string | undefined
}

async function search({ url }: Running, query: string): Promise<FoundPages> {
  const answer = await fetch(`${url}/api/public/docs/search?q=${encodeURIComponent(query)}`)
  const records = await answer.json()
  return {
    outcome: answer.headers.get('search-outcome'),
    titles: records.map(({ title }: { readonly title: string }) => title),
    section: records[0]?.section?.anchor,
  }
}

const ASKED = 'How can I restore the backup?'
const OTHER_QUERIES = ['night', 'restore', 'restore an order', 'restore last night', 'going back']

verifies(
  'search.questions',
  'a page that no word of a reader finds is first once its question is written',
  async () => {
    const searchAll = async (running: Running) => ({
      asked: await search(running, ASKED),
      others: await Promise.all(OTHER_QUERIES.map((query) => search(running, query))),
    })
    const before = await whileServed(searchAll)
    expect(before.asked.titles).toEqual(['Restore an order'])
    await writeSnapshots(QUESTION)
    const after = await whileServed(async (running) => {
      const twin = await fetch(`${running.url}/snapshots/index.md`)
      expect(await twin.text()).not.toContain('backup')
      return await searchAll(running)
    })
    expect(after.asked).toEqual({
      outcome: 'found',
      titles: ['Snapshots', 'Restore an order'],
      section: 'going-back',
    })
    expect(after.others).toEqual(before.others)
  },
)

const check = async () => {
  const { code, out, err } = await callProgram(['check'], { CORPUS_DIR: corpus.path })
  expect([code, out]).toEqual([0, expect.stringContaining('no problems')])
  return err.split('\n').filter((line) => line.includes('the question'))
}

verifies('search.questions', 'check names useless and contested questions', async () => {
  await writeSnapshots(`${QUESTION}, snapshots, where are orders restored`)
  await corpus.write(
    'pages/nights.md',
    pageText({ title: 'Night shifts', questions: '[restoring backups]' }, 'Who packs at night.'),
  )
  const found = (await check()).map((line) => line.slice(line.indexOf('pages/')))
  expect(found).toEqual([
    'pages/nights.md:7:13: the question "restoring backups" is also on line 7 of ' +
      '"pages/snapshots.md", so search does not use it here: keep it on the page that answers it',
    'pages/snapshots.md:7:20: the question "How do I restore a backup?" is also on line 7 of ' +
      '"pages/nights.md", so search does not use it here: keep it on the page that answers it',
    'pages/snapshots.md:7:71: the question "snapshots" finds this page first without it: remove it',
    'pages/snapshots.md:7:82: the question "where are orders restored" is also the title of ' +
      '"pages/orders.md", so search does not use it here: keep it on the page that answers it',
  ])
  const asked = await whileServed((running) => search(running, ASKED))
  expect(asked.titles).toEqual(['Restore an order'])
})

verifies('eval.suggest', 'eval --suggest drafts what a service was asked in vain', async () => {
  await writeSnapshots()
  const databaseUrl = `sqlite:${join(home, 'report.sqlite')}`
  const store = await openStore(databaseUrl)
  if (!store.ok) throw new Error(store.error)
  const queries = [
    { query: 'snapshots with kubernetes operators', asked: 9, rating: 'weak' },
    { query: 'how is the night shift paid', asked: 4, rating: 'found' },
    { query: 'zookeeper', asked: 5, rating: 'empty' },
    { query: 'snapshots', asked: 3, rating: 'weak' },
  ] as const
  const totals = { searches: 21, weak: 12, empty: 5, withheld: 0 }
  await addSearches(store.value, { totals, queries }, Date.now())
  await store.value.close()
  const suggest = async ({ adminUrl, corpusDir, distDir }: Running, ...more: readonly string[]) =>
    await callProgram(['eval', '--suggest', ...more], {
      ...{ CORPUS_DIR: corpusDir, DIST_DIR: distDir },
      ADMIN_PORT: new URL(adminUrl).port,
    })
  const [text, json] = await whileServed(
    async (running) => [await suggest(running), await suggest(running, '--json')] as const,
    { DATABASE_URL: databaseUrl },
  )
  const lines = [
    '# pages/snapshots.md, if it answers these',
    'questions:',
    '  - ask: "snapshots with kubernetes operators"  # asked 9 times',
    '    section: "taking-one"',
    '',
    '# No page has a word of these: choose the page that answers, or write it',
    'questions:',
    '  - "zookeeper"  # asked 5 times',
    '',
  ]
  expect([text.code, text.out]).toEqual([0, lines.join('\n')])
  expect(JSON.parse(json.out)).toEqual([
    {
      ...{ query: 'snapshots with kubernetes operators', asked: 9, page: 'snapshots' },
      ...{ section: 'taking-one', others: [] },
    },
    { query: 'zookeeper', asked: 5, others: [] },
  ])
  const unset = await callProgram(['eval', '--suggest'], { CORPUS_DIR: corpus.path })
  expect([unset.code, unset.err]).toEqual([2, expect.stringContaining('ADMIN_PORT is not set')])
})
