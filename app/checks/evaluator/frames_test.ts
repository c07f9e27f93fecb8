import { describe, expect, test } from 'bun:test'
import type { Document } from './documents.ts'
import { type FrameKind, makeFramedQuestions } from './frames.ts'

function document(title: string, more: Partial<Document> = {}): Document {
  const name = title.toLowerCase()
  const facets = { kind: 'guide', status: 'available' }
  return { id: name, name, title, description: '', body: '', sections: [], ...facets, ...more }
}

function listQueries(
  documents: readonly Document[],
  kind: FrameKind,
  language = 'en',
): readonly string[] {
  const questions = makeFramedQuestions(documents, language).get(kind) ?? []
  return questions.map(({ query }) => query)
}

describe('makeFramedQuestions()', () => {
  test('asks for a title in every frame', () => {
    const asked = makeFramedQuestions([document('Settings')], 'en')
    expect([...asked].map(([kind, questions]) => [kind, questions[0]?.query])).toEqual([
      ['what_is', 'what is Settings'],
      ['which', 'which Settings are there'],
      ['tell_me', 'tell me about Settings'],
      ['where', 'where are the Settings described'],
      ['how_works', 'how does Settings work'],
      ['please', 'Settings please'],
    ])
  })

  test('asks for several only where the title is a plural', () => {
    const documents = [document('Reload'), document('Access')]
    expect(listQueries(documents, 'which')).toEqual([])
    expect(listQueries(documents, 'please')).toHaveLength(2)
  })

  test('asks for a title that a longer one contains, but for none that two pages have', () => {
    const documents = [document('Limits'), document('Limits of uploads')]
    expect(listQueries(documents, 'what_is')).toContain('what is Limits')
    const twins = [document('Limits'), document('Limits', { name: 'other' })]
    expect(listQueries(twins, 'what_is')).toEqual([])
  })

  test('asks nothing that the title of another page answers word by word', () => {
    const documents = [document('Search'), document('How search works')]
    expect(listQueries(documents, 'how_works')).toEqual([])
    expect(listQueries(documents, 'what_is')).toEqual(['what is Search'])
  })

  test('asks for a heading that is on one page alone', () => {
    const page = document('Reload', {
      body: 'Drain workers\n\nThey finish first.',
      sections: [{ heading: 'Drain workers', anchor: 'drain-workers', start: 0 }],
    })
    expect(listQueries([page], 'where')).toEqual(['where are the Drain workers described'])
    const other = document('Stop', { body: 'All workers drain.' })
    expect(listQueries([page, other], 'where')).toEqual([])
  })

  test('asks in the language of the corpus, and not at all in one without frames', () => {
    expect(listQueries([document('Schlüssel')], 'which', 'de-AT')).toEqual([
      'welche Schlüssel gibt es',
    ])
    expect(makeFramedQuestions([document('Schlüssel')], 'tlh').size).toBe(0)
  })

  test('leaves out titles that are questions or whole sentences', () => {
    const documents = [
      document('What is built'),
      document('Ready?'),
      document('One two three four five six seven'),
    ]
    expect(listQueries(documents, 'please')).toEqual([])
  })
})
