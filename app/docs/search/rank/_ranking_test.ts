import { describe, expect, test } from 'bun:test'
import { normalizeQuery } from '../../../contract/query.ts'
import { openSearchData, type SearchDocument, writeSearchData } from '../mod.ts'

/** Pages with the given members; the rest are defaults. */
function pagesOf(...parts: readonly Partial<SearchDocument>[]): readonly SearchDocument[] {
  const plain = { title: 'x', description: '', body: '', kind: 'guide', status: 'available' }
  return parts.map((part) => ({ ...plain, sections: [], ...part }))
}

/** Positions of the pages that a query finds, best first. */
function search(pages: readonly SearchDocument[], query: string): readonly number[] {
  const opened = openSearchData(writeSearchData(pages))
  if (!opened.ok) throw new Error(opened.error)
  return opened.value.search(normalizeQuery(query), 10).hits.map(({ page }) => page)
}

const filler = pagesOf(...Array.from({ length: 9 }, () => ({ body: 'common filler' })))

describe('ranking of one word', () => {
  test('search() ranks by place first, whatever the form of the word', () => {
    const places = pagesOf(
      { body: 'all ports' },
      { body: 'a port' },
      { description: 'all ports' },
      { description: 'a port' },
      { title: 'Ports' },
      { title: 'Any port' },
    )
    expect(search(places, 'port.')).toEqual([5, 4, 3, 2, 1, 0])
    expect(search(places, 'ports')).toEqual([4, 5, 2, 3, 0, 1])
  })

  test('search() ranks a misspelled word and its other forms by place', () => {
    const pages = pagesOf({ body: 'webhook' }, { description: 'webhook' }, { title: 'Webhooks' })
    expect(search(pages, 'wehbook.')).toEqual([2, 1, 0])
  })
})

describe('ranking of several words', () => {
  test('search() puts a title with most of many words before a body with all', () => {
    const pages = pagesOf({ body: 'plum x lime x common x kiwi' }, { title: 'Kiwi lime plum' })
    expect(search([...pages, ...filler], 'kiwi common lime plum').slice(0, 2)).toEqual([1, 0])
  })

  test('search() never lets framing words lift a page', () => {
    const pages = pagesOf(
      { title: 'Cache', body: 'for the' },
      { title: 'Cache proxy' },
      { body: 'proxy for the cache' },
      { body: 'proxies for the caches' },
    )
    expect(search(pages, 'cache for the proxy.')).toEqual([1, 0, 2, 3])
  })

  test('search() ranks two words by the better place, then both, then the words as typed', () => {
    const pages = pagesOf(
      { body: 'port' },
      { body: 'ports limited' },
      { body: 'port limit' },
      { description: 'port' },
      { description: 'port', body: 'limits' },
      { title: 'Ports' },
    )
    expect(search(pages, 'port limit.')).toEqual([5, 4, 3, 2, 1, 0])
  })

  test('search() puts more words before fewer', () => {
    const pages = pagesOf({ title: 'Kiwi lime' }, { body: 'kiwi lime plum' })
    expect(search(pages, 'kiwi lime plum fig').slice(0, 2)).toEqual([1, 0])
    expect(search([...pages, ...pagesOf({ body: 'fig' })], 'kiwi lime plum fig')).toEqual([1, 0, 2])
  })

  test('search() never lets a body outweigh a title or a description', () => {
    const titles = pagesOf({ body: 'rare' }, { title: 'Common' })
    expect(search([...titles, ...filler], 'common rare').slice(0, 2)).toEqual([1, 0])
    const descriptions = pagesOf({ body: 'beta' }, { description: 'alpha' }, { body: 'alpha' })
    expect(search(descriptions, 'alpha beta.')[0]).toBe(1)
  })

  test('search() never lets one occurrence in a body outweigh a title', () => {
    const pages = pagesOf(
      { title: 'Glossary', body: 'how we configure a rate. Settings. A limit' },
      { title: 'Rate limit', body: 'you can configure it' },
    )
    expect(search(pages, 'configure rate limit')).toEqual([1, 0])
  })

  test('search() ranks quotations after complete titles and before the rest', () => {
    const sections = [{ heading: 'Cold water', anchor: 'cold-water', start: 0 }]
    const headed = pagesOf(
      { title: 'Cold', body: 'water' },
      { body: 'Cold water\nIs not warm.', sections },
      { title: 'Cold', description: 'of water' },
    )
    expect(search(headed, 'cold water.')).toEqual([2, 1, 0])
    const quoting = pagesOf(
      { title: 'Cold', body: 'water is in this' },
      { body: 'this water is in cold' },
    )
    expect(search(quoting, 'this water is in cold.')).toEqual([1, 0])
    // Two words in a row are no quotation.
    const pair = pagesOf({ title: 'Cold', body: 'x' }, { body: 'cold water '.repeat(9) })
    expect(search(pair, 'cold water.')).toEqual([0, 1])
  })

  test('search() breaks ties by the order of the words, then by the body', () => {
    const body = 'water that is cold here. '
    const pages = pagesOf(
      { body: body.repeat(5) },
      { body: 'cold water' },
      { body: body.repeat(9) },
    )
    expect(search(pages, 'cold water')).toEqual([1, 2, 0])
  })

  test('search() does not treat words that point to a page as the topic', () => {
    const pages = pagesOf({ title: 'Full text' }, { title: 'Settings' }, { title: 'Text' })
    expect(search(pages, 'Open the full text of the page on settings')).toEqual([1])
    expect(search(pages, 'full text on the page of settings')).toEqual([0, 1, 2])
  })

  test('search() does not treat function words as the topic of a long question', () => {
    const pages = pagesOf({ description: 'what you would do' }, { body: 'plugin hooks' })
    expect(search(pages, 'what would you do about plugin hooks')).toEqual([1])
  })
})

describe('ranking of identifiers', () => {
  test('search() ranks an identifier as typed before its parts, by place', () => {
    const pages = pagesOf(
      { title: 'Listen', description: 'with Bun' },
      { body: 'calls Bun.listen here' },
      { description: 'about bun_listen and more' },
      { title: 'On Bun listen' },
    )
    expect(search(pages, 'Bun.listen')).toEqual([3, 2, 1, 0])
  })

  test('search() ranks a hyphenated word as typed before some of its parts', () => {
    const pages = pagesOf({ body: 'a rate-limit' }, { title: 'Rates limited' })
    const parts = pagesOf({ title: 'Rate', body: 'a limit' }, { body: 'a rate-limit' })
    expect(search([...pages, ...pagesOf({ title: 'Limit of any rate' })], 'rate-limit.')).toEqual([
      2, 1, 0,
    ])
    expect(search(parts, 'rate-limit')).toEqual([1, 0])
    expect(search(parts, 'rate limit')).toEqual([0, 1])
  })

  test('search() treats an identifier written as one word as the same', () => {
    const pages = pagesOf({ body: 'an e-mail' }, { title: 'Email settings' })
    expect(search(pages, 'e-mail')).toEqual([1, 0])
  })

  test('search() ranks a run of CJK as typed before its parts', () => {
    const pages = pagesOf({ title: '検索 文全', body: '全文 文検' }, { body: '全文検索' })
    expect(search(pages, '全文検索')).toEqual([1, 0])
  })
})
