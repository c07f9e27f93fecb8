import { describe, expect, test } from 'bun:test'
import { openSearchFile } from '../file/reader.ts'
import { writeSearchData } from '../file/writer.ts'
import { countTypos, findCorrections } from './_word_forms.ts'

/** The corrections of an unknown word, in an index of the given words. */
function correct(words: string, typed: string, differing?: 'order'): readonly string[] {
  const page = { description: '', body: '', kind: 'guide', status: 'available', sections: [] }
  const opened = openSearchFile(writeSearchData([{ ...page, title: words }]))
  if (!opened.ok) throw new Error(opened.error)
  const file = opened.value
  return findCorrections(file, typed, differing).map(({ term }) => file.terms.text(term))
}

describe('typos', () => {
  test('countTypos() counts letters inserted, omitted, replaced and swapped', () => {
    const typed = ['cache', 'cachhe', 'cahe', 'cazhe', 'cahce', 'acceh']
    expect(typed.map((each) => countTypos(each, 'cache', 2))).toEqual([0, 1, 1, 1, 1, 2])
  })

  test('countTypos() stops above the limit', () => {
    expect(countTypos('bundler', 'plugins', 2)).toBeGreaterThan(2)
    expect(countTypos('ab', 'abcdef', 2)).toBe(3)
  })

  test('findCorrections() allows one typo from four letters and two from eight', () => {
    expect(correct('api', 'apo')).toEqual([])
    expect(correct('cache', 'cahce')).toEqual(['cache'])
    expect(correct('cache', 'czhce')).toEqual([])
    expect(correct('websocket', 'wbesocekt')).toEqual(['websocket'])
  })

  test('findCorrections() compares the order of letters alone when it should', () => {
    expect(correct('same json', 'saml')).toEqual(['same'])
    expect(correct('same json', 'saml', 'order')).toEqual([])
    expect(correct('same json', 'josn', 'order')).toEqual(['json'])
  })

  test('findCorrections() returns only the closest words', () => {
    expect(correct('websocket websockets', 'webscket')).toEqual(['websocket'])
  })
})
