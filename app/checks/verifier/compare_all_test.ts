import { expect, test } from 'bun:test'
import { takeSample } from './compare_all.ts'

const items = Array.from({ length: 200 }, (_, at) => at)

test('takeSample() returns the same items for the same seed, and others for another', () => {
  expect(takeSample(items, 30, 7)).toEqual(takeSample(items, 30, 7))
  expect(takeSample(items, 30, 7)).not.toEqual(takeSample(items, 30, 8))
})

test('takeSample() keeps the order, repeats nothing and returns all of a short list', () => {
  const some = takeSample(items, 30, 1)
  expect(some.length).toBe(30)
  expect(new Set(some).size).toBe(30)
  expect(some).toEqual(some.toSorted((a, b) => a - b))
  expect(takeSample([1, 2, 3], 30, 1)).toEqual([1, 2, 3])
})
