import { expect, test } from 'bun:test'
import { createLedger, shown, textDifference } from './findings.ts'

test('agree() expects of each voice what most of them say', () => {
  const ledger = createLedger()
  const value = ledger.book('versions').agree('version', [
    ['a', '2.0.0'],
    ['b', '1.0.0'],
    ['c', '1.0.0'],
  ])
  expect(value).toBe('1.0.0')
  expect(ledger.results()).toEqual([
    {
      check: 'versions',
      compared: 3,
      disagreements: [
        { check: 'versions', where: 'a', what: 'version', expected: '"1.0.0"', found: '"2.0.0"' },
      ],
    },
  ])
})

test('agree() does not let the order of members split a vote', () => {
  const ledger = createLedger()
  ledger.book('x').agree('entry', [
    ['a', { one: 1, two: 3 }],
    ['b', { one: 1, two: 2 }],
    ['c', { two: 2, one: 1 }],
  ])
  expect(ledger.results()[0]?.disagreements.map(({ where }) => where)).toEqual(['a'])
})

test('equal() names the first member in which two values differ', () => {
  const ledger = createLedger()
  const book = ledger.book('x')
  expect(book.equal('MCP', 'tool', { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toBe(false)
  expect(ledger.results()[0]?.disagreements).toEqual([
    { check: 'x', where: 'MCP', what: 'tool a [1] b', expected: '2', found: '3' },
  ])
})

test('wrong() tells one fault once', () => {
  const ledger = createLedger()
  for (let time = 0; time < 2; time += 1) ledger.book('x').wrong('a', 'b', 'c', 'd')
  expect(ledger.results()[0]?.disagreements.length).toBe(1)
})

test('shown() keeps a value on one line and short', () => {
  expect(shown(undefined)).toBe('nothing')
  expect(shown('a\nb\u009b')).toBe('"a\\nb�"')
  expect(shown('x'.repeat(500)).length).toBe(121)
})

test('textDifference() shows where two texts part', () => {
  const [expected, found] = textDifference(`${'a'.repeat(100)}b`, `${'a'.repeat(100)}c`)
  expect(expected).toBe(`"${'a'.repeat(20)}b" at character 100`)
  expect(found).toBe(`"${'a'.repeat(20)}c" at character 100`)
})
