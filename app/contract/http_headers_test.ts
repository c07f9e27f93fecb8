import { expect, test } from 'bun:test'
import { namesEntityTag } from './http_headers.ts'

test('namesEntityTag() finds a tag when it stands alone, weak, in a list or as a star', () => {
  expect(namesEntityTag('"a"', '"a"')).toBe(true)
  expect(namesEntityTag('W/"a"', '"a"')).toBe(true)
  expect(namesEntityTag('"x" ,W/"y",  "a"', '"a"')).toBe(true)
  expect(namesEntityTag(' * ', '"a"')).toBe(true)
})

test('namesEntityTag() finds nothing when the tag differs, is bare or hides in another', () => {
  expect(namesEntityTag('"b"', '"a"')).toBe(false)
  expect(namesEntityTag('a', '"a"')).toBe(false)
  expect(namesEntityTag('"x,a,y"', '"a"')).toBe(false)
  expect(namesEntityTag('', '"a"')).toBe(false)
})
