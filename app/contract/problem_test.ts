import { expect, test } from 'bun:test'
import { countOf, formatProblem, listNames, problemAt, quote, sortProblems } from './problem.ts'

const place = { file: 'corpus/pages/a.md', line: 3, column: 7 }

test('formatProblem() writes place, what and fix on one line', () => {
  expect(formatProblem(problemAt(place, '"title" is absent', 'add it'))).toBe(
    'corpus/pages/a.md:3:7: "title" is absent: add it',
  )
})

test('formatProblem() keeps the name of a file on its line', () => {
  const problem = problemAt({ ...place, file: 'a.md\nb.md:1:1: no\u001b[2K' }, 'what', 'fix')
  expect(formatProblem(problem)).toBe('a.md\\nb.md:1:1: no\\u001b[2K:3:7: what: fix')
})

test('formatProblem() lets no control character of the source through', () => {
  const problem = problemAt(place, 'a\nb\u001b[31mc', 'fix')
  expect(formatProblem(problem)).toBe('corpus/pages/a.md:3:7: a b\\u001b[31mc: fix')
})

test('sortProblems() goes by file, then line as a number, then column', () => {
  const at = (file: string, line: number, column: number) =>
    problemAt({ file, line, column }, 'w', 'm')
  const sorted = sortProblems([at('b', 1, 1), at('a', 10, 1), at('a', 9, 5), at('a', 9, 2)])
  expect(sorted.map((each) => `${each.file}${each.line}:${each.column}`)).toEqual([
    'a9:2',
    'a9:5',
    'a10:1',
    'b1:1',
  ])
})

test('quoted() cuts a long value', () => {
  expect(quote('x'.repeat(100))).toBe(`"${'x'.repeat(59)}…"`)
})

test('listed() counts what it leaves out', () => {
  expect(listNames(['a', 'b', 'c'], 2)).toBe('a, b and 1 more')
})

test('countOf() has the plural of all but one', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'page'))).toEqual(['0 pages', '1 page', '2 pages'])
})
