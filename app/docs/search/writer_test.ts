import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { type SearchDocument, SearchWriter, writeSearchData } from './mod.ts'

const NO_MEANS = { synonyms: [], aliases: [] }

/** Long words are the ones that a runtime may keep as views of the text that they are from. */
function writePage(at: number, dashes = 0): SearchDocument {
  const word = `word${String(at).padStart(40, 'x')}`
  return {
    title: `Page ${at}`,
    description: 'A page.',
    body: `Lead.\n${'-'.repeat(dashes)}\nMore\nSome ${word} of it.`,
    kind: 'guide',
    status: 'live',
    sections: [{ heading: 'More', anchor: 'more', start: 7 + dashes }],
  }
}

test('a writer gives the bytes of all pages at once', () => {
  const pages = Array.from({ length: 20 }, (_, at) => writePage(at))
  const writer = new SearchWriter('en', NO_MEANS)
  for (const page of pages) writer.add(page)
  expect(writer.end()).toEqual(writeSearchData(pages))
})

test('a writer keeps no body of the pages that it was given', () => {
  const [pages, characters] = [48, 1_000_000]
  const writer = new SearchWriter('en', NO_MEANS)
  Bun.gc(true)
  const before = heapStats().heapSize
  for (let at = 0; at < pages; at++) writer.add(writePage(at, characters))
  Bun.gc(true)
  // A few bodies may be where the collector cannot tell; all of them are 48 MB.
  expect(heapStats().heapSize - before).toBeLessThan((pages * characters) / 4)
  expect(writer.end().length).toBeGreaterThan(0)
})
