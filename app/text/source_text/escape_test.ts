import { expect, test } from 'bun:test'
import { escapeMarkdown, escapeMarkup, shorten } from './escape.ts'

const render = (markdown: string) => Bun.markdown.html(markdown).trim()

test('escapeMarkup() leaves nothing that breaks HTML or XML', () => {
  expect(escapeMarkup('<a b="c" d=\'e\'>&amp;\u0000\u001b\ud800\uffff\t\n')).toBe(
    '&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;\ufffd\ufffd\ufffd\ufffd\t\n',
  )
})

test('escapeMarkdown() makes text render literally', () => {
  expect(render(escapeMarkdown('*a* _b_ [c](d) `e` <f> &amp; \\g ~~h~~'))).toBe(
    '<p>*a* _b_ [c](d) `e` &lt;f&gt; &amp;amp; \\g ~~h~~</p>',
  )
})

test('escapeMarkdown() leaves names readable', () => {
  expect(escapeMarkdown('snake_case & a < b, C#, 50 % (x)')).toBe(
    'snake_case & a \\< b, C#, 50 % (x)',
  )
})

test('shorten() cuts between words, and only when it must', () => {
  expect(shorten('some  words\nhere', 15)).toBe('some words here')
  expect(shorten('some words here', 14)).toBe('some words…')
  expect(shorten('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`)
})

test('shorten() never splits a character', () => {
  expect(shorten('😀'.repeat(10), 4)).toBe('😀…')
})
