import { describe, expect, test } from 'bun:test'
import { Postings } from './_postings.ts'

type Text = { readonly title?: string; readonly description?: string; readonly body?: string }

function ranked(texts: readonly Text[], query: string): readonly number[] {
  const postings = new Postings()
  texts.forEach(({ title = '', description = '', body = '' }, at) => {
    postings.add(at + 1, 'title', title)
    postings.add(at + 1, 'description', description)
    postings.add(at + 1, 'body', body)
  })
  return postings
    .search(query, () => true)
    .sort(([one, a], [other, b]) => b - a || one - other)
    .map(([document]) => document)
}

describe('Postings', () => {
  test('search() puts title above description above body only', () => {
    const texts = [
      { title: 'Third', body: 'webhook webhook webhook webhook' },
      { title: 'Second', description: 'about a webhook' },
      { title: 'Webhook' },
    ]
    expect(ranked(texts, 'webhook ')).toEqual([3, 2, 1])
  })

  test('search() puts pages with all words before pages with some', () => {
    const texts = [{ title: 'Rate' }, { title: 'Other', body: 'the rate and its limit' }]
    expect(ranked(texts, 'rate limit ')).toEqual([2, 1])
  })

  test('search() orders body-only pages by relevance', () => {
    const texts = [
      { title: 'A', body: `cache ${'filler words here '.repeat(50)}` },
      { title: 'B', body: 'cache cache cache' },
    ]
    expect(ranked(texts, 'cache ')).toEqual([2, 1])
  })

  test('search() prefers the shorter title that holds every word', () => {
    const texts = [{ title: 'Install the package manager quickly' }, { title: 'Install' }]
    expect(ranked(texts, 'install ')).toEqual([2, 1])
  })

  test('search() completes the last word only while it grows', () => {
    const texts = [{ title: 'Configuration' }]
    expect(ranked(texts, 'config')).toEqual([1])
    expect(ranked(texts, 'config ')).toEqual([])
  })

  test('search() prefers the very word to a longer one', () => {
    expect(ranked([{ title: 'Testing' }, { title: 'Test' }], 'test')).toEqual([2, 1])
  })

  test('search() finds nothing for signs alone', () => {
    expect(ranked([{ title: 'A' }], '?! …')).toEqual([])
  })

  test('search() leaves out what the filter does not accept', () => {
    const postings = new Postings()
    postings.add(1, 'title', 'one')
    postings.add(2, 'title', 'one')
    expect(postings.search('one ', (document) => document === 2).map(([at]) => at)).toEqual([2])
  })
})
