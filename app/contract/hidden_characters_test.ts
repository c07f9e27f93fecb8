import { expect, test } from 'bun:test'
import { escapeHidden, findHiddenCharacters } from './hidden_characters.ts'

test('findHiddenCharacters() finds controls, directions and tags', () => {
  const text = 'a\u001b[31mb\u202ec\u2066d\u{e0041}e\u009bf\u2028g\ufeff'
  expect(findHiddenCharacters(text).map(({ start }) => start)).toEqual([1, 7, 9, 11, 14, 16, 18])
})

test('findHiddenCharacters() takes the marks that scripts need, and flags', () => {
  const flag = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'
  for (const text of [
    'می\u200cخواهم',
    'א\u200e1\u200f',
    '👩\u200d💻',
    'a\u00adb\u200bc',
    `${flag}\n\ta`,
  ]) {
    expect(findHiddenCharacters(text)).toEqual([])
  }
  expect(findHiddenCharacters(`${flag}\u{e0041}`)).toHaveLength(1)
})

test('escapeHidden() keeps a text on its line', () => {
  expect(escapeHidden('a.md:1:1: b\n\r\t\u001b[2J\u009b\u202e\u{e0041}é')).toBe(
    'a.md:1:1: b\\n\\r\\t\\u001b[2J\\u009b\\u202e\\udb40\\udc41é',
  )
})
