import { expect, test } from 'bun:test'
import { stripMarkdown } from './plain_text.ts'

test('stripMarkdown() keeps what code says, and what a backslash makes a sign', () => {
  const texts = [
    '`__init__` and `*args` of `[a](b)`',
    'A `\\*` and \\_b\\_, [c](d) **e** _f_',
    'One\\\ntwo &amp; `&amp;`',
  ]
  expect(texts.map(stripMarkdown)).toEqual([
    '__init__ and *args of [a](b)',
    'A \\* and _b_, c e f',
    'One two & &amp;',
  ])
})

test('stripMarkdown() takes marks over the end of a line, and anchors', () => {
  const texts = [
    '_by Ann\nand Bo_ __over\nthere__ `a\n*b*`',
    '<a id="x-1"></a>Tea `<a id="y"></a>`',
  ]
  expect(texts.map(stripMarkdown)).toEqual(['by Ann and Bo over there a *b*', 'Tea <a id="y"></a>'])
})
