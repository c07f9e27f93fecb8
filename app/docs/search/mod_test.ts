import { describe, expect, test } from 'bun:test'
import { normalizeQuery } from '../../contract/query.ts'
import { openSearchData, type SearchDocument, writeSearchData } from './mod.ts'

/** Pages with the given members; the rest are defaults. */
function pagesOf(...parts: readonly Partial<SearchDocument>[]): readonly SearchDocument[] {
  const plain = { title: '', description: '', body: '', kind: 'guide', status: 'available' }
  return parts.map((part) => ({ ...plain, sections: [], ...part }))
}

function indexOf(pages: readonly SearchDocument[]) {
  const opened = openSearchData(writeSearchData(pages))
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

/** Positions of the pages that a query finds, best first. */
function findPages(pages: readonly SearchDocument[], query: string, limit = 10): readonly number[] {
  return indexOf(pages)
    .search(normalizeQuery(query), limit)
    .hits.map(({ page }) => page)
}

describe('search', () => {
  test('search() puts title above description above body for one word', () => {
    const pages = pagesOf(
      { title: 'Third', body: 'webhook webhook webhook webhook' },
      { title: 'Second', description: 'about a webhook' },
      { title: 'A very long title of something that also speaks of one webhook' },
    )
    expect(findPages(pages, 'webhook')).toEqual([2, 1, 0])
  })

  test('search() puts a title with one of two words before a body with both', () => {
    const pages = pagesOf({ title: 'Other', body: 'the rate and its limit' }, { title: 'Rate' })
    expect(findPages(pages, 'rate limit')).toEqual([1, 0])
  })

  test('search() puts the page whose title is the query first', () => {
    const pages = pagesOf(
      { title: 'Rate limit', description: 'rate limit', body: 'rate limit '.repeat(9) },
      { title: 'Limit rate' },
      { title: 'The rate limit!' },
      { title: 'RATE-LIMIT?' },
    )
    expect(findPages(pages, 'Rate: limit').slice(0, 2)).toEqual([0, 3])
    expect(findPages(pages, 'limit rate')[0]).toBe(1)
  })

  test('search() prefers the shorter title that holds every word', () => {
    const pages = pagesOf({ title: 'Install the package manager quickly' }, { title: 'Install' })
    expect(findPages(pages, 'install')).toEqual([1, 0])
  })

  test('search() orders body-only pages by relevance', () => {
    const pages = pagesOf(
      { title: 'A', body: `cache ${'filler words here '.repeat(50)}` },
      { title: 'B', body: 'cache cache cache' },
    )
    expect(findPages(pages, 'cache')).toEqual([1, 0])
  })

  test('search() ranks a phrase before the same words apart', () => {
    const pages = pagesOf(
      { title: 'First', body: 'cold the is water. '.repeat(5) },
      { title: 'Second', body: 'They say that the water is cold today.' },
    )
    expect(findPages(pages, 'the water is cold')).toEqual([1, 0])
  })

  test('search() puts a heading that is the query before the words in prose', () => {
    const sections = [{ heading: 'Cold water', anchor: 'cold-water', start: 0 }]
    const pages = pagesOf(
      { title: 'First', body: 'Use cold water. '.repeat(9) },
      { title: 'Second', body: 'Cold water\nIs not warm.', sections },
    )
    expect(findPages(pages, 'cold water')).toEqual([1, 0])
  })

  test('search() completes the last word only when nothing follows it', () => {
    const pages = pagesOf({ title: 'Configuration' })
    expect(findPages(pages, 'config')).toEqual([0])
    expect(findPages(pages, 'config.')).toEqual([])
    expect(findPages(pages, 'config of')).toEqual([])
  })

  test('search() prefers the exact word to a longer one', () => {
    expect(findPages(pagesOf({ title: 'Tests' }, { title: 'Test' }), 'test')).toEqual([1, 0])
  })

  test('search() finds a word by its stem, after the exact word', () => {
    const pages = pagesOf({ title: 'Configured here' }, { title: 'Configuring here' })
    expect(findPages(pages, 'configuring.')).toEqual([1, 0])
  })

  test('search() corrects a typo only in an unknown word', () => {
    const pages = pagesOf({ title: 'Cache' }, { title: 'Cathe' })
    expect(findPages(pages, 'cahce.')).toEqual([0])
    expect(findPages(pages, 'cathe.')).toEqual([1])
  })

  test('search() finds an identifier as a whole and by its parts', () => {
    const pages = pagesOf(
      { title: 'One', body: 'Bun can serve files.' },
      { title: 'Two', body: 'Call Bun.serve() first.' },
      { title: 'Three', body: 'Raise SEARCH_LIMIT_MAX and send MCP-Protocol-Version.' },
      { title: 'Four', body: 'It calls useEffect in memory.' },
    )
    expect(findPages(pages, 'Bun.serve')).toEqual([1, 0])
    expect(findPages(pages, 'serve')).toEqual([0, 1])
    expect(findPages(pages, 'SEARCH_LIMIT_MAX')[0]).toBe(2)
    expect(findPages(pages, 'searchLimitMax')[0]).toBe(2)
    expect(findPages(pages, 'protocol version')).toEqual([2])
    expect(findPages(pages, 'effect')).toEqual([3])
    expect(findPages(pages, 'in-memory')[0]).toBe(3)
  })

  test('search() tells C++ from C# and from C', () => {
    const pages = pagesOf({ title: 'C' }, { title: 'C#' }, { title: 'C++' })
    expect(findPages(pages, 'C++')[0]).toBe(2)
    expect(findPages(pages, 'C#')[0]).toBe(1)
    expect(findPages(pages, 'C')[0]).toBe(0)
  })

  test('search() finds CJK by neighbouring characters and accents by plain letters', () => {
    const pages = pagesOf({ title: '索検' }, { title: '全文検索' }, { title: 'Café' })
    expect(findPages(pages, '検索')).toEqual([1])
    expect(findPages(pages, '文')).toEqual([1])
    expect(findPages(pages, 'cafe')).toEqual([2])
  })

  test('search() never lets common words decide a long question', () => {
    const filler = pagesOf(...Array.from({ length: 20 }, () => ({ body: 'how do I do it in a' })))
    const pages = [...pagesOf({ title: 'Plugin registration' }), ...filler]
    expect(findPages(pages, 'how do I do a plugin registration in it?')[0]).toBe(0)
  })

  test('search() finds nothing for punctuation, for an empty query, and in an empty corpus', () => {
    const pages = pagesOf({ title: 'A' })
    expect([findPages(pages, '?! …'), findPages(pages, ''), findPages(pages, 'a', 0)]).toEqual([
      [],
      [],
      [],
    ])
    expect(findPages([], 'a')).toEqual([])
  })

  test('search() accepts a query of any length', () => {
    const pages = pagesOf({ title: 'Word' })
    expect(findPages(pages, 'word '.repeat(100_000))).toEqual([0])
    expect(findPages(pages, `${'x'.repeat(900)} word`)).toEqual([0])
  })

  test('search() returns only pages that the filter accepts', () => {
    const index = indexOf(
      pagesOf(
        { title: 'One' },
        { title: 'One', kind: 'reference' },
        { title: 'One', kind: 'reference', status: 'not_yet' },
      ),
    )
    const pages = (...[filter]: [Parameters<typeof index.search>[2]]) =>
      index.search(normalizeQuery('one'), 10, filter).hits.map(({ page }) => page)
    expect(pages({ kind: 'reference' })).toEqual([1, 2])
    expect(pages({ kind: 'reference', status: 'available' })).toEqual([1])
    expect(pages({ status: 'not_yet' })).toEqual([2])
    expect(pages({ kind: 'nothing_such' })).toEqual([])
    // More filters than are remembered change no answer.
    for (let at = 0; at < 100; at++) expect(pages({ kind: `kind${at}` })).toEqual([])
    expect(pages({ kind: 'reference', status: 'not_yet' })).toEqual([2])
    expect(pages({})).toEqual([0, 1, 2])
  })
})

describe('sections', () => {
  const lines = ['Lead text.', 'Ports', 'It listens on a port.', 'Logs', 'It writes a line.']
  const body = lines.join('\n')
  const sections = ['Ports', 'Logs'].map((heading) => ({
    heading,
    anchor: heading.toLowerCase(),
    start: body.indexOf(heading),
  }))
  const index = indexOf(pagesOf({ title: 'Running', body, sections }))

  test('section() is the one with the words, with text from below its heading', () => {
    expect(index.search(normalizeQuery('listens port'), 1).hits[0]?.section).toEqual({
      heading: 'Ports',
      anchor: 'ports',
      snippet: 'It listens on a port.',
    })
    expect(index.search(normalizeQuery('logs'), 1).hits[0]?.section?.snippet).toBe(
      'It writes a line.',
    )
  })

  test('section() is absent for a match in the title or before the first heading', () => {
    expect(index.search(normalizeQuery('running'), 1).hits[0]?.section).toBeUndefined()
    expect(index.search(normalizeQuery('lead'), 1).hits[0]?.section).toBeUndefined()
  })

  test('section() of an earlier search is unaffected by a later one', () => {
    const [hit] = index.search(normalizeQuery('port'), 1).hits
    index.search(normalizeQuery('line'), 1).hits[0]?.section
    expect(hit?.section?.heading).toBe('Ports')
  })

  test('section() finds a match deep in a long section', () => {
    const long = `Top\n${'Nothing of note stands here.\n'.repeat(400)}The needle is here.\nMore.`
    const deep = indexOf(
      pagesOf({ title: 'P', body: long, sections: [{ heading: 'Top', anchor: 'top', start: 0 }] }),
    )
    expect(deep.search(normalizeQuery('needle'), 1).hits[0]?.section?.snippet).toContain(
      'The needle is here. More.',
    )
  })
})
