import { describe, expect, test } from 'bun:test'
import { blankUnsearched, type Document } from './documents.ts'
import { type KnownItemKind, makeKnownItems } from './known_items.ts'

function document(name: string, more: Partial<Document> = {}): Document {
  const title = name.replaceAll('-', ' ')
  const description = `About ${title} alone. More.`
  const facets = { kind: 'guide', status: 'available' }
  return { id: name, name, title, description, body: '', sections: [], ...facets, ...more }
}

function listQueries(documents: readonly Document[], kind: KnownItemKind): readonly string[] {
  return (makeKnownItems(documents).get(kind) ?? []).map(({ query }) => query)
}

describe('makeKnownItems()', () => {
  test('shuffles the words of a title and leaves one out', () => {
    const [query = ''] = listQueries([document('reload without any restart')], 'title')
    const words = query.split(' ')
    expect(words).toHaveLength(3)
    expect('reload without any restart'.split(' ')).toEqual(expect.arrayContaining(words))
  })

  test('asks nothing for pages that search puts last or never finds', () => {
    const standings = ['low', 'hidden', 'normal'] as const
    const documents = blankUnsearched(
      standings.map((standing) => document(`a ${standing} page here`, { standing })),
    )
    for (const kind of ['title', 'description'] as const) {
      expect(listQueries(documents, kind).join()).not.toMatch(/low|hidden/)
      expect(listQueries(documents, kind)).toHaveLength(1)
    }
  })

  test('asks no title whose words another title holds too', () => {
    const documents = [document('reload restart'), document('restart reload')]
    expect(listQueries(documents, 'title')).toEqual([])
  })

  test('takes the first sentence of a description', () => {
    expect(listQueries([document('wal mode')], 'description')).toEqual(['About wal mode alone.'])
  })

  test('asks no description whose words are in title and description of another page', () => {
    const other = document('about wal', { description: 'This mode stands alone.' })
    expect(listQueries([document('wal mode'), other], 'description')).not.toContain(
      'About wal mode alone.',
    )
  })

  test('cuts three to eight words in a row out of one body', () => {
    const body = 'One line of prose with many words.\nconst other = "line"'
    for (const phrase of listQueries([document('a', { body })], 'phrase')) {
      expect(body).toContain(phrase)
      expect(phrase).not.toContain('\n')
      expect(phrase.match(/\w+/g)?.length).toBeWithin(3, 9)
    }
  })

  test('asks no phrase whose words another body holds in any order', () => {
    const documents = [
      document('a', { body: 'alpha beta gamma' }),
      document('b', { body: 'gamma, then beta, then alpha' }),
    ]
    expect(listQueries(documents, 'phrase')).not.toContain('alpha beta gamma')
  })

  test('asks a heading of one page and none of two', () => {
    const page = (name: string, own: string): Document =>
      document(name, {
        body: `Options\n${own}`,
        sections: ['Options', own].map((heading) => ({ heading, anchor: 'a', start: 0 })),
      })
    const documents = [page('a', 'Write-ahead log'), page('b', 'Page size')]
    expect(listQueries(documents, 'heading').toSorted()).toEqual(['Page size', 'Write-ahead log'])
  })

  test('puts one typo into a title', () => {
    const [query = ''] = listQueries([document('workspaces')], 'typo')
    expect(query).not.toBe('workspaces')
    expect(query[0]).toBe('w')
    expect(Math.abs(query.length - 'workspaces'.length)).toBeLessThanOrEqual(1)
  })

  test('cuts the last word of a title, unless another title begins so too', () => {
    const [query = ''] = listQueries([document('getting started')], 'prefix')
    expect('getting started').toStartWith(query)
    expect(query.length).toBeWithin('getting sta'.length, 'getting started'.length)
    const both = [document('getting started'), document('getting startups')]
    for (const each of listQueries(both, 'prefix')) expect(each).toMatch(/^getting start[eu]/)
  })

  test('asks no more than two hundred of a kind, and the same ones each time', () => {
    const documents = Array.from({ length: 300 }, (_, at) => document(`page${at} number${at}`))
    expect(listQueries(documents, 'title')).toHaveLength(200)
    expect(listQueries(documents, 'title')).toEqual(listQueries(documents, 'title'))
  })

  test('keeps its queries when another page comes', () => {
    const documents = Array.from({ length: 20 }, (_, at) => document(`page number${at}`))
    const more = listQueries([...documents, document('one more')], 'typo')
    expect(more).toEqual(expect.arrayContaining([...listQueries(documents, 'typo')]))
  })
})
