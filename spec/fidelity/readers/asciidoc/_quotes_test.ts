import { expect, test } from 'bun:test'
import { cutQuotes } from './_quotes.ts'

test('cutQuotes() takes at most 200 characters in brackets for a role', () => {
  expect(cutQuotes(`[${'a'.repeat(200)}]*b*`)).toBe('b')
  expect(cutQuotes(`[${'a'.repeat(201)}]*b*`)).toBe(`[${'a'.repeat(201)}]b`)
})
