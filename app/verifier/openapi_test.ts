import { expect, test } from 'bun:test'
import { templatePattern } from './openapi.ts'

test('templatePattern() takes what stands beside the parameters for text', () => {
  expect(templatePattern('/api/(x').test('/api/(x')).toBe(true)
  expect(templatePattern('/pages/{id}').test('/pages/p1')).toBe(true)
  expect(templatePattern('/pages/{id}').test('/pages/p1/x')).toBe(false)
  expect(templatePattern('/a.b').test('/aXb')).toBe(false)
})
