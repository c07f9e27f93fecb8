import { expect, test } from 'bun:test'
import { CHAIN_START, hashLine, textsOf } from './_chain.ts'

// Computed by sha256sum over 32 zero bytes and the text [1,5,"e","ok",null].
const KNOWN = '39ac82439f319245275f86f78fc4a06a1cac051c079127d0ff795e78f1ed655d'

test('hashLine() hashes the previous hash and the line as a JSON list', () => {
  const hash = hashLine(CHAIN_START, 1, 5, ['e', 'ok', null])
  expect(Buffer.from(hash).toString('hex')).toBe(KNOWN)
})

test('textsOf() returns a text or null for every column', () => {
  const texts = textsOf({ event: 'e', outcome: 'o', actor: 'a', address: 'b', tool: undefined })
  expect(texts).toEqual(['e', 'o', 'a', ...Array(9).fill(null), 'b'])
})

test('textsOf() returns texts that a database returns unchanged', () => {
  const [event, outcome] = textsOf({ event: 'a\0b\uD800', outcome: 'x'.repeat(600) })
  expect(event).toBe('a\uFFFDb\uFFFD')
  expect(outcome).toHaveLength(512)
})
