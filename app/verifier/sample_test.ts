import { expect, test } from 'bun:test'
import { sampled } from './sample.ts'

const items = Array.from({ length: 200 }, (_, at) => at)

test('sampled() gives the same items for the same seed, and others for another', () => {
  expect(sampled(items, 30, 7)).toEqual(sampled(items, 30, 7))
  expect(sampled(items, 30, 7)).not.toEqual(sampled(items, 30, 8))
})

test('sampled() keeps the order, repeats nothing and gives all where there are few', () => {
  const some = sampled(items, 30, 1)
  expect(some.length).toBe(30)
  expect(new Set(some).size).toBe(30)
  expect(some).toEqual(some.toSorted((a, b) => a - b))
  expect(sampled([1, 2, 3], 30, 1)).toEqual([1, 2, 3])
})
