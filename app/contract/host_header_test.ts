import { expect, test } from 'bun:test'
import { parseHostHeader } from './host_header.ts'

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
