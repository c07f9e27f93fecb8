import { expect, test } from 'bun:test'
import { findNearest } from './nearest_word.ts'

test('findNearest() finds a swap of neighbours in a short word', () => {
  expect(findNearest('titel', ['kind', 'title'])).toBe('title')
})

test('findNearest() prefers the candidate with fewer edits', () => {
  expect(findNearest('guide', ['guides', 'guild', 'glide'])).toBe('guides')
  expect(findNearest('available_ownr', ['available', 'available_owner'])).toBe('available_owner')
})

test('findNearest() ignores letter case', () => {
  expect(findNearest('Search', ['status', 'search'])).toBe('search')
})

test('findNearest() suggests nothing when nothing is close', () => {
  expect(findNearest('colour', ['name', 'title'])).toBeUndefined()
  expect(findNearest('x', [])).toBeUndefined()
})
