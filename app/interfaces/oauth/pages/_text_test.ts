import { expect, test } from 'bun:test'
import { formatData, formatDuration, formatInstant } from './_text.ts'

test('formatData() shows invisible characters', () => {
  const data = { text: 'a\u202eb\u200bc\u{e0041}' }
  expect(formatData(data)).toBe('{\n  "text": "a\\u202eb\\u200bc\\udb40\\udc41"\n}')
})

test('formatData() keeps the data the same', () => {
  const data = { text: 'ä\n\u0301\u202e', list: [1, null, { deep: true }] }
  expect(JSON.parse(formatData(data))).toEqual(data)
})

test('formatDuration() takes the largest whole unit', () => {
  expect(
    [86_400_000, 180 * 86_400_000, 3_600_000, 90 * 60_000, 61_000].map(formatDuration),
  ).toEqual(['1 day', '180 days', '1 hour', '90 minutes', '61 seconds'])
})

test('formatInstant() names its time zone', () => {
  expect(formatInstant(Date.UTC(2026, 10, 21, 9, 5))).toBe('2026-11-21 09:05 UTC')
})
