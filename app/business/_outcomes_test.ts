import { expect, test } from 'bun:test'
import { classifyWrite, type WriteOutcome } from './_outcomes.ts'

test('classifyWrite() rolls back a violation and keeps an unknown outcome open', () => {
  expect(classifyWrite('reach_violation')).toBe('violation')
  expect(classifyWrite('unknown')).toBe('unknown')
})

test('classifyWrite() takes every other outcome as final', () => {
  const others: readonly WriteOutcome[] = [
    'applied',
    'held',
    'inactive',
    'not_found',
    'denied',
    'invalid',
    'conflict',
    'unavailable',
    'too_large',
    'too_many_held',
  ]
  expect(new Set(others.map(classifyWrite))).toEqual(new Set(['final']))
})

test('classifyWrite() does not compile with an unlisted outcome or a forgotten await', () => {
  const attempts = [
    // @ts-expect-error: outcomes are a closed union.
    () => classifyWrite('reach_violated'),
    // @ts-expect-error: a promise is not an outcome.
    () => classifyWrite(Promise.resolve<WriteOutcome>('reach_violation')),
  ]
  expect(attempts).toHaveLength(2)
})
