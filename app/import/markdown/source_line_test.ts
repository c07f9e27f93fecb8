import { expect, test } from 'bun:test'
import { createLineFinder, splitLines } from './source_line.ts'

test('createLineFinder() finds the line of each offset, forwards and back', () => {
  const text = 'ab\n\ncd\ne'
  const find = createLineFinder(text, splitLines('a.md', text))
  const numbers = [...text].map((_, offset) => find(offset)?.line)
  expect(numbers).toEqual([1, 1, 1, 2, 3, 3, 3, 4])
  expect([find(5), find(0), find(99)].map((found) => found?.line)).toEqual([3, 1, 4])
})

test('createLineFinder() gives the last line for what has more lines than its source', () => {
  const find = createLineFinder('a\nb\nc', splitLines('a.md', 'a\nb'))
  expect(find(4)?.line).toBe(2)
  expect(createLineFinder('a', [])(0)).toBeUndefined()
})
