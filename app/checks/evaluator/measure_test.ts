import { expect, test } from 'bun:test'
import { measure } from './measure.ts'

const ORDER = [4, 3, 2, 1, 0]

test('measure() gives the mean reciprocal rank of the first answer', () => {
  const questions = [
    { query: 'first', wanted: [{ page: 4, grade: 3 }] },
    { query: 'second', wanted: [{ page: 3, grade: 3 }] },
    { query: 'never', wanted: [{ page: 9, grade: 3 }] },
  ]
  const { figures, misses } = measure(questions, () => ORDER)
  expect(figures).toEqual({ queries: 3, mrr: 0.5, success: 1 / 3, recall: 2 / 3 })
  expect(misses.map(({ question, found, first }) => [question.query, found, first])).toEqual([
    ['second', 2, 4],
    ['never', undefined, 4],
  ])
})

test('measure() looks at ten results', () => {
  const question = { query: 'late', wanted: [{ page: 10, grade: 3 }] }
  const ranked = Array.from({ length: 11 }, (_, at) => at)
  expect(measure([question], () => ranked).figures.mrr).toBe(0)
})

test('measure() counts a related page as no answer where a better one is known', () => {
  const wanted = [
    { page: 4, grade: 1 },
    { page: 3, grade: 2 },
    { page: 0, grade: 3 },
  ]
  const { figures } = measure([{ query: 'graded', wanted }], () => ORDER.slice(0, 3))
  expect(figures).toMatchObject({ mrr: 0.5, success: 0, recall: 0.5 })
})

test('measure() takes the best that is known where no page answers much', () => {
  const question = { query: 'weak', wanted: [{ page: 4, grade: 1 }] }
  expect(measure([question], () => ORDER).figures.success).toBe(1)
})

test('measure() finds nothing to count without questions', () => {
  expect(measure([], () => ORDER).figures).toEqual({ queries: 0, mrr: 0, success: 0, recall: 0 })
})
