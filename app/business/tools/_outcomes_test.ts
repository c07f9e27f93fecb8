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

/** Whether a value of a type may be classified, as the compiler sees it. */
type Accepts<Value> = Value extends Parameters<typeof classifyWrite>[0] ? true : false

test('classifyWrite() does not compile with an unlisted outcome or a forgotten await', () => {
  const listed: Accepts<'reach_violation'> = true
  const unlisted: Accepts<'reach_violated'> = false
  const promise: Accepts<Promise<WriteOutcome>> = false
  expect([listed, unlisted, promise]).toEqual([true, false, false])
})
