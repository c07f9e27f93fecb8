import { expect, test } from 'bun:test'
import { Density } from './_density.ts'

type Sighting = readonly [mark: number, place: number, inHeading?: boolean]

function findBest(weights: readonly number[], ...sightings: readonly Sighting[]): number {
  const density = new Density(31)
  density.weigh(weights)
  for (const [mark, place, inHeading] of sightings) density.see(mark, place, inHeading ?? false)
  return density.place
}

test('see() finds where different words occur together, not where one is repeated', () => {
  expect(findBest([1, 1], [1, 0], [1, 3], [1, 5], [1, 100], [2, 110])).toBe(100)
})

test('see() prefers words that are closer together, and the first of equal places', () => {
  expect(findBest([1, 1], [1, 0], [2, 30], [1, 100], [2, 101])).toBe(100)
  expect(findBest([1, 1], [1, 0], [2, 7], [1, 100], [2, 107], [1, 200], [2, 207])).toBe(0)
})

test('see() ignores words that are too far away', () => {
  expect(findBest([1, 3], [1, 0], [2, 100])).toBe(100)
})

test('see() weighs a word in a heading like several in prose', () => {
  expect(findBest([1, 1], [1, 0], [2, 1], [1, 100, true])).toBe(100)
})

test('clear() and leave() forget nearby words', () => {
  const density = new Density(31)
  density.weigh([1, 1])
  density.see(1, 0, false)
  density.leave()
  density.see(2, 1, false)
  expect([density.place, density.score]).toEqual([0, 1000])
  density.clear()
  expect([density.place, density.score]).toEqual([-1, 0])
})

test('see() accepts any number of words at one place', () => {
  const density = new Density(64)
  density.weigh(Array.from({ length: 64 }, () => 1))
  for (let at = 0; at < 5000; at++) density.see(1 + (at % 64), Math.floor(at / 900), false)
  expect(density.score).toBeLessThanOrEqual(64_000)
  expect(density.score).toBeGreaterThan(63_000)
})
