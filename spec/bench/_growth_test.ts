import { expect, test } from 'bun:test'
import { fitExponent } from './_growth.ts'

test('fitExponent() finds the power that figures grow with', () => {
  const at = (power: number) =>
    fitExponent([1400, 14_000, 50_000].map((pages) => ({ pages, value: 3 * pages ** power })))
  expect(at(1)).toBeCloseTo(1)
  expect(at(0.59)).toBeCloseTo(0.59)
  expect(at(0)).toBeCloseTo(0)
})
