import { describe, expect, test } from 'bun:test'
import { normalizeQuery } from '../../contract/query.ts'
import { openSearchData, type SearchDocument, type SearchMeans, writeSearchData } from './mod.ts'

type Page = Partial<SearchDocument>

function indexOf(pages: readonly Page[], means: Partial<SearchMeans> = {}) {
  const plain = { title: '', description: '', body: '', kind: 'guide', status: 'available' }
  const documents = pages.map((page) => ({ ...plain, sections: [], ...page }))
  const bytes = writeSearchData(documents, 'en', { synonyms: [], aliases: [], ...means })
  const opened = openSearchData(bytes)
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

function find(index: ReturnType<typeof indexOf>, query: string, limit = 10): readonly number[] {
  return index.search(normalizeQuery(query), limit).hits.map(({ page }) => page)
}

const PAGES: readonly Page[] = [
  { title: 'Snapshots', body: 'Take one each night.' },
  { title: 'Settings', body: 'Disable what you do not need, and encrypt all traffic.' },
  { title: 'Traffic', body: 'How much of it there is.' },
  { title: 'Release notes', body: 'Snapshots can be disabled. Settings are new.' },
]

const SYNONYMS = [
  { phrase: 'back up', means: ['snapshot'] },
  { phrase: 'turn off', means: ['disable'] },
  { phrase: 'TLS', means: ['encrypt traffic'] },
]

describe('synonyms', () => {
  test('search() finds the words that pages have for a phrase, in every form', () => {
    const index = indexOf(PAGES, { synonyms: SYNONYMS })
    expect(find(index, 'how do I back it up')).toEqual([0, 3])
    expect(find(index, 'the back')).toEqual([])
    expect(find(index, 'how do I back up')).toEqual([0, 3])
    expect(find(index, 'backing up snapshots')[0]).toBe(0)
    expect(find(index, 'turning off')).toEqual([3, 1])
  })

  test('search() takes a meaning of several words only where all of them stand', () => {
    const pages = [...PAGES, { title: 'Files', body: 'Encrypt a file.' }]
    expect(find(indexOf(pages, { synonyms: SYNONYMS }), 'tls')).toEqual([1])
  })

  test('search() prefers the word itself, in any form, in the same place', () => {
    const pages = [{ title: 'Snapshots' }, { title: 'Backup' }, { title: 'Backups' }]
    const synonyms = [{ phrase: 'backup', means: ['snapshots'] }]
    expect(find(indexOf(pages, { synonyms }), 'backup')).toEqual([1, 2, 0])
    expect(find(indexOf(pages, { synonyms }), 'my backup plan')).toEqual([1, 2, 0])
  })

  test('search() never puts a synonym in a text before the word in a title or description', () => {
    const pages = [
      { title: 'Other', body: 'snapshot '.repeat(200) },
      { title: 'Third', description: 'about a backup' },
      { title: 'Backup' },
    ]
    const synonyms = [{ phrase: 'backup', means: ['snapshot'] }]
    expect(find(indexOf(pages, { synonyms }), 'backup')).toEqual([2, 1, 0])
  })

  test('search() says what a phrase was taken for where that decided, and only there', () => {
    const pages = [...PAGES, { title: 'Turn it off', body: 'turn off' }, { body: 'Go back.' }]
    const index = indexOf(pages, { synonyms: SYNONYMS })
    const listCorrected = (query: string) => [...index.search(normalizeQuery(query), 10).corrected]
    expect(listCorrected('back up')).toEqual([['back up', 'snapshot']])
    expect(listCorrected('TLS')).toEqual([['TLS', 'encrypt traffic']])
    expect(listCorrected('turn off')).toEqual([])
    expect(index.search(normalizeQuery('TLS'), 10).unmatched).toEqual([])
  })

  test('search() follows a synonym by one step and in one direction', () => {
    const synonyms = [
      { phrase: 'archive', means: ['backup'] },
      { phrase: 'backup', means: ['snapshot'] },
    ]
    const index = indexOf(PAGES, { synonyms })
    expect(find(index, 'archive')).toEqual([])
    expect(find(index, 'snapshot')).toEqual([0, 3])
  })
})

describe('aliases and keywords', () => {
  test('search() puts the page of an alias first when the query is about nothing else', () => {
    const aliases = [{ phrase: 'put it behind nginx', page: 2 }]
    const index = indexOf(PAGES, { aliases })
    expect(find(index, 'How do I put it behind nginx?')[0]).toBe(2)
    expect(index.search(normalizeQuery('put it behind nginx'), 10).unmatched).toEqual([])
    expect(find(index, 'settings')).toEqual([1, 3])
    expect(index.search(normalizeQuery('put it behind nginx'), 10, { kind: 'other' }).hits).toEqual(
      [],
    )
  })

  test('search() counts keywords as words of the description', () => {
    const pages = [
      { title: 'One', body: 'nginx' },
      { title: 'Two', keywords: ['nginx', 'proxy'] },
    ]
    expect(find(indexOf(pages), 'nginx')).toEqual([1, 0])
  })
})

describe('standing', () => {
  test('search() puts low pages below all others that match, whatever they hold', () => {
    const pages: readonly Page[] = [
      { title: 'Snapshots and settings', standing: 'low' },
      { title: 'Other', body: 'a setting' },
      { title: 'Third', body: 'all snapshots' },
    ]
    expect(find(indexOf(pages), 'settings snapshots')).toEqual([2, 1, 0])
    expect(find(indexOf(pages), 'settings snapshots', 1)).toEqual([2])
    expect(find(indexOf(pages), 'snapshots and settings')[0]).toBe(0)
  })

  test('search() never finds a hidden page, not even by its title or its name', () => {
    const pages: readonly Page[] = [{ title: 'Secret plan', standing: 'hidden', body: 'unique' }]
    const index = indexOf(pages)
    expect(index.search(normalizeQuery('Secret plan'), 10, {}, 0).hits).toEqual([])
    expect(index.search(normalizeQuery('unique'), 10).unmatched).toEqual(['unique'])
    expect(index.pages).toBe(1)
  })

  test('search() says that no page has an acronym, unless its letters changed places', () => {
    const index = indexOf([{ title: 'Sign in', body: 'All the same, JSON comes back.' }])
    const ask = (query: string) => {
      const { unmatched, corrected } = index.search(normalizeQuery(query), 10)
      return [unmatched, [...corrected]]
    }
    expect(ask('sign in with SAML')).toEqual([['SAML'], []])
    expect(ask('sign in with saml')).toEqual([[], [['saml', 'same']]])
    expect(ask('SIGN IN WITH SAML')).toEqual([[], [['SAML', 'same']]])
    expect(ask('sign in with JOSN')).toEqual([[], [['JOSN', 'json']]])
  })

  test('search() puts a named page first, within the limit', () => {
    const index = indexOf(PAGES)
    const found = index.search(normalizeQuery('settings'), 1, {}, 2)
    expect(found.hits.map(({ page }) => page)).toEqual([2])
    expect(index.search(normalizeQuery('settings'), 9, {}, 3).hits.map(({ page }) => page)).toEqual(
      [3, 1],
    )
  })
})

describe('symbols', () => {
  const index = indexOf([
    { title: 'Deploy 🚀 today' },
    { title: 'Deploy' },
    { title: 'Arrow functions', body: 'Write `(a) => a`, and `a ?? b`.' },
    { title: 'Net', body: 'A net.' },
    { title: 'Using .NET', body: 'The C# of it.' },
    { title: 'Start', body: 'Set $HOME and pass --flag to @types/node. 5 € 🇩🇪' },
    { title: 'Flag', body: 'Home of types, or node.' },
    { title: 'C', body: 'the language c' },
    { title: 'C++', body: 'Another' },
  ])

  test.each([
    ['🚀', [0]],
    ['deploy 🚀', [0, 1]],
    ['=>', [2]],
    ['??', [2]],
    ['what does ?? do', [2]],
    ['€', [5]],
    ['🇩🇪', [5]],
    ['C++', [8]],
  ] as const)('search() finds "%s"', (query, pages) => {
    expect(find(index, query)).toEqual([...pages])
  })

  test.each([
    ['$HOME', 5],
    ['@types/node', 5],
    ['C#', 4],
  ] as const)('search() finds "%s" first', (query, page) => {
    expect(find(index, query)[0]).toBe(page)
  })

  test('search() takes a word with its sign before the same word in the same place', () => {
    const pages = [{ body: 'flag' }, { body: 'the --flag' }, { title: 'Net' }, { title: '.NET' }]
    expect(find(indexOf(pages), '--flag')).toEqual([1, 0])
    expect(find(indexOf(pages), '.net')).toEqual([3, 2])
    expect(find(index, '--flag')[0]).toBe(6)
  })

  test('search() takes no operator from punctuation, and no word for a symbol', () => {
    const answer = index.search(normalizeQuery('deploy?? -- today!!'), 10)
    expect(answer.hits.map(({ page }) => page)).toEqual([0, 1])
    expect(answer.unmatched).toEqual([])
    expect(
      indexOf([{ body: '$HOME' }])
        .search(normalizeQuery('xhome'), 10)
        .corrected.get('xhome'),
    ).toBe('home')
  })

  test('search() names a symbol that no page holds', () => {
    expect(index.search(normalizeQuery('deploy 🐙'), 10).unmatched).toEqual(['🐙'])
    expect(index.search(normalizeQuery('deploy 🙏'), 10).unmatched).toEqual([])
    expect(index.search(normalizeQuery('🙏'), 10).unmatched).toEqual(['🙏'])
  })
})
