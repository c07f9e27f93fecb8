import { describe, expect, test } from 'bun:test'
import { normalizeQuery } from '../../contract/query.ts'
import { openSearchData, type SearchDocument, writeSearchData } from './mod.ts'

/** A page; lines that start with `#` are its headings. */
function pageOf(lines: readonly string[], title = 'Title'): SearchDocument {
  let body = ''
  const sections = []
  for (const line of lines) {
    const heading = line.startsWith('#') ? line.slice(1) : undefined
    if (heading !== undefined) {
      sections.push({ heading, anchor: heading.toLowerCase(), start: body.length })
    }
    body += `${heading ?? line}\n`
  }
  const plain = { description: 'About it.', kind: 'guide', status: 'available' }
  return { ...plain, title, body: body.trimEnd(), sections }
}

function indexOf(...pages: readonly SearchDocument[]) {
  const opened = openSearchData(writeSearchData(pages))
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

function sectionOf(lines: readonly string[], query: string) {
  return indexOf(pageOf(lines)).search(normalizeQuery(query), 1).hits[0]?.section
}

describe('sections of words that occur in no stream', () => {
  const cjk = ['#安装', '先安装它。', '#搜索', '我们使用全文检索引擎来查找文档。']

  test('section() is found for two or more CJK characters', () => {
    for (const query of ['检索', '全文检索', '文档', '引擎']) {
      expect([query, sectionOf(cjk, query)?.heading]).toEqual([query, '搜索'])
    }
  })

  test('section() is the one that holds most of a run of CJK', () => {
    const lines = ['#一', '检索在这里。', '#二', '检索和全文。', '#三', '这里说全文检索的内容。']
    expect(sectionOf(lines, '全文检索')).toMatchObject({ heading: '三', anchor: '三' })
  })

  const names = ['#Hooks', 'It calls useEffect here.', '#Limits', 'Raise SEARCH_LIMIT_MAX here.']

  test('section() is found for a part of a camelCase word', () => {
    expect(sectionOf(names, 'effect')?.snippet).toBe('It calls useEffect here.')
  })

  test('section() is found for an identifier in another spelling', () => {
    expect(sectionOf(names, 'searchLimitMax')?.heading).toBe('Limits')
  })

  test('section() is found in the last of many units', () => {
    const filler = 'Nothing of note stands here.\n'.repeat(50)
    const late = ['#Top', ...Array.from({ length: 400 }, () => filler), 'It calls useEffect.']
    expect(sectionOf(late, 'effect')?.snippet).toContain('It calls useEffect.')
  })
})

describe('sections of a corpus with too many terms for 16 bits', () => {
  const many = Array.from({ length: 66 }, (_, page) => {
    const words = Array.from({ length: 1000 }, (_, at) => `w${(page * 1000 + at).toString(36)}x`)
    return pageOf(['#Many', words.join(' '), words.join(' ')])
  })
  const index = indexOf(
    ...many,
    pageOf(['#Common', 'Another page.', '#Rare', 'The zzraresetting decides, yyrareother not.']),
    pageOf([], 'Zzqalpha Zzqbeta'),
    pageOf([], 'Zzqbeta Zzqalpha'),
  )

  test('section() is found for the rarest words', () => {
    for (const query of ['zzraresetting', 'yyrareother', 'zzraresetting decides yyrareother']) {
      expect([query, index.search(normalizeQuery(query), 1).hits[0]?.section?.heading]).toEqual([
        query,
        'Rare',
      ])
    }
  })

  test('search() distinguishes titles with the same rare words', () => {
    expect(index.search(normalizeQuery('zzqalpha zzqbeta'), 1).hits[0]?.page).toBe(67)
    expect(index.search(normalizeQuery('zzqbeta zzqalpha'), 1).hits[0]?.page).toBe(68)
  })
})

describe('choice of the section', () => {
  test('section() is the one whose heading is the query', () => {
    const lines = ['#Intro', 'How to install and install it.', '#Install', 'Run this command.']
    expect(sectionOf(lines, 'install')?.snippet).toBe('Run this command.')
  })

  test('section() prefers words in a heading to words in prose', () => {
    const lines = ['#Intro', 'To install for linux, read on.', '#Installing on Linux', 'Run this.']
    expect(sectionOf(lines, 'installing linux')?.heading).toBe('Installing on Linux')
  })

  test('section() is absent where the lead has more of the words', () => {
    const lines = ['Cold water.', '#Other', 'Nothing.', '#Baths', 'Water, water, water is warm.']
    expect(sectionOf(lines, 'cold water')).toBeUndefined()
    expect(sectionOf(lines, 'warm water')?.heading).toBe('Baths')
  })

  test('section() prefers a heading with the words to a section that repeats one', () => {
    const lines = [
      '#Other',
      'Restore, restore, restore, restore.',
      '#Back up',
      'Copy it, restore it.',
    ]
    expect(sectionOf(lines, 'back up and restore')?.heading).toBe('Back up')
  })

  test('section() does not start in the previous section', () => {
    const lines = ['#One', 'Here is a needle.', '#Pin', 'And a thread with a needle and a pin.']
    expect(sectionOf(lines, 'needle pin')?.heading).toBe('Pin')
  })

  test('section() shows a long heading cut at a word', () => {
    const heading = `Needle ${'and more words '.repeat(300)}`.trim()
    const section = sectionOf([`#${heading}`, 'The text of it.'], 'needle')
    expect(section?.heading).toMatch(/^Needle (and more words )+(and|and more|and more words)?…$/)
    expect(section?.heading.length).toBeLessThanOrEqual(160)
    expect(section?.snippet).toBe('The text of it.')
  })
})

describe('the text of a section', () => {
  test('section() keeps leading punctuation of its text and nothing of the next heading', () => {
    for (const text of [
      '$HOME is a needle.',
      '<div> needle </div>',
      '--needle: (yes)',
      '"needle"',
    ]) {
      const lines = ['#Flags', text, '#--json and more', 'Other text.']
      expect(sectionOf(lines, 'needle')?.snippet).toBe(text)
    }
  })

  test('section() with a heading without words shows its text', () => {
    expect(sectionOf(['#🚀', '$ needle'], 'needle')?.snippet).toBe('$ needle')
  })

  test('section() shows a match after many symbols', () => {
    const snippet = sectionOf(['#Signs', `${'😀'.repeat(200)} needle`], 'needle')?.snippet
    expect(snippet).toContain('needle')
  })

  test('section() continues across the end of a block', () => {
    for (let words = 150; words < 260; words++) {
      const text = `${'some '.repeat(words)}needle and what follows\n${'more '.repeat(300)}`
      expect(sectionOf(['#Long', text], 'needle')?.snippet).toContain(
        'needle and what follows more',
      )
    }
  })

  test('section() is found in very long lines', () => {
    for (const filler of ['word ', '文档。', '漢', 'x'.repeat(90)]) {
      const text = filler.repeat(3000)
      const section = sectionOf(['#Long', `${text} needle ${text}`], 'needle')
      expect([filler, section?.snippet.includes('needle')]).toEqual([filler, true])
    }
  })
})
