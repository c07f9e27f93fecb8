import { describe, expect, test } from 'bun:test'
import { normalizeQuery } from '../../contract/query.ts'
import { openSearchData, type SearchDocument, writeSearchData } from './mod.ts'

const NO_MEANS = { synonyms: [], aliases: [] }

function indexOf(
  language: string,
  pages: readonly Partial<SearchDocument>[],
  means: Parameters<typeof writeSearchData>[2] = NO_MEANS,
) {
  const plain = { title: '', description: '', body: '', kind: 'guide', status: 'available' }
  const documents = pages.map((page) => ({ ...plain, sections: [], ...page }))
  const opened = openSearchData(writeSearchData(documents, language, means))
  if (!opened.ok) throw new Error(opened.error)
  const index = opened.value
  return {
    pages: (query: string) => index.search(normalizeQuery(query), 10).hits.map(({ page }) => page),
    search: (query: string) => index.search(normalizeQuery(query), 10),
  }
}

describe('languages', () => {
  test('search() finds an unknown German compound by its parts', () => {
    const { pages, search } = indexOf('de', [
      { title: 'Rahmen eines Fensters' },
      { title: 'Andere' },
    ])
    expect(pages('Fensterrahmen.')).toEqual([0])
    expect(search('Fensterladen.').unmatched).toEqual(['Fensterladen'])
  })

  test('search() takes at most eight unknown words of a query apart', () => {
    const { search } = indexOf('de', [{ title: 'Fenster Rahmen' }])
    const unknown = Array.from('abcdefgh', (letter) => letter.repeat(3)).join(' ')
    expect(search(`${unknown} Fensterrahmen.`).unmatched).toContain('Fensterrahmen')
    expect(search(`${unknown.slice(4)} Fensterrahmen.`).unmatched).not.toContain('Fensterrahmen')
  })

  test('search() finds German words with umlauts typed as two letters', () => {
    const { pages } = indexOf('de', [{ title: 'Größe' }, { title: 'Prüfung' }])
    expect([pages('Groesse.'), pages('Pruefungen.')]).toEqual([[0], [1]])
  })

  test('search() finds English words by their stem in texts of another script', () => {
    expect(indexOf('ru', [{ title: 'Notifications в Windows' }]).pages('notification.')).toEqual([
      0,
    ])
    expect(indexOf('ja', [{ title: 'Notifications の設定' }]).pages('notification.')).toEqual([0])
  })

  test('search() finds a Japanese verb in another form, and not its ideograph in a noun', () => {
    const { pages } = indexOf('ja', [{ title: 'リンクを開いた' }, { title: '公開' }])
    expect(pages('開く')).toEqual([0])
  })

  test('search() finds an ideograph of a noun when it stands among kana nowhere', () => {
    expect(indexOf('ja', [{ title: '公開' }]).pages('開く')).toEqual([0])
  })

  test('search() finds katakana as a word, in a longer one, and with one vowel less', () => {
    const titles = ['プロセス', 'メインプロセス', 'プロキシ', 'サーバー']
    const { pages } = indexOf(
      'ja',
      titles.map((title) => ({ title })),
    )
    expect([pages('プロセス。'), pages('サーバ。')]).toEqual([[0, 1], [3]])
  })

  test('search() finds a Korean noun under any particle, and what its verb does', () => {
    const { pages } = indexOf('ko', [{ title: '단축키 등록' }, { title: '창' }])
    expect([pages('단축키를 등록하는 방법'), pages('창을.')]).toEqual([[0], [1]])
  })

  test('search() finds a synonym that is written in katakana', () => {
    const means = { synonyms: [{ phrase: 'サーバー', means: ['service'] }], aliases: [] }
    const { pages } = indexOf('ja', [{ title: 'The service' }], means)
    expect(pages('サーバーの設定')).toEqual([0])
  })

  test('section() is the one with a run of katakana, beside a Latin word of another', () => {
    const body = 'Electron\nEarly.\nメモリ\nElectron のメモリ使用量。'
    const at = body.indexOf('メモリ')
    const sections = [
      { heading: 'Electron', anchor: 'electron', start: 0 },
      { heading: 'メモリ', anchor: 'memory', start: at },
    ]
    const [hit] = indexOf('ja', [{ title: 'P', body, sections }]).search('Electron メモリ').hits
    expect(hit?.section?.anchor).toBe('memory')
  })

  test.each([
    ['ar', 'صفحة المستخدم', 'مستخدمين'],
    ['da', 'Alle indstillingerne', 'indstilling'],
    ['el', 'Νέες σελίδες', 'σελίδα'],
    ['fi', 'Sivulla', 'sivun'],
    ['hu', 'Új oldalak', 'oldalon'],
    ['id', 'Pengaturan', 'mengatur'],
    ['nb-NO', 'Innstillingene', 'innstilling'],
    ['ro', 'Paginile', 'pagină'],
    ['tr', 'Sayfalar', 'sayfada'],
    ['uk', 'Файлів', 'файли'],
    ['uk', 'Notifications', 'notification'],
  ])('search() finds words of "%s" in another form', (language, title, query) => {
    const { pages, search } = indexOf(language, [{ title: 'x1' }, { title }])
    expect(pages(`${query}.`)).toEqual([1])
    expect([...search(`${query}.`).corrected]).toEqual([])
  })

  test('search() takes no English word for a framing word of another language', () => {
    const pages = [{ title: 'Kind' }, { title: 'Indstilling' }]
    expect(indexOf('da', pages).pages('kind indstilling.')).toEqual([0, 1])
  })
})
