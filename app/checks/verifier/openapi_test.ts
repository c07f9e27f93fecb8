import { expect, test } from 'bun:test'
import { compileTemplate } from './openapi.ts'

test('compileTemplate() treats all but the parameters as literal text', () => {
  expect(compileTemplate('/api/(x').test('/api/(x')).toBe(true)
  expect(compileTemplate('/pages/{id}').test('/pages/p1')).toBe(true)
  expect(compileTemplate('/pages/{id}').test('/pages/p1/x')).toBe(false)
  expect(compileTemplate('/a.b').test('/aXb')).toBe(false)
})
