import { expect, test } from 'bun:test'
import type { OutputPage, SourcePage } from './facts.ts'
import { readOutputPage } from './output_pages.ts'
import { pairPages } from './pairs.ts'
import { readSourceMarkdown } from './source_markdown.ts'

function read(file: string, text: string): SourcePage {
  const rows = text.split('\n').map((row, at) => ({ text: row, file, line: at + 1 }))
  return readSourceMarkdown(file, rows, (heading) => heading)
}

function serve(path: string, text: string): OutputPage {
  return readOutputPage(`https://docs.example${path}`, `<article>${text}</article>`, text)
}

test('pairPages() pairs pages without common words by their paths, and no others', () => {
  const sources = [
    read('docs/kettle/index.md', 'Boil\n'),
    read('docs/pot.md', 'Pour\n'),
    read('docs/lost.md', 'Gone\n'),
  ]
  const outputs = [
    serve('/pot/', '<h1>Pot</h1> pot ts'),
    serve('/', 'home'),
    serve('/kettle/', '<h1>Kettle</h1> kettle ts'),
  ]
  const paired = pairPages(sources, outputs).map(({ source, output }) => {
    return [source.file, output?.address]
  })
  expect(paired).toEqual([
    ['docs/kettle/index.md', 'https://docs.example/kettle/'],
    ['docs/pot.md', 'https://docs.example/pot/'],
    ['docs/lost.md', undefined],
  ])
})
