import { expect, test } from 'bun:test'
import { isCurrent } from './_conditional.ts'

const validators = { etag: '"a"', lastModified: 'Sat, 21 Nov 2026 10:00:00 GMT' }
const LATER = 'Sat, 21 Nov 2026 10:00:01 GMT'
const EARLIER = 'Sat, 21 Nov 2026 09:59:59 GMT'

function current(headers: Record<string, string>): boolean {
  return isCurrent(new Headers(headers), validators)
}

test('isCurrent() compares entity tags when the client names some', () => {
  expect(current({ 'if-none-match': '"b", W/"a"' })).toBe(true)
  expect(current({ 'if-none-match': '"b"' })).toBe(false)
})

test('isCurrent() compares dates when the client names no entity tag', () => {
  expect(current({ 'if-modified-since': validators.lastModified })).toBe(true)
  expect(current({ 'if-modified-since': LATER })).toBe(true)
  expect(current({ 'if-modified-since': EARLIER })).toBe(false)
  expect(current({})).toBe(false)
})

test.each([
  ['Sat, 21 Nov 2026 10:00:00 GMT', true],
  ['Saturday, 21-Nov-26 10:00:00 GMT', true],
  ['Sat Nov 21 10:00:00 2026', true],
  ['Thu Dec  3 10:00:00 2026', true],
  ['Saturday, 21-Nov-26 09:59:59 GMT', false],
  ['Sat Nov 21 09:59:59 2026', false],
  ['Sunday, 06-Nov-94 08:49:37 GMT', false],
  ['Sun Nov  6 08:49:37 1994', false],
])('isCurrent() reads "%s" in each of the three forms of a date: %p', (date, isNew) => {
  expect(current({ 'if-modified-since': date })).toBe(isNew)
})

test('isCurrent() ignores the date when there is an entity tag as well', () => {
  expect(current({ 'if-none-match': '"b"', 'if-modified-since': LATER })).toBe(false)
  expect(current({ 'if-none-match': '"a"', 'if-modified-since': EARLIER })).toBe(true)
})

test.each(['2027', 'tomorrow', '', '2027-01-01T00:00:00Z', 'Mon, 21 Nov 2027 10:00:00 GMT'])(
  'isCurrent() ignores the date when "%s" is no HTTP-date',
  (date) => {
    expect(current({ 'if-modified-since': date })).toBe(false)
  },
)
