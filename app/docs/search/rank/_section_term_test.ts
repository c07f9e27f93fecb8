import { expect, test } from 'bun:test'
import { normalizeQuery } from '../../../contract/query.ts'
import { openSearchData, type SearchDocument, writeSearchData } from '../mod.ts'

const PLAIN = { title: '', description: '', kind: 'guide', status: 'available' }
const FILLER = 'plain prose about other matters of the product '

/** A page whose texts have a section each. */
function pageOf(...texts: readonly string[]): SearchDocument {
  const sections = texts.map((_, at) => ({
    heading: '',
    anchor: `s${at}`,
    start: texts.slice(0, at).join('\n').length,
  }))
  return { ...PLAIN, title: '', body: texts.join('\n'), sections }
}

function search(pages: readonly SearchDocument[], query: string): readonly number[] {
  const others = Array.from({ length: 20 }, (_, at) => pageOf(`${FILLER} number ${at}`))
  const opened = openSearchData(writeSearchData([...pages, ...others]))
  if (!opened.ok) throw new Error(opened.error)
  return opened.value.search(normalizeQuery(query), 10).hits.map(({ page }) => page)
}

test('SectionTerm prefers the shorter section, whatever the length of its page', () => {
  const words = 'kiwi and lime and plum'
  const filler = FILLER.repeat(8)
  const pages = [pageOf(`${words} ${filler}`, ''), pageOf(words, filler)]
  expect(search(pages, 'kiwi lime plum').slice(0, 2)).toEqual([1, 0])
})

test('SectionTerm counts framing words that few sections have', () => {
  const pages = [pageOf('kiwi, lime, plum: after it'), pageOf('kiwi, lime, plum: before it')]
  expect(search(pages, 'which kiwi lime plum before').slice(0, 2)).toEqual([1, 0])
  expect(search(pages, 'which kiwi lime plum after').slice(0, 2)).toEqual([0, 1])
})
