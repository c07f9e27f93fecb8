import { expect, test } from 'bun:test'
import { namesEntityTag } from './http_headers.ts'

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"x" ,W/"y",  "a"', true],
  [' * ', true],
  ['"b"', false],
  ['a', false],
  ['"x,a,y"', false],
  ['', false],
])('namesEntityTag() reads %p as a list that names the tag: %p', (list, isNamed) => {
  expect(namesEntityTag(list, '"a"')).toBe(isNamed)
})
