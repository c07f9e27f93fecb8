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

test('pairPages() pairs pages of code alone whose addresses are in small letters', () => {
  const sources = [
    read('content/path/Base.md', '```\nGone\n```\n'),
    read('content/pot/_index.md', '```\nLost\n```\n'),
  ]
  const outputs = [serve('/pot/', 'cold'), serve('/path/base/', 'hot')]
  expect(pairPages(sources, outputs).map(({ output }) => output?.address)).toEqual([
    'https://docs.example/path/base/',
    'https://docs.example/pot/',
  ])
})

test('pairPages() pairs pages of modules without common words by their paths', () => {
  const sources = [
    read('docs/modules/cli/pages/man1/pot.adoc', 'Gone\n'),
    read('docs/modules/ROOT/pages/kettle.adoc', 'Lost\n'),
  ]
  const outputs = [serve('/kettle/', 'home'), serve('/cli/man1/pot/', 'pot')]
  expect(pairPages(sources, outputs).map(({ output }) => output?.address)).toEqual([
    'https://docs.example/cli/man1/pot/',
    'https://docs.example/kettle/',
  ])
})

test('pairPages() tells a page for two readers from its twin for one', () => {
  const sources = [
    read('01-app/env.md', 'Set the name.\n\nSet the name.\n\nThen build it.\n'),
    read('02-pages/env.md', '# Env\n'),
  ]
  const outputs = [
    serve('/pages/env/', 'Env. Set the name. Then build it.'),
    serve('/app/env/', 'App only: Set the name. Pages only: Set the name. Then build it.'),
  ]
  const [both, one] = pairPages(sources, outputs)
  expect(both?.output?.address).toBe('https://docs.example/app/env/')
  expect(one?.output?.address).toBe('https://docs.example/pages/env/')
})

test('pairPages() leaves an index of one word to its path, whoever has more of its words', () => {
  const sources = [
    read('02-pages/guides/babel.md', '# How to use Babel with your pages\n'),
    read('02-pages/guides/index.md', '# Guides\n'),
  ]
  const outputs = [
    serve('/pages/guides/', 'Guides. How to use Babel with your pages.'),
    serve(
      '/pages/guides/babel/',
      `How to use Babel with your pages. ${'Add it to the build. '.repeat(20)}`,
    ),
  ]
  const paired = pairPages(sources, outputs).map(({ output }) => output?.address)
  expect(paired).toEqual([
    'https://docs.example/pages/guides/babel/',
    'https://docs.example/pages/guides/',
  ])
})

test('pairPages() finds a page of code by a path that keeps the number of its file', () => {
  const sources = [read('docs/01-pot.md', 'Boil\n'), read('docs/02-pot.md', 'Pour\n')]
  const outputs = [serve('/02-pot/', 'ts'), serve('/01-pot/', 'js')]
  expect(pairPages(sources, outputs).map(({ output }) => output?.address)).toEqual([
    'https://docs.example/01-pot/',
    'https://docs.example/02-pot/',
  ])
})
