import { expect, test } from 'bun:test'
import { findDocumentUrlFault } from './_documents.ts'

const NOT_PUBLIC = findDocumentUrlFault('http://docs.example/c.json', 'https://docs.example.com')

const ROWS: readonly (readonly [url: string, isAllowed: boolean])[] = [
  ['http://localhost:4000/c.json', true],
  ['http://app.localhost:4000/c.json', true],
  ['http://127.0.0.2:4000/c.json', true],
  ['http://[::1]:4000/c.json', true],
  ['http://docs.example:4000/c.json', false],
  ['http://localhost.example:4000/c.json', false],
  ['http://0x7f.1:4000/c.json', false],
]

test.each(ROWS)('findDocumentUrlFault() of %s on loopback: allowed is %p', (url, isAllowed) => {
  const fault = findDocumentUrlFault(url, 'http://app.localhost:8080')
  expect(fault).toBe(isAllowed ? undefined : NOT_PUBLIC)
})

test.each(ROWS)('findDocumentUrlFault() refuses %s on a public service', (url) => {
  expect(findDocumentUrlFault(url, 'https://docs.example.com')).toBe(NOT_PUBLIC)
})
