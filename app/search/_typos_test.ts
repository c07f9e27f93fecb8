import { describe, expect, test } from 'bun:test'
import { openSearchFile } from './_reader.ts'
import { countTypos, findCorrections } from './_typos.ts'
import { writeSearchData } from './_writer.ts'

/** What an unknown word may have meant, in an index that holds these words. */
function corrected(words: string, typed: string): readonly string[] {
  const page = { description: '', body: '', kind: 'guide', status: 'available', sections: [] }
  const opened = openSearchFile(writeSearchData([{ ...page, title: words }]))
  if (!opened.ok) throw new Error(opened.error)
  const file = opened.value
  return findCorrections(file, typed).map(({ term }) => file.terms.text(term))
}

describe('typos', () => {
  test('slipsBetween() counts letters put in, left out, mistaken and swapped', () => {
    const typed = ['cache', 'cachhe', 'cahe', 'cazhe', 'cahce', 'acceh']
    expect(typed.map((each) => countTypos(each, 'cache', 2))).toEqual([0, 1, 1, 1, 1, 2])
  })

  test('slipsBetween() gives up above the most that is forgiven', () => {
    expect(countTypos('bundler', 'plugins', 2)).toBeGreaterThan(2)
    expect(countTypos('ab', 'abcdef', 2)).toBe(3)
  })

  test('corrections() forgives one slip from four letters and two from eight', () => {
    expect(corrected('api', 'apo')).toEqual([])
    expect(corrected('cache', 'cahce')).toEqual(['cache'])
    expect(corrected('cache', 'czhce')).toEqual([])
    expect(corrected('websocket', 'wbesocekt')).toEqual(['websocket'])
  })

  test('corrections() takes only the words that are nearest', () => {
    expect(corrected('websocket websockets', 'webscket')).toEqual(['websocket'])
  })
})
