import { expect, test } from 'bun:test'
import { hashText } from './text_hash.ts'

test('hashText() is FNV-1a, and never negative', () => {
  expect(['', 'a', 'foobar'].map(hashText)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
})
