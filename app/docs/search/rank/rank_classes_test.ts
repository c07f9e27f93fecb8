import { expect, test } from 'bun:test'
import { CLASS, measureCloseness, RANK } from './rank_classes.ts'

const PAGES = [
  { page: 7, score: RANK.quoted * CLASS + 1 },
  { page: 4, score: RANK.quoted * CLASS + 0.5 },
  { page: 9, score: 2 },
  { page: 1, score: 0.5 },
]

const noneIsLow = () => false

test('measureCloseness() compares evidence, but not for the first page or above that class', () => {
  expect(measureCloseness(PAGES, 3, noneIsLow)).toEqual([1, 1, 1, 0.25])
})

test('measureCloseness() takes every page of a short query for close', () => {
  expect(measureCloseness(PAGES, 2, noneIsLow)).toEqual([1, 1, 1, 1])
  expect(measureCloseness([], 3, noneIsLow)).toEqual([])
})

test('measureCloseness() compares with the best page that is not low', () => {
  const pages = [
    { page: 1, score: 2 },
    { page: 2, score: 0.5 },
    { page: 3, score: 8 },
    { page: 4, score: 0.2 },
  ]
  expect(measureCloseness(pages, 3, (page) => page >= 3)).toEqual([1, 0.25, 1, 0.1])
  expect(measureCloseness(pages.slice(2), 3, () => true)).toEqual([1, 0.025])
})
