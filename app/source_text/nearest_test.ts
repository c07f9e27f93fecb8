import { expect, test } from 'bun:test'
import { nearest } from './nearest.ts'

test('nearest() finds a swap of neighbours in a short word', () => {
  expect(nearest('titel', ['kind', 'title'])).toBe('title')
})

test('nearest() prefers the candidate with fewer edits', () => {
  expect(nearest('guide', ['guides', 'guild', 'glide'])).toBe('guides')
  expect(nearest('available_ownr', ['available', 'available_owner'])).toBe('available_owner')
})

test('nearest() does not look at letter case', () => {
  expect(nearest('Search', ['status', 'search'])).toBe('search')
})

test('nearest() says nothing when nothing is near', () => {
  expect(nearest('colour', ['name', 'title'])).toBeUndefined()
  expect(nearest('x', [])).toBeUndefined()
})
