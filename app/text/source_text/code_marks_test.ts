import { expect, test } from 'bun:test'
import { formatCodeSpan, makeFence } from './code_marks.ts'

test('makeFence() is longer than any run in the code, and three at least', () => {
  const fences = ['a', '``', 'x ``` y', '````\n`````'].map(makeFence)
  expect(fences.map(({ length }) => length)).toEqual([3, 3, 4, 6])
})

test('formatCodeSpan() keeps backticks and takes one line', () => {
  const spans = [' a\n b ', '`a`', 'a ``b', ' '].map(formatCodeSpan)
  expect(spans).toEqual(['`a b`', '`` `a` ``', '```a ``b```', ''])
})
