import { expect, test } from 'bun:test'
import { chooseCoding } from './content_coding.ts'

const BOTH = ['br', 'gzip'] as const

test.each([
  [null, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['gzip;q=0.001', 'gzip'],
  ['identity', 'identity'],
  ['identity, gzip', 'gzip'],
  ['identity, gzip;q=0.9', 'identity'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['*;q=0.5, identity', 'identity'],
  ['gzip;q=0, br;q=0', 'identity'],
  ['deflate', 'identity'],
  ['deflate, identity;q=0', 'none'],
  ['identity;q=0', 'none'],
  ['*;q=0', 'none'],
  ['*;q=0, identity', 'identity'],
  ['gzip, identity;q=0', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['gzip;q=2', 'identity'],
  ['gzip;q=much', 'identity'],
] as const)('chosenCoding() takes %p to %p', (header, coding) => {
  expect(chooseCoding(header, BOTH)).toBe(coding)
})

test.each([
  ['br, gzip', 'identity'],
  ['br, identity;q=0', 'none'],
] as const)('chosenCoding() takes %p to %p where nothing is compressed', (header, coding) => {
  expect(chooseCoding(header, [])).toBe(coding)
})
