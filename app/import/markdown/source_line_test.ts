import { expect, test } from 'bun:test'
import { createLineFinder, joinPlacedLines, splitLines } from './source_line.ts'

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

test('joinPlacedLines() knows the file and the line of each line, also of included ones', () => {
  const own = splitLines('a.md', 'a\nb')
  const other = splitLines('b.md', 'c\nd', 7).map((line) => ({ ...line, base: 'x/b.md' }))
  const { body, placeOf } = joinPlacedLines([...own, ...other, ...splitLines('a.md', 'e', 3)])
  expect(body).toBe('a\nb\nc\nd\ne')
  expect([0, 1, 2, 3, 4, 5].map(placeOf)).toEqual([
    { file: 'a.md', line: 1 },
    { file: 'a.md', line: 2 },
    { file: 'b.md', base: 'x/b.md', line: 7 },
    { file: 'b.md', base: 'x/b.md', line: 8 },
    { file: 'a.md', line: 3 },
    undefined,
  ])
})
