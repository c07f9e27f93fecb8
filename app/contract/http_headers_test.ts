import { expect, test } from 'bun:test'
import { namesEntityTag, parseHostHeader } from './http_headers.ts'

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

test('parseHostHeader() reads a host with or without a port', () => {
  for (const [header, host] of [
    ['docs.example', 'docs.example'],
    ['LOCALHOST:8080', 'localhost'],
    ['[::1]:8080', '[::1]'],
  ] as const) {
    expect(parseHostHeader(header)).toBe(host)
  }
})

test('parseHostHeader() refuses what is more than a host and a port', () => {
  for (const header of [
    '',
    '127.0.0.1#evil',
    '127.0.0.1/x',
    '127.0.0.1?x',
    'a@127.0.0.1',
    'a b',
    '127.0.0.1\\x',
    '127.0.0.1:99999',
    '%31.0.0.1',
    'é',
    '[::1',
  ]) {
    expect([header, parseHostHeader(header)]).toEqual([header, undefined])
  }
})
