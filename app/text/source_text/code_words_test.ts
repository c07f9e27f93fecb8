import { expect, test } from 'bun:test'
import { readCodeWords } from './_code_words.ts'
import { parseMarkdown, renderHtml, resolveMarkdown } from './markdown.ts'

const html = (body: string) => renderHtml(parseMarkdown(body), (href) => href)
const plain = (body: string) => resolveMarkdown(body, parseMarkdown(body), (href) => href)

test.each([
  ['title="a b.ts" x', 'a b.ts'],
  ['[a.ts]', 'a.ts'],
  ['a.ts', 'a.ts'],
  ['/a/b.ts', '/a/b.ts'],
  ['/port/', ''],
  ['wrap showLineNumbers {1} collapse={2} copy', ''],
  ['output', 'output'],
])('readCodeWords() takes the title of %j, and knows every word', (words, title) => {
  const read = readCodeWords(words)
  expect(read.title).toBe(title)
  expect(read.faults).toEqual([])
})

test.each([
  ['wrp', '"wrp" after the language of the code is not known', 'write "wrap", or title="wrp"'],
  ['My words', '"My words" after the language', 'remove it, or title="My words" if it is a name'],
  ['titel="x"', '"titel="x"" after the language', 'write "title", or'],
  ['{a}', '"{a}" after the language of the code', 'remove it, or'],
])('readCodeWords() names what it does not know in %j', (words, what, fix) => {
  const [fault, ...others] = readCodeWords(words).faults
  expect(others).toEqual([])
  expect(fault?.what).toStartWith(what)
  expect(fault?.fix).toStartWith(fix)
})

test('renderHtml() marks texts within lines, also across colours and beside entities', () => {
  const body = '```ts /port/ "amp"\nport & report\n```'
  const code = () => ['<i>po</i>rt &amp; report']
  expect(renderHtml(parseMarkdown(body), (href) => href, { code })).toContain(
    '<i><mark class="word">po</mark></i><mark class="word">rt</mark> &amp; ' +
      're<mark class="word">port</mark>\n',
  )
  expect(plain(body)).toBe('```ts\nport & report\n```')
})

test('renderHtml() numbers, wraps and folds lines', () => {
  expect(html('```ts wrap startLineNumber=7 collapse={1-2}\na\nb\nc\n```')).toContain(
    '<pre class="wrap" tabindex="0" role="group" aria-label="Code"><code class="language-ts">' +
      '<span class="fold"><span class="line" data-line="7">a\n</span>' +
      '<span class="line" data-line="8">b\n</span></span>' +
      '<span class="line" data-line="9">c\n</span></code></pre>',
  )
  expect(html('```ts showLineNumbers=false\na\n```')).not.toContain('data-line')
})

test('focus, errors and warnings have marks of their own, which the twin drops', () => {
  const body = '```ts\na // [!code focus]\nb // [!code error]\nc # [!code warning]\n```'
  expect(html(body)).toContain(
    '<strong class="focus">a\n</strong><mark class="error">b\n</mark>' +
      '<mark class="warning">c\n</mark>',
  )
  expect(html(body)).toContain('<pre class="focused"')
  expect(plain(body)).toBe('```ts\na\nb\nc\n```')
})

test('a session without a name is a terminal', () => {
  expect(html('```sh\n$ a\n```')).toContain('<pre class="terminal"')
  expect(html('```sh title="x"\n$ a\n```')).not.toContain('terminal')
  expect(html('```sh\na\n```')).not.toContain('terminal')
})
