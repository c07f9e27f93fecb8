import { expect, test } from 'bun:test'
import { LIMITS } from '../../contract/limits.ts'
import { CallTimes } from './_call_times.ts'

/** Calls spread over a minute that begins at an instant; returns how many were admitted. */
function callFor(times: CallTimes, calls: number, fromMs: number): number {
  let admitted = 0
  for (let call = 0; call < calls; call += 1) {
    if (times.admit(600, fromMs + (call * LIMITS.countedMs) / calls) === 'admitted') admitted += 1
  }
  return admitted
}

test('CallTimes gives the room of a busy minute back', () => {
  const times = new CallTimes()
  expect(callFor(times, 600, 0)).toBe(600)
  expect(times.capacity).toBe(1024)
  expect(callFor(times, 2, LIMITS.countedMs * 2)).toBe(2)
  expect(times.capacity).toBe(4)
  // What is left of a minute still counts.
  expect(callFor(times, 700, LIMITS.countedMs * 4)).toBe(600)
  expect(times.admit(600, LIMITS.countedMs * 5 - 1)).toBe('refused')
})

test('CallTimes neither grows nor shrinks for a steady caller', () => {
  const times = new CallTimes()
  const capacities = new Set<number>()
  for (let minute = 0; minute < 20; minute += 1) {
    expect(callFor(times, 100, minute * LIMITS.countedMs)).toBe(100)
    if (minute > 0) capacities.add(times.capacity)
  }
  expect([...capacities]).toEqual([128])
})

test('CallTimes with few calls has no more room than twice what eight of them need', () => {
  for (const calls of [1, 3, 9, 30, 100]) {
    const times = new CallTimes()
    callFor(times, 600, 0)
    callFor(times, calls, LIMITS.countedMs * 2)
    expect(times.capacity).toBeLessThanOrEqual(Math.max(4, calls * 8))
  }
})
