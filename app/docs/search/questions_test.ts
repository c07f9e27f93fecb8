import { describe, expect, test } from 'bun:test'
import { normalizeQuery } from '../../contract/query.ts'
import { openSearchData, type SearchDocument, writeSearchData } from './mod.ts'

type Page = Partial<SearchDocument>

const write = (pages: readonly Page[], language = 'en') => {
  const plain = { title: '', description: '', body: '', kind: 'guide', status: 'available' }
  return writeSearchData(
    pages.map((page) => ({ ...plain, sections: [], ...page })),
    language,
  )
}

function indexOf(pages: readonly Page[], language?: string) {
  const opened = openSearchData(write(pages, language))
  if (!opened.ok) throw new Error(opened.error)
  const index = opened.value
  const search = (query: string, limit = 20) => index.search(normalizeQuery(query), limit)
  return {
    search,
    find: (query: string, limit?: number) => search(query, limit).hits.map(({ page }) => page),
    explain: (query: string) =>
      index.explain(
        normalizeQuery(query),
        pages.map((_, at) => at),
      ),
  }
}

const SNAPSHOTS = {
  title: 'Snapshots',
  body: 'Taking\nOne each night.\nRestoring\nFrom any night.',
  sections: [
    { heading: 'Taking', anchor: 'taking', start: 0 },
    { heading: 'Restoring', anchor: 'restoring', start: 'Taking\nOne each night.\n'.length },
  ],
}
const BACKUP = { ask: 'How do I back up my data?' }
const OTHERS: readonly Page[] = [
  { title: 'Data', body: 'All data lies in one folder, up to the limit of the disk.' },
  { title: 'Back office', body: 'Where orders are packed.' },
]

describe('questions', () => {
  test('search() puts the page first that answers what is asked in other words', () => {
    const { find } = indexOf([...OTHERS, { ...SNAPSHOTS, questions: [BACKUP] }])
    for (const query of ['How do I back up my data?', 'backing up the data', 'data back up']) {
      expect(find(query)[0]).toBe(2)
    }
    expect(indexOf([...OTHERS, SNAPSHOTS]).find(BACKUP.ask)).not.toContain(2)
  })

  test('search() answers all other queries as if there were no question', () => {
    const [with_, without] = [{ ...SNAPSHOTS, questions: [BACKUP] }, SNAPSHOTS].map((page) =>
      indexOf([...OTHERS, page]),
    )
    for (const query of ['data', 'back', 'data folder', 'back office data', 'up to the limit']) {
      const shown = [with_, without].map((index) => {
        const { hits, ...outcome } = index?.search(query) ?? { hits: [] }
        return { ...outcome, pages: hits.map(({ page, closeness }) => [page, closeness]) }
      })
      expect(shown[0]).toEqual(shown[1])
    }
  })

  test('search() takes words that only a question has as they are typed', () => {
    const ask = 'Is there a cron job for kubectl?'
    const { search } = indexOf([...OTHERS, { ...SNAPSHOTS, questions: [{ ask }] }])
    const { hits, ...outcome } = search('a cron job for kubectl')
    expect(hits.map(({ page }) => page)).toEqual([2])
    const nothing = { unmatched: [], corrected: new Map(), isWeak: false, apart: [] }
    expect(outcome).toEqual(nothing)
    expect(search('kubectl').hits).toEqual([])
    expect(search('kubectl').unmatched).toEqual(['kubectl'])
  })

  test('search() shows the section that a question names', () => {
    const ask = (section: string) => {
      const questions = [{ ...BACKUP, section }]
      return indexOf([...OTHERS, { ...SNAPSHOTS, questions }]).search(BACKUP.ask).hits[0]
    }
    expect(ask('taking')?.section?.anchor).toBe('taking')
    expect(ask('restoring')?.section?.anchor).toBe('restoring')
    const size = { most: 200, places: 1 }
    expect(ask('restoring')?.quote(size)).toContain('From any night')
  })

  test('search() shows one section of a page that a question lifts, whatever the limit', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({
      title: `Restore ${at}`,
      body: '## Night\n\nRestore from any night, with every snapshot of the night.',
    }))
    const { search } = indexOf([...many, { ...SNAPSHOTS, questions: [BACKUP] }])
    const sections = [1, 3, 10, 11, 20].map((limit) => search(BACKUP.ask, limit).hits[0]?.section)
    expect(new Set(sections.map((each) => each?.anchor)).size).toBe(1)
  })

  test('search() heeds what several pages claim where their texts are found, in that order', () => {
    const claim = (page: Page): Page => ({ ...page, questions: [BACKUP] })
    const [data = {}, office = {}] = OTHERS
    expect(indexOf([data, claim(office), claim(SNAPSHOTS)]).find(BACKUP.ask, 1)).toEqual([1])
    const many = Array.from({ length: 10 }, () => ({ title: 'Back up data', body: 'Data.' }))
    expect(indexOf([...many, claim(office), claim(SNAPSHOTS)]).find(BACKUP.ask)[0]).toBe(0)
    expect(indexOf([claim(SNAPSHOTS), claim(SNAPSHOTS)]).find(BACKUP.ask)).toEqual([])
  })

  test('search() leaves a title that is the query before a question', () => {
    const titled = { title: 'Back up data' }
    const { find } = indexOf([titled, { ...SNAPSHOTS, questions: [BACKUP] }])
    expect(find(BACKUP.ask)).toEqual([0])
    const found = { title: 'Data', body: 'Back up.', questions: [BACKUP] }
    expect(indexOf([found, titled]).find(BACKUP.ask)).toEqual([1, 0])
  })

  test('search() finds no hidden page by a question, and none that a filter leaves out', () => {
    const page = { ...SNAPSHOTS, questions: [BACKUP] }
    expect(indexOf([{ ...page, standing: 'hidden' }]).find(BACKUP.ask)).toEqual([])
    const opened = openSearchData(write([page]))
    const query = normalizeQuery(BACKUP.ask)
    expect(opened.ok && opened.value.search(query, 5, { kind: 'concept' }).hits).toEqual([])
  })

  test('search() reads questions in the language of the pages', () => {
    const german = { title: 'Bestellung', questions: [{ ask: 'Wo sind meine Pakete?' }] }
    expect(indexOf([german], 'de').find('wo ist mein Paket')).toEqual([0])
    const japanese = { title: '注文', questions: [{ ask: '荷物はどこですか' }] }
    expect(indexOf([japanese], 'ja').find('荷物はどこ？')).toEqual([0])
  })

  test('explain() says that a question asks it', () => {
    const { explain } = indexOf([...OTHERS, { ...SNAPSHOTS, questions: [BACKUP] }])
    const reasons = explain(BACKUP.ask).pages.map(({ reason }) => reason)
    expect(reasons.map((reason) => reason === 'question_asks_it')).toEqual([false, false, true])
  })

  test('a file without questions has the bytes that it had', () => {
    const without = write([...OTHERS, SNAPSHOTS])
    expect(write([...OTHERS, { ...SNAPSHOTS, questions: [] }])).toEqual(without)
  })
})
